// Distance of a pair in the closed form of its region, with derivatives scattered to all nodes of the pair.
#pragma once

#include "geometry/closest_features.h"
#include "support/reference_distance.h"

namespace lacuna::test {

template <int nodes>
struct RegionForm {
  double distance2 = 0;
  Eigen::Matrix<double, 3 * nodes, 1> gradient = Eigen::Matrix<double, 3 * nodes, 1>::Zero();
  Eigen::Matrix<double, nodes, 1> weights = Eigen::Matrix<double, nodes, 1>::Zero();  ///< r = sum_i w_i x_i
};

template <class Region, size_t n>
RegionForm<static_cast<int>(n)> region_form(Region region, const std::array<Vec3, n>& x) {
  RegionForm<static_cast<int>(n)> form;
  visit_closest(region, x, [&](const auto& closest, const auto& nodes) {
    form.distance2 = closest.distance2();
    const auto gradient = closest.gradient();
    for (size_t i = 0; i < nodes.size(); ++i) {
      form.weights[nodes[i]] = closest.c[i];
      form.gradient.template segment<3>(3 * nodes[i]) = gradient.template segment<3>(3 * i);
    }
  });
  return form;
}

}  // namespace lacuna::test
