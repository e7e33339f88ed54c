#include "sim/limits.h"

#include "base/parallel.h"

#include <algorithm>

namespace lacuna {

namespace {

constexpr Index chunk_size = 256;

ElementPositions<3> corners(Positions x, const Triangle& t) {
  return {x[static_cast<size_t>(t[0])], x[static_cast<size_t>(t[1])], x[static_cast<size_t>(t[2])]};
}

double area_of(const StrainLimit::Data& data) { return 0.5 / std::abs(data.inverse_edges.determinant()); }

}  // namespace

Limits::Limits(const Model& model, BarrierShape shape, double least_margin) : least_margin_(least_margin) {
  const auto& group = model.elements.of<StrainLimitKind>();
  triangles_.assign(group.nodes.begin(), group.nodes.end());
  data_ = group.data;
  gradients_.resize(triangles_.size());
  // A vertex gives each of its triangles a share of its mass, by area.
  std::vector<double> area(model.rest.size(), 0);
  for (size_t t = 0; t < triangles_.size(); ++t)
    for (const Index v : triangles_[t]) area[static_cast<size_t>(v)] += area_of(data_[t]);
  const Index first = model.elements.first<StrainLimitKind>();
  for (size_t t = 0; t < triangles_.size(); ++t) {
    data_[t].shape = shape;
    double mass = 0;
    for (const Index v : triangles_[t])
      mass += model.mass[static_cast<size_t>(v)] * area_of(data_[t]) / area[static_cast<size_t>(v)];
    mass_.push_back(mass);
    first_block_.push_back(model.elements.block_begins()[static_cast<size_t>(first) + t]);
  }
  const std::vector<Index>& begins = model.elements.block_begins();
  blocks_ = {begins[static_cast<size_t>(first)], begins[static_cast<size_t>(first) + triangles_.size()]};
}

void Limits::update(Positions x, Positions x_start, const StiffnessTerms& terms) {
  parallel_for(
      count_of(triangles_),
      [&](Index i) {
        const auto t = static_cast<size_t>(i);
        const Triangle& nodes = triangles_[t];
        const double range = data_[t].limits.limit - data_[t].limits.onset;
        const double gap = range * std::max(least_margin_, strain_limit_margin(corners(x, nodes), data_[t]));
        double stiffness = terms.scale * mass_[t] * square(reference_speed / gap);
        if (terms.elastic) {
          std::array<Vec3, 3> w = corners(x_start, nodes);
          const Vec3 center = (w[0] + w[1] + w[2]) / 3;
          for (Vec3& corner : w) corner -= center;
          stiffness += terms.elastic->stiffness(nodes, w);
        }
        data_[t].weight = stiffness * square(range);
      },
      chunk_size);
}

void Limits::add(Positions x, std::span<Vec3> gradient, std::span<Mat3> element_blocks) {
  parallel_for(
      count_of(triangles_),
      [&](Index i) {
        const auto t = static_cast<size_t>(i);
        const ElementDerivatives<3> d = StrainLimit::derivatives(corners(x, triangles_[t]), data_[t]);
        gradients_[t] = d.gradient;
        Mat3* const block = &element_blocks[static_cast<size_t>(first_block_[t])];
        for (size_t k = 0; k < d.hessian.size(); ++k) block[k] = d.hessian[k];
      },
      chunk_size);
  for (size_t t = 0; t < triangles_.size(); ++t)
    for (int k = 0; k < 3; ++k)
      gradient[static_cast<size_t>(triangles_[t][static_cast<size_t>(k)])] += gradients_[t].segment<3>(3 * k);
}

double Limits::energy(Positions x) const {
  return ordered_sum(count_of(triangles_), [&](Index i) {
    const auto t = static_cast<size_t>(i);
    return StrainLimit::energy(corners(x, triangles_[t]), data_[t]);
  });
}

}  // namespace lacuna
