#include "energy/translation_free.h"

#include <Eigen/Eigenvalues>

#include <cmath>
#include <limits>

namespace lacuna {

namespace {

constexpr int n = 9;

/// Orthonormal combinations of four nodes that sum to zero, times 2.
constexpr double combination[3][4] = {{1, 1, -1, -1}, {1, -1, 1, -1}, {1, -1, -1, 1}};

/// Row 3 k + axis: a basis vector of the differences of nodes.
struct Rows {
  std::array<Vec12, n> at;

  Vec12& operator[](int i) { return at[static_cast<size_t>(i)]; }
  const Vec12& operator[](int i) const { return at[static_cast<size_t>(i)]; }
};

/// H in the basis of differences; rows are padded to twelve.
Rows reduced(const Mat12& H) {
  Rows half, A;
  for (int k = 0; k < 3; ++k)
    for (int a = 0; a < 3; ++a) {
      Vec12 row = H.col(a);  // symmetric: columns are rows
      for (int i = 1; i < 4; ++i) row += combination[k][i] * H.col(3 * i + a);
      half[3 * k + a] = row;
    }
  for (int i = 0; i < n; ++i) {
    A[i].setZero();
    for (int k = 0; k < 3; ++k)
      for (int a = 0; a < 3; ++a) {
        double sum = half[i][a];
        for (int j = 1; j < 4; ++j) sum += combination[k][j] * half[i][3 * j + a];
        A[i][3 * k + a] = 0.25 * sum;
      }
  }
  return A;
}

/// The basis itself, in coordinates of the nodes.
Rows differences() {
  Rows basis;
  for (int k = 0; k < 3; ++k)
    for (int a = 0; a < 3; ++a) {
      basis[3 * k + a].setZero();
      for (int i = 0; i < 4; ++i) basis[3 * k + a][3 * i + a] = 0.5 * combination[k][i];
    }
  return basis;
}

using Diagonal = std::array<double, n>;

/// A becomes the tridiagonal matrix (d, e); the rows are rotated with it.
void tridiagonalise(Rows& A, Rows& rows, Diagonal& d, Diagonal& e) {
  for (int k = 0; k + 2 < n; ++k) {
    d[static_cast<size_t>(k)] = A[k][k];
    Vec12 v = A[k];
    v.head(k + 1).setZero();
    const double length = v.norm();
    const double to = v[k + 1] > 0 ? -length : length;
    e[static_cast<size_t>(k)] = to;
    if (!(length > 0)) continue;
    const double beta = 1 / (length * (length + std::abs(v[k + 1])));  // 2 / |v - to e|^2
    v[k + 1] -= to;
    Vec12 p = Vec12::Zero(), s = Vec12::Zero();
    for (int i = k + 1; i < n; ++i) {
      p += v[i] * A[i];
      s += v[i] * rows[i];
    }
    p *= beta;
    const Vec12 w = p - (0.5 * beta * p.dot(v)) * v;
    for (int i = k + 1; i < n; ++i) {
      A[i] -= v[i] * w + w[i] * v;
      rows[i] -= (beta * v[i]) * s;
    }
  }
  d[n - 2] = A[n - 2][n - 2];
  e[n - 2] = A[n - 2][n - 1];
  d[n - 1] = A[n - 1][n - 1];
}

/// One implicit QR step on the unreduced block [low, high].
void qr_step(int low, int high, Diagonal& d, Diagonal& e, Rows& rows) {
  const auto at = [](int i) { return static_cast<size_t>(i); };
  // Wilkinson's shift: the eigenvalue of the last 2x2 block that is closer to its corner.
  const double half = 0.5 * (d[at(high - 1)] - d[at(high)]), last = e[at(high - 1)];
  const double root = std::sqrt(half * half + last * last);
  const double shift = d[at(high)] - last * last / (half >= 0 ? half + root : half - root);
  double x = d[at(low)] - shift, z = e[at(low)];
  for (int k = low; k < high; ++k) {
    const double r = std::sqrt(x * x + z * z);
    const double c = r > 0 ? x / r : 1, s = r > 0 ? z / r : 0;
    if (k > low) e[at(k - 1)] = r;
    const double d1 = d[at(k)], d2 = d[at(k + 1)], off = e[at(k)];
    const double turned = s * (s * (d2 - d1) + 2 * c * off);
    d[at(k)] = d1 + turned;
    d[at(k + 1)] = d2 - turned;
    e[at(k)] = c * s * (d2 - d1) + (c - s) * (c + s) * off;
    if (k + 1 < high) {
      x = e[at(k)];
      z = s * e[at(k + 1)];
      e[at(k + 1)] *= c;
    }
    const Vec12 row = rows[k];
    rows[k] = c * row + s * rows[k + 1];
    rows[k + 1] = c * rows[k + 1] - s * row;
  }
}

/// False if it did not converge.
bool diagonalise(Diagonal& d, Diagonal& e, Rows& rows) {
  int high = n - 1;
  for (int step = 0; step < 30 * n; ++step) {
    const auto is_small = [&](int k) {
      return std::abs(e[static_cast<size_t>(k)]) <=
             std::numeric_limits<double>::epsilon() *
                 (std::abs(d[static_cast<size_t>(k)]) + std::abs(d[static_cast<size_t>(k) + 1]));
    };
    while (high > 0 && is_small(high - 1)) --high;
    if (high == 0) return true;
    int low = high - 1;
    while (low > 0 && !is_small(low - 1)) --low;
    qr_step(low, high, d, e, rows);
  }
  return false;
}

Mat12 positive_part_by_eigen(const Mat12& H) {
  const Eigen::SelfAdjointEigenSolver<Mat12> solver(H);
  return solver.eigenvectors() * solver.eigenvalues().cwiseMax(0.0).asDiagonal() *
         solver.eigenvectors().transpose();
}

}  // namespace

Mat12 positive_part(const Mat12& H) {
  const double scale = H.cwiseAbs().maxCoeff();
  if (!(scale > 0)) return Mat12::Zero();
  Rows A = reduced(H / scale), rows = differences();  // near 1: squares neither overflow nor vanish
  Diagonal d, e;
  tridiagonalise(A, rows, d, e);
  if (!diagonalise(d, e, rows)) return positive_part_by_eigen(H);
  Mat12 P = Mat12::Zero();
  for (int i = 0; i < n; ++i) {
    const double lambda = scale * d[static_cast<size_t>(i)];
    if (!(lambda > 0)) continue;
    const Vec12 v = lambda * rows[i];
    for (int j = 0; j < 12; ++j) P.col(j) += rows[i][j] * v;
  }
  return P;
}

}  // namespace lacuna
