#include "energy/contact_barrier.h"

#include "energy/negative_part.h"
#include "energy/translation_free.h"
#include "geometry/edge_edge_mollifier.h"

namespace lacuna {

namespace {

using Blocks = std::array<Mat3, 10>;

/// First and second derivative with respect to the squared distance, including the weight.
struct Slopes {
  double first, second;
};

/// Three numbers and a zero: one register, where Vec3 goes through memory.
Vec4 padded(const Vec3& v) { return {v[0], v[1], v[2], 0}; }

/// A Hessian as sum of h_k r^, over coefficient vectors h_k, and f q_a: its matrix A in that basis, rows and
/// columns in this order. q_1, q_2, r^ are orthonormal, and so are the h_k. Coefficients are padded to four
/// nodes.
template <int nodes, int along_r>
struct LocalForm {
  static constexpr int size = along_r + 2;
  std::array<Vec4, along_r> h;
  Vec4 f = Vec4::Zero();
  Vec3 r;
  std::array<Vec3, 2> q;
  Eigen::Matrix<double, size, size> A;

  void write(Blocks& blocks) const {
    const Vec4 r4 = padded(r), q0 = padded(q[0]), q1 = padded(q[1]);
    // Along r^ twice: M; along r^ at node i: eta_i, a combination of the q.
    std::array<Vec4, 4> M{Vec4::Zero(), Vec4::Zero(), Vec4::Zero(), Vec4::Zero()};
    std::array<Vec4, 2> mixed{Vec4::Zero(), Vec4::Zero()};
    for (int k = 0; k < along_r; ++k) {
      const Vec4& hk = h[static_cast<size_t>(k)];
      Vec4 Ah = Vec4::Zero();
      for (int l = 0; l < along_r; ++l) Ah += A(l, k) * h[static_cast<size_t>(l)];
      for (int j = 0; j < nodes; ++j) M[static_cast<size_t>(j)] += hk[j] * Ah;
      mixed[0] += A(k, along_r) * hk;
      mixed[1] += A(k, along_r + 1) * hk;
    }
    const Vec4 T0 = A(along_r, along_r) * q0 + A(along_r, along_r + 1) * q1;
    const Vec4 T1 = A(along_r + 1, along_r) * q0 + A(along_r + 1, along_r + 1) * q1;
    std::array<Vec4, nodes> eta;
    std::array<std::array<Vec4, 3>, nodes> across;  // column c: f_j T_c + r_c eta_j
    for (int j = 0; j < nodes; ++j) {
      const auto at = static_cast<size_t>(j);
      eta[at] = mixed[0][j] * q0 + mixed[1][j] * q1;
      for (int c = 0; c < 3; ++c)
        across[at][static_cast<size_t>(c)] = (f[j] * q[0][c]) * T0 + (f[j] * q[1][c]) * T1 + r[c] * eta[at];
    }
    // Block (i, j), column c: (M_ij r_c + f_j eta_i,c) r + f_i across_j,c.
    double* out = blocks[0].data();
    for (int i = 0; i < nodes; ++i)
      for (int j = i; j < nodes; ++j, out += 9) {
        const Vec4 along = M[static_cast<size_t>(j)][i] * r4 + f[j] * eta[static_cast<size_t>(i)];
        for (int c = 0; c < 3; ++c) {
          const Vec4 column = along[c] * r4 + f[i] * across[static_cast<size_t>(j)][static_cast<size_t>(c)];
          if (c < 2)
            Eigen::Map<Vec4>(out + 3 * c) = column;  // the fourth is overwritten by the next column
          else
            Eigen::Map<Vec3>(out + 6) = column.head<3>();
        }
      }
  }
};

/// From S, of a positive weight, and the negative part N of S, both for a unit of `scale`, to the requested
/// form.
template <class Matrix>
Matrix chosen(const Matrix& S, const Matrix& N, double scale, double sign, Projection projection) {
  if (projection == Projection::none) return (sign * scale) * S;
  return sign > 0 ? Matrix(scale * (S + N)) : Matrix(scale * N);
}

/// alpha and beta of negative_part.h, of the absolute value of the weight.
struct Stiffness {
  double alpha, beta, sign;

