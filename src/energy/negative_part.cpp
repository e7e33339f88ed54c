#include "energy/negative_part.h"

#include <Eigen/Eigenvalues>

#include <cmath>

namespace lacuna {

namespace {

/// A component of f below this changes the matrix by less than its rounding.
constexpr double negligible_phi = 1e-16;

/// -n and m: the eigenvalues of a 2x2 block.
struct Block {
  double n, m, rho_gamma, phi, phi2;

  Block(double gamma, double rho, double phi_) : rho_gamma(rho * gamma), phi(phi_), phi2(phi_ * phi_) {
    const double half = 0.5 * gamma * gamma;
    m = half + std::sqrt(half * half + square(rho_gamma));
    n = square(rho_gamma) / m;
  }
};

struct ValueAndSlope {
  double value, slope;
};

/// A root in (0, width) of a function that changes sign once there, from an initial guess, to full relative
/// precision: Newton's method inside a bracket. `sign` is that of the function at 0.
template <class Function>
bool find_root(double width, double sign, double& delta, Function&& function) {
  double low = 0, high = width, last_step = width;
  for (int round = 0; round < 60; ++round) {
    const auto [value, slope] = function(delta);
    if (!(value != 0)) return value == 0;
    (sign * value > 0 ? low : high) = delta;
    double next = delta - value / slope;
    if (!(next > low && next < high)) next = low > 0 ? 0.5 * (low + high) : 0.03 * high;
    const double step = std::abs(next - delta);
    delta = next;
    // Steps that shrink quadratically leave an error of about the square of the last one.
    if (step < 1e-15 * delta || (step < 1e-8 * delta && step < 1e-3 * last_step)) return true;
    if (delta < 1e-40 * width) return true;
    last_step = step;
  }
  return false;
}

/// Root nu in (0, n) of the equation of one block, and A = n - nu.
struct SingleRoot {
  double nu, A;
};
bool single_root(const Block& block, double phi3, double zeta, SingleRoot& root) {
  const double phi32 = square(phi3), n = block.n;
  const auto function = [&](double nu, double A) -> ValueAndSlope {
    const double inverse = 1 / (nu + block.m), part = nu * nu * block.phi2 * inverse;
    return {A * (zeta * nu + phi32) - part,
            A * zeta - (zeta * nu + phi32) - 2 * nu * block.phi2 * inverse + part * inverse};
  };
  // The guess neglects zeta and the difference of m and n, which is of higher order in gamma.
  const double ratio2 = phi32 / (phi32 + block.phi2);
  double A = n * std::max(1e-3, block.phi2 / (phi32 + block.phi2) / (1 + std::sqrt(ratio2)));
  const bool found = find_root(n, -1, A, [&](double a) -> ValueAndSlope {
    const auto [value, slope] = function(n - a, a);
    return {value, -slope};
  });
  root = {n - A, A};
  return found;
}

/// A root nu of the equation of two blocks, with A1 = n1 - nu and A2 = nu - n2 to full relative precision.
struct DoubleRoot {
  double nu, A1, A2;
};

struct Secular {
  const Block &first, &second;
  double phi32, zeta, gap;  ///< gap = n1 - n2

  ValueAndSlope operator()(const DoubleRoot& at) const {
    const double i1 = 1 / (at.nu + first.m), i2 = 1 / (at.nu + second.m);
    const double line = zeta * at.nu + phi32;
    const double part2 = second.phi2 * at.A1 * i2, part1 = first.phi2 * at.A2 * i1;
    const double value = at.A1 * at.A2 * line + square(at.nu) * (part2 - part1);
    const double slope = (at.A1 - at.A2) * line + at.A1 * at.A2 * zeta + 2 * at.nu * (part2 - part1) -
                         square(at.nu) * (second.phi2 * i2 + part2 * i2 + first.phi2 * i1 - part1 * i1);
    return {value, slope};
  }

  // Coordinates from a pole, where small values keep their digits.
  DoubleRoot above_second(double delta) const { return {second.n + delta, gap - delta, delta}; }
  DoubleRoot below_first(double delta) const { return {first.n - delta, delta, gap - delta}; }
  DoubleRoot below_second(double delta) const { return {second.n - delta, gap + delta, -delta}; }

