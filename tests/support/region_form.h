// Distance of a pair in the closed form of its region, with derivatives scattered to all nodes of the pair.
#pragma once

#include "geometry/closest_vector.h"
#include "geometry/distance.h"
#include "support/reference_distance.h"

namespace lacuna::test {

template <int nodes>
struct RegionForm {
  double distance2 = 0;
  Eigen::Matrix<double, 3 * nodes, 1> gradient = Eigen::Matrix<double, 3 * nodes, 1>::Zero();
  Eigen::Matrix<double, nodes, 1> weights = Eigen::Matrix<double, nodes, 1>::Zero();  ///< r = sum_i w_i x_i
};

template <int nodes, class Closest>
RegionForm<nodes> scattered(const Closest& closest, std::array<int, Closest::node_count> at) {
  RegionForm<nodes> form;
  form.distance2 = closest.distance2();
  const auto gradient = closest.gradient();
  for (int i = 0; i < Closest::node_count; ++i) {
    form.gradient.template segment<3>(3 * at[i]) = gradient.template segment<3>(3 * i);
    form.weights[at[i]] = closest.c[i];
  }
  return form;
}

inline RegionForm<3> region_form(PointEdgeRegion region, const std::array<Vec3, 3>& x) {
  const auto& [p, a, b] = x;
  switch (region) {
    case PointEdgeRegion::a:
      return scattered<3>(point_point_vector(p, a), {0, 1});
    case PointEdgeRegion::b:
      return scattered<3>(point_point_vector(p, b), {0, 2});
    case PointEdgeRegion::interior:
      break;
  }
  return scattered<3>(point_line_vector(p, a, b), {0, 1, 2});
}

inline RegionForm<4> region_form(PointTriangleRegion region, const std::array<Vec3, 4>& x) {
  const int k = static_cast<int>(region);
  if (region == PointTriangleRegion::face)
    return scattered<4>(point_plane_vector(x[0], x[1], x[2], x[3]), {0, 1, 2, 3});
  if (k < 3) return scattered<4>(point_point_vector(x[0], x[1 + k]), {0, 1 + k});
  const int a = 1 + (k - 3), b = 1 + (k - 2) % 3;
  return scattered<4>(point_line_vector(x[0], x[a], x[b]), {0, a, b});
}

inline RegionForm<4> region_form(EdgeEdgeRegion region, const std::array<Vec3, 4>& x) {
  const int on_a = static_cast<int>(region) / 3, on_b = static_cast<int>(region) % 3;
  if (on_a == 2 && on_b == 2) return scattered<4>(line_line_vector(x[0], x[1], x[2], x[3]), {0, 1, 2, 3});
  if (on_a == 2) return scattered<4>(point_line_vector(x[2 + on_b], x[0], x[1]), {2 + on_b, 0, 1});
  if (on_b == 2) return scattered<4>(point_line_vector(x[on_a], x[2], x[3]), {on_a, 2, 3});
  return scattered<4>(point_point_vector(x[on_a], x[2 + on_b]), {on_a, 2 + on_b});
}

}  // namespace lacuna::test