  Stiffness(Slopes slopes, double distance2, double c2) {
    sign = slopes.first < 0 ? 1 : -1;  // b' is negative where there is contact
    alpha = sign * c2 * (4 * slopes.second * distance2 + 2 * slopes.first);
    beta = -2 * sign * slopes.first;
  }
  /// False where the barrier has vanished.
  bool is_active() const { return alpha > 0 && beta > 0; }
};

void write_zero(Blocks& blocks) { blocks.fill(Mat3::Zero()); }

void write_hessian(const PointPointVector& closest, Slopes slopes, Projection projection, Blocks& blocks) {
  const double D = closest.distance2();
  const Stiffness s(slopes, D, closest.c.squaredNorm());
  if (!s.is_active()) return write_zero(blocks);
  // alpha along r^, -beta rho^2 across.
  const double across = -s.beta * closest.c.squaredNorm();
  double along_value = s.sign * s.alpha, across_value = s.sign * across;
  if (projection == Projection::psd) {
    along_value = std::max(0.0, along_value);
    across_value = std::max(0.0, across_value);
  }
  // c c^T / |c|^2 = (1, -1)(1, -1)^T / 2
  const Mat3 block = (0.5 * (along_value - across_value) / D) * closest.r * closest.r.transpose() +
                     (0.5 * across_value) * Mat3::Identity();
  blocks[0] = block;
  blocks[1] = -block;
  blocks[2] = block;
}

void write_hessian(const PointEdgeVector& closest, Slopes slopes, Projection projection, Blocks& blocks) {
  const double D = closest.distance2(), c2 = closest.c.squaredNorm();
  const Stiffness s(slopes, D, c2);
  if (!s.is_active()) return write_zero(blocks);
  const double d = std::sqrt(D), inverse = std::sqrt(closest.inverse_length2[0]);
  LocalForm<3, 2> form;
  form.r = closest.r / d;
  form.q = {inverse * closest.t[0], Vec3::Zero()};
  form.q[1] = form.r.cross(form.q[0]);
  form.f.head<3>() = closest.c / std::sqrt(c2);
  const double length = closest.dc[0].norm();
  BarrierSpectrum1 spectrum;
  spectrum.gamma = d * inverse * length;
  spectrum.rho = std::sqrt(c2);
  spectrum.zeta = s.beta / s.alpha;
  form.h[0] << closest.dc[0] / length, 0;
  spectrum.phi = form.f.dot(form.h[0]);
  form.h[1] = form.f - spectrum.phi * form.h[0];
  spectrum.phi3 = form.h[1].norm();
  form.h[1] /= spectrum.phi3;
  const Mat3 N = projection == Projection::none ? Mat3(Mat3::Zero()) : negative_part(spectrum);
  form.A.setZero();
  form.A.topLeftCorner<3, 3>() = chosen(assembled(spectrum), N, s.beta, s.sign, projection);
  // The direction across the edge has the eigenvalue -beta rho^2.
  const double across = -s.sign * s.beta * c2;
  form.A(3, 3) = projection == Projection::none ? across : std::max(0.0, across);
  form.write(blocks);
}

/// Turns both pairs in their planes until g_1 and g_2 are orthogonal, the longer one first.
void make_orthogonal(std::array<Vec4, 2>& g, std::array<Vec3, 2>& q) {
  const double g11 = g[0].squaredNorm(), g22 = g[1].squaredNorm(), g12 = g[0].dot(g[1]);
  const double half = 0.5 * (g22 - g11), root = std::sqrt(square(half) + square(g12));
  if (g12 != 0) {
    const double tangent = g12 / (half >= 0 ? half + root : half - root);
    const double cosine = 1 / std::sqrt(1 + square(tangent)), sine = tangent * cosine;
    const Vec4 g0 = cosine * g[0] - sine * g[1];
    g[1] = sine * g[0] + cosine * g[1];
    g[0] = g0;
    const Vec3 q0 = cosine * q[0] - sine * q[1];
    q[1] = sine * q[0] + cosine * q[1];
    q[0] = q0;
  }
  if (half > 0) {
    std::swap(g[0], g[1]);
    std::swap(q[0], q[1]);
  }
}

void write_hessian(const PointTriangleVector& closest, Slopes slopes, Projection projection, Blocks& blocks) {
  const double D = closest.distance2(), c2 = closest.c.squaredNorm();
  const Stiffness s(slopes, D, c2);
  if (!s.is_active()) return write_zero(blocks);
  const double d = std::sqrt(D);
  LocalForm<4, 3> form;
  form.r = closest.r / d;
  form.f = closest.c / std::sqrt(c2);
  std::array<Vec4, 2> g;
  for (size_t a = 0; a < 2; ++a) {
    const double inverse = std::sqrt(closest.inverse_length2[a]);
    form.q[a] = inverse * closest.t[a];
    g[a] = (d * inverse) * closest.dc[a];
  }
  make_orthogonal(g, form.q);
  BarrierSpectrum spectrum;
  spectrum.rho = std::sqrt(c2);
  spectrum.zeta = s.beta / s.alpha;
  form.h[2] = form.f;
  for (size_t a = 0; a < 2; ++a) {
    spectrum.gamma[a] = g[a].norm();
    form.h[a] = g[a] / spectrum.gamma[a];
    spectrum.phi[a] = form.f.dot(form.h[a]);
    form.h[2] -= spectrum.phi[a] * form.h[a];
  }
  spectrum.phi3 = form.h[2].norm();  // above 0.7: c is never close to its derivatives
  form.h[2] /= spectrum.phi3;
  const Mat5 N = projection == Projection::none ? Mat5(Mat5::Zero()) : negative_part(spectrum);
  form.A = chosen(assembled(spectrum), N, s.beta, s.sign, projection);
  form.write(blocks);
}

// ---- planes

void add_plane(const StencilPoints& x, Slopes slopes, Projection projection, ContactDerivatives& out) {
  const Vec3& n = x[2];
  const double distance = n.dot(x[0] - x[1]);
  const Vec3 g = (2 * slopes.first * distance) * n;
  out.gradient.segment<3>(0) = g;
  out.gradient.segment<3>(3) = -g;
  double along = 4 * slopes.second * square(distance) + 2 * slopes.first;
  if (projection == Projection::psd) along = std::max(0.0, along);
  const Mat3 block = (along * n) * n.transpose();
  out.hessian[0] = block;
  out.hessian[1] = -block;
  out.hessian[2] = block;
}

// ---- spheres from inside

/// The distance d to the wall is concave, d'' = -(directions in which the wall curves) / from_center, so both
/// terms are positive semidefinite where the barrier is convex in d.
void add_sphere(const ContactStencil& stencil, const StencilPoints& x, Slopes slopes, Projection projection,
                ContactDerivatives& out) {
  const RoundContact c = round_contact(stencil, x);
  const Vec3& axis = x[3];
  double along = 4 * slopes.second * square(c.distance) + 2 * slopes.first;
  double across = c.from_center > 0 ? -2 * slopes.first * c.distance / c.from_center : 0;
  if (projection == Projection::psd) {
    along = std::max(0.0, along);
    across = std::max(0.0, across);
  }
  Mat3 curved = Mat3::Identity() - c.normal * c.normal.transpose();
  if (c.is_tube) curved -= axis * axis.transpose();
  size_t block = 0;
  for (int i = 0; i < 3; ++i) {
    const Vec3 slope = c.slope(i, axis);
    out.gradient.segment<3>(3 * i) = (2 * slopes.first * c.distance) * slope;
    for (int j = i; j < 3; ++j, ++block) {
      out.hessian[block] = (along * slope) * c.slope(j, axis).transpose();
      if (j < 2) out.hessian[block] += (i == j ? across : -across) * curved;
    }
  }
}

// ---- nearly parallel edges

/// Distance and its derivatives with respect to all four nodes.
struct FullDistance {
  double distance2 = 0;
  Vec12 gradient = Vec12::Zero();
  Mat12 hessian = Mat12::Zero();
};

template <class Visit>
void visit_mollified(const ContactStencil& stencil, const StencilPoints& x, Visit&& visit) {
  visit_closest(StencilKind::mollified, stencil.region, x, visit);
}

FullDistance full_distance(const ContactStencil& stencil, const StencilPoints& x) {
  FullDistance full;
  visit_mollified(stencil, x, [&](const auto& closest, const auto& places) {
    full.distance2 = closest.distance2();
    const auto g = closest.gradient();
    const auto H = closest.hessian();
    for (size_t i = 0; i < places.size(); ++i) {
      const auto at = static_cast<int>(3 * places[i]), from = static_cast<int>(3 * i);
      full.gradient.segment<3>(at) = g.template segment<3>(from);
      for (size_t j = 0; j < places.size(); ++j)
        full.hessian.block<3, 3>(at, static_cast<int>(3 * places[j])) =
            H.template block<3, 3>(from, static_cast<int>(3 * j));
    }
  });
  return full;
}

void add_mollified(const ContactStencil& stencil, const StencilPoints& x, const ContactLaw& law,
                   Projection projection, ContactDerivatives& out) {
  const Vec3 u = x[1] - x[0], v = x[3] - x[2];
  const EdgeEdgeMollifier m = edge_edge_mollifier(u, v, stencil.threshold);
  const double D = distance2(stencil, x);
  const LogBarrier b = law.barrier(D, stencil.offset2);
  Mat12 H = b.value * edge_edge_mollifier_hessian(u, v, stencil.threshold);
  if (m.value > 0) {  // otherwise b' may be too large for a product with zero
    const FullDistance full = full_distance(stencil, x);
    const Vec12 dm = edge_edge_mollifier_gradient(u, v, stencil.threshold);
    out.gradient = b.value * dm + (m.value * b.first) * full.gradient;
    H += b.first * (full.gradient * dm.transpose() + dm * full.gradient.transpose());
    H +=
        (m.value * b.second) * full.gradient * full.gradient.transpose() + (m.value * b.first) * full.hessian;
  }
  out.gradient *= stencil.weight;
  H *= stencil.weight;
  if (projection == Projection::psd) H = positive_part(H);
  size_t block = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = i; j < 4; ++j) out.hessian[block++] = H.block<3, 3>(3 * i, 3 * j);
}

}  // namespace