  bool upper_root(double guess, DoubleRoot& root) const {
    double delta = std::clamp(guess - second.n, 1e-3 * gap, 0.999 * gap);
    if (delta < 0.5 * gap) {
      if (!find_root(gap, 1, delta, [&](double d) { return (*this)(above_second(d)); })) return false;
      root = above_second(delta);
      if (delta < 0.75 * gap) return true;
    }
    delta = std::clamp(first.n - guess, 1e-3 * gap, 0.5 * gap);
    if (!find_root(gap, -1, delta, [&](double d) -> ValueAndSlope {
          const auto [value, slope] = (*this)(below_first(d));
          return {value, -slope};
        }))
      return false;
    root = below_first(delta);
    return true;
  }
  bool lower_root(double guess, DoubleRoot& root) const {
    double delta = std::clamp(second.n - guess, 1e-3 * second.n, 0.999 * second.n);
    if (!find_root(second.n, 1, delta, [&](double d) -> ValueAndSlope {
          const auto [value, slope] = (*this)(below_second(d));
          return {value, -slope};
        }))
      return false;
    root = below_second(delta);
    return true;
  }
};

Vec5 vector_of(const DoubleRoot& root, const Block& first, const Block& second, double phi3) {
  const double k1 = -first.phi * root.nu * root.A2 / (root.nu + first.m);
  const double k2 = second.phi * root.nu * root.A1 / (root.nu + second.m);
  Vec5 v;
  v << k1 * root.nu, k2 * root.nu, phi3 * root.A1 * root.A2, -k1 * first.rho_gamma, -k2 * second.rho_gamma;
  return v;
}

/// The negative eigenvalues, with the sign turned, and their vectors.
struct NegativePairs {
  std::array<double, 2> nu;
  std::array<Vec5, 2> v;
};

/// Both roots and their vectors, where no component of f vanishes and the blocks differ.
bool negative_pairs(const Block& first, const Block& second, double phi3, double zeta, double gap,
                    NegativePairs& pairs) {
  auto& [nu, v] = pairs;
  const Secular secular{first, second, square(phi3), zeta, gap};
  // The guess neglects zeta and the differences of m and n: a quadratic equation for nu^2.
  const double n12 = square(first.n), n22 = square(second.n);
  const double sum = first.phi2 * n22 + second.phi2 * n12 + secular.phi32 * (n12 + n22);
  const double product = secular.phi32 * n12 * n22;
  const double total = first.phi2 + second.phi2 + secular.phi32;  // 1 up to rounding
  const double half = 0.5 * (sum + std::sqrt(std::max(0.0, square(sum) - 4 * total * product)));
  DoubleRoot upper, lower;
  if (!secular.upper_root(std::sqrt(half / total), upper) ||
      !secular.lower_root(std::sqrt(product / half), lower))
    return false;
  nu = {upper.nu, lower.nu};
  v = {vector_of(upper, first, second, phi3), vector_of(lower, first, second, phi3)};
  for (Vec5& w : v) w /= w.norm();
  // Nearly equal eigenvalues leave their vectors undetermined, but not the space they span.
  v[1] -= v[0].dot(v[1]) * v[0];
  const double left = v[1].norm();
  if (!(left > 0.1)) return false;
  v[1] /= left;
  return true;
}

Mat5 negative_part_by_eigenvalues(const BarrierSpectrum& spectrum) {
  const Eigen::SelfAdjointEigenSolver<Mat5> solver(assembled(spectrum));
  const Vec5 negative = solver.eigenvalues().cwiseMin(0.0);
  return -(solver.eigenvectors() * negative.asDiagonal() * solver.eigenvectors().transpose());
}

/// Embeds a vector (along g^, e, q) of one block in the five coordinates.
Vec5 placed(int block, double along_g, double along_e, double along_q) {
  Vec5 v = Vec5::Zero();
  v[block] = along_g;
  v[2] = along_e;
  v[3 + block] = along_q;
  return v;
}

/// The negative eigenpair of one block and e, ignoring the other block.
bool single_pair(const Block& block, double phi3, double zeta, double& nu, Vec3& v) {
  if (std::abs(block.phi) < negligible_phi) {
    nu = block.n;
    v = Vec3(block.n, 0, -block.rho_gamma).normalized();
    return true;
  }
  SingleRoot root;
  if (!single_root(block, phi3, zeta, root)) return false;
  const double k = -block.phi * root.nu / (root.nu + block.m);
  nu = root.nu;
  v = Vec3(k * root.nu, phi3 * root.A, -k * block.rho_gamma).normalized();
  return true;
}

/// Decoupled blocks: one has no component in f.
bool separate_pairs(const Block& first, const Block& second, double phi3, double zeta, NegativePairs& pairs) {
  auto& [nu, v] = pairs;
  const bool is_first_alone = std::abs(first.phi) < negligible_phi;
  const Block &alone = is_first_alone ? first : second, &coupled = is_first_alone ? second : first;
  Vec3 w;
  nu[0] = alone.n;
  w = Vec3(alone.n, 0, -alone.rho_gamma).normalized();
  v[0] = placed(is_first_alone ? 0 : 1, w[0], 0, w[2]);
  if (!single_pair(coupled, phi3, zeta, nu[1], w)) return false;
  v[1] = placed(is_first_alone ? 1 : 0, w[0], w[1], w[2]);
  return true;
}

}  // namespace

Mat5 assembled(const BarrierSpectrum& spectrum) {
  Vec5 phi;
  phi << spectrum.phi[0], spectrum.phi[1], spectrum.phi3, 0, 0;
  Mat5 S = (phi / spectrum.zeta) * phi.transpose();
  for (int a = 0; a < 2; ++a) {
    const double gamma = spectrum.gamma[static_cast<size_t>(a)];
    S(a, a) += square(gamma);
    S(a, 3 + a) = S(3 + a, a) = spectrum.rho * gamma;
  }
  return S;
}

Mat5 negative_part(const BarrierSpectrum& spectrum) {
  std::array<double, 2> phi = spectrum.phi;
  NegativePairs pairs;
  const Block measure1(spectrum.gamma[0], spectrum.rho, 0), measure2(spectrum.gamma[1], spectrum.rho, 0);
  const double gap = measure1.n - measure2.n;
  double cosine = 1, sine = 0;
  const bool is_equal = gap < 1e-15 * measure1.n;
  if (is_equal) {  // any directions will do: take the one along f
    const double length = std::hypot(phi[0], phi[1]);
    if (length > 0) cosine = phi[0] / length, sine = phi[1] / length;
    phi = {length, 0};
  }
  const Block first(spectrum.gamma[0], spectrum.rho, phi[0]), second(spectrum.gamma[1], spectrum.rho, phi[1]);
  const bool is_separate = std::abs(phi[0]) < negligible_phi || std::abs(phi[1]) < negligible_phi;
  const bool found = is_separate ? separate_pairs(first, second, spectrum.phi3, spectrum.zeta, pairs)
                                 : negative_pairs(first, second, spectrum.phi3, spectrum.zeta, gap, pairs);
  if (!found) return negative_part_by_eigenvalues(spectrum);
  auto& [nu, v] = pairs;
  if (is_equal)
    for (Vec5& w : v)
      for (int at : {0, 3}) {
        const double a = w[at], b = w[at + 1];
        w[at] = cosine * a - sine * b;
        w[at + 1] = sine * a + cosine * b;
      }
  Mat5 N;
  for (int j = 0; j < 5; ++j) N.col(j) = (nu[0] * v[0][j]) * v[0] + (nu[1] * v[1][j]) * v[1];
  return N;
}

Mat3 assembled(const BarrierSpectrum1& s) {
  const double a = s.phi * s.phi / s.zeta + square(s.gamma), b = s.phi * s.phi3 / s.zeta;
  const double c = s.rho * s.gamma;
  Mat3 S;
  S << a, b, c, b, s.phi3 * s.phi3 / s.zeta, 0, c, 0, 0;
  return S;
}

Mat3 negative_part(const BarrierSpectrum1& s) {
  double nu = 0;
  Vec3 v;
  if (single_pair(Block(s.gamma, s.rho, s.phi), s.phi3, s.zeta, nu, v)) return (nu * v) * v.transpose();
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(assembled(s));
  const Vec3 negative = solver.eigenvalues().cwiseMin(0.0);
  return -(solver.eigenvectors() * negative.asDiagonal() * solver.eigenvectors().transpose());
}

}  // namespace lacuna
