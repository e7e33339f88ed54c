// Maps a region to the closed form of its distance: the nodes of the pair that take part, and their closest
// vector. Stencils are (p, a, b), (p, t0, t1, t2) and (a0, a1, b0, b1).
#pragma once

#include "geometry/closest_vector.h"
#include "geometry/distance.h"

namespace lacuna {

/// Calls visit(closest, nodes): the ClosestVector of the region, and for each of its nodes the index in the
/// stencil.
template <class Visit>
decltype(auto) visit_closest(PointEdgeRegion region, const std::array<Vec3, 3>& x, Visit&& visit) {
  if (region == PointEdgeRegion::interior)
    return visit(point_line_vector(x[0], x[1], x[2]), std::array<size_t, 3>{0, 1, 2});
  const size_t end = region == PointEdgeRegion::a ? 1 : 2;
  return visit(point_point_vector(x[0], x[end]), std::array<size_t, 2>{0, end});
}

template <class Visit>
decltype(auto) visit_closest(PointTriangleRegion region, const std::array<Vec3, 4>& x, Visit&& visit) {
  if (region == PointTriangleRegion::face)
    return visit(point_plane_vector(x[0], x[1], x[2], x[3]), std::array<size_t, 4>{0, 1, 2, 3});
  const auto number = static_cast<size_t>(region);  // vertices 0 to 2, then edges 01, 12, 20
  if (number < 3) return visit(point_point_vector(x[0], x[1 + number]), std::array<size_t, 2>{0, 1 + number});
  const size_t a = 1 + (number - 3), b = 1 + (number - 2) % 3;
  return visit(point_line_vector(x[0], x[a], x[b]), std::array<size_t, 3>{0, a, b});
}

template <class Visit>
decltype(auto) visit_closest(EdgeEdgeRegion region, const std::array<Vec3, 4>& x, Visit&& visit) {
  const size_t on_a = static_cast<size_t>(region) / 3, on_b = static_cast<size_t>(region) % 3;
  constexpr size_t inside = 2;  // 0 and 1 are the ends
  if (on_a == inside && on_b == inside)
    return visit(line_line_vector(x[0], x[1], x[2], x[3]), std::array<size_t, 4>{0, 1, 2, 3});
  if (on_a == inside)
    return visit(point_line_vector(x[2 + on_b], x[0], x[1]), std::array<size_t, 3>{2 + on_b, 0, 1});
  if (on_b == inside) return visit(point_line_vector(x[on_a], x[2], x[3]), std::array<size_t, 3>{on_a, 2, 3});
  return visit(point_point_vector(x[on_a], x[2 + on_b]), std::array<size_t, 2>{on_a, 2 + on_b});
}

/// Gradient of the squared distance with respect to all nodes of the stencil, from its closest points.
template <class Closest>
auto distance2_gradient(const Closest& closest) {
  const auto c = closest.coefficients();
  constexpr int nodes = decltype(c)::RowsAtCompileTime;
  Eigen::Matrix<double, 3 * nodes, 1> g;
  for (int i = 0; i < nodes; ++i) g.template segment<3>(3 * i) = (2 * c[i]) * closest.r;
  return g;
}

/// Hessian of the squared distance with respect to all nodes of the stencil.
template <class Region, size_t n>
Eigen::Matrix<double, 3 * n, 3 * n> distance2_hessian(Region region, const std::array<Vec3, n>& x) {
  using Full = Eigen::Matrix<double, 3 * n, 3 * n>;
  return visit_closest(region, x, [](const auto& closest, const auto& nodes) -> Full {
    if constexpr (std::tuple_size_v<std::decay_t<decltype(nodes)>> == n) {
      return closest.hessian();  // all nodes, in their order
    } else {
      const auto small = closest.hessian();
      Full H = Full::Zero();
      for (size_t i = 0; i < nodes.size(); ++i)
        for (size_t j = 0; j < nodes.size(); ++j)
          H.template block<3, 3>(static_cast<int>(3 * nodes[i]), static_cast<int>(3 * nodes[j])) =
              small.template block<3, 3>(static_cast<int>(3 * i), static_cast<int>(3 * j));
      return H;
    }
  });
}

}  // namespace lacuna