double contact_energy(const ContactStencil& stencil, const StencilPoints& x, const ContactLaw& law) {
  const double b = law.barrier(distance2(stencil, x), stencil.offset2).value;
  if (!(b < std::numeric_limits<double>::infinity())) return b;  // whatever the weight
  if (stencil.kind != StencilKind::mollified) return stencil.weight * b;
  return stencil.weight * b * edge_edge_mollifier(x[1] - x[0], x[3] - x[2], stencil.threshold).value;
}

Vec12 contact_gradient(const ContactStencil& stencil, const StencilPoints& x, const ContactLaw& law) {
  Vec12 gradient = Vec12::Zero();
  if (stencil.kind == StencilKind::plane) {
    const double distance = x[2].dot(x[0] - x[1]);
    const LogBarrier b = law.barrier(square(distance), stencil.offset2);
    gradient.segment<3>(0) = (2 * stencil.weight * b.first * distance) * x[2];
    gradient.segment<3>(3) = -gradient.segment<3>(0);
    return gradient;
  }
  if (stencil.kind == StencilKind::sphere) {
    const RoundContact c = round_contact(stencil, x);
    const LogBarrier b = law.barrier(square(c.distance), stencil.offset2);
    for (int i = 0; i < 3; ++i)
      gradient.segment<3>(3 * i) = (2 * stencil.weight * b.first * c.distance) * c.slope(i, x[3]);
    return gradient;
  }
  EdgeEdgeMollifier m;
  if (stencil.kind == StencilKind::mollified)
    m = edge_edge_mollifier(x[1] - x[0], x[3] - x[2], stencil.threshold);
  if (!(m.value > 0)) return gradient;
  visit_closest(stencil.kind, stencil.region, x, [&](const auto& closest, const auto& places) {
    const LogBarrier b = law.barrier(closest.distance2(), stencil.offset2);
    const Vec3 force = (2 * stencil.weight * m.value * b.first) * closest.r;
    for (size_t i = 0; i < places.size(); ++i)
      gradient.segment<3>(static_cast<int>(3 * places[i])) = closest.c[static_cast<int>(i)] * force;
    if (m.is_active)
      gradient += (stencil.weight * b.value) *
                  edge_edge_mollifier_gradient(x[1] - x[0], x[3] - x[2], stencil.threshold);
  });
  return gradient;
}

