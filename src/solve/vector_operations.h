// Operations on vectors of points. Sums have an order that does not depend on the threads.
#pragma once

#include "base/parallel.h"
#include "math/block_matrix.h"

#include <limits>

namespace lacuna {

inline double dot(std::span<const Vec3> a, std::span<const Vec3> b) {
  return ordered_sum(count_of(a),
                     [&](Index i) { return a[static_cast<size_t>(i)].dot(b[static_cast<size_t>(i)]); });
}

inline double norm(std::span<const Vec3> a) { return std::sqrt(dot(a, a)); }

/// r = b - A x.
inline void residual(const BlockMatrix& a, std::span<const Vec3> b, std::span<const Vec3> x,
                     std::span<Vec3> r) {
  a.multiply(x, r);
  parallel_for(count_of(b), [&](Index i) {
    r[static_cast<size_t>(i)] = b[static_cast<size_t>(i)] - r[static_cast<size_t>(i)];
  });
}

/// Largest |component|, infinity if one is NaN.
inline double largest_component(Positions p) {
  return parallel_max(count_of(p), 0, [&](Index i) {
    const Vec3& v = p[static_cast<size_t>(i)];
    return v.allFinite() ? v.lpNorm<Eigen::Infinity>() : std::numeric_limits<double>::infinity();
  });
}

}  // namespace lacuna