double contact_normal_force(const ContactStencil& stencil, const StencilPoints& x, const ContactLaw& law) {
  const double D = distance2(stencil, x);
  return -2 * stencil.weight * std::sqrt(D) * law.barrier(D, stencil.offset2).first;
}

ContactDerivatives contact_derivatives(const ContactStencil& stencil, const StencilPoints& x,
                                       const ContactLaw& law, Projection projection) {
  ContactDerivatives out;
  out.node_count = node_count(stencil.kind);
  out.gradient.setZero();
  if (stencil.kind == StencilKind::mollified) {
    add_mollified(stencil, x, law, projection, out);
    return out;
  }
  const auto slopes_at = [&](double distance2) -> Slopes {
    const LogBarrier b = law.barrier(distance2, stencil.offset2);
    return {stencil.weight * b.first, stencil.weight * b.second};
  };
  if (stencil.kind == StencilKind::plane) {
    add_plane(x, slopes_at(distance2(stencil, x)), projection, out);
    return out;
  }
  if (stencil.kind == StencilKind::sphere) {
    add_sphere(stencil, x, slopes_at(distance2(stencil, x)), projection, out);
    return out;
  }
  const auto add = [&](const auto& closest) {
    const Slopes slopes = slopes_at(closest.distance2());
    for (int i = 0; i < closest.node_count; ++i)
      out.gradient.segment<3>(3 * i) = (2 * slopes.first * closest.c[i]) * closest.r;
    write_hessian(closest, slopes, projection, out.hessian);
  };
  switch (stencil.kind) {
    case StencilKind::point_point:
      add(point_point_vector(x[0], x[1]));
      break;
    case StencilKind::point_edge:
      add(straightened(point_line_vector(x[0], x[1], x[2])));
      break;
    case StencilKind::point_triangle:
      add(straightened(point_plane_vector(x[0], x[1], x[2], x[3])));
      break;
    default:
      add(straightened(line_line_vector(x[0], x[1], x[2], x[3])));
  }
  return out;
}

}  // namespace lacuna
