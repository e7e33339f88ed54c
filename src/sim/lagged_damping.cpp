#include "sim/lagged_damping.h"

#include "base/parallel.h"

namespace lacuna {

namespace {

/// Product of the upper blocks of a stencil with displacements of its nodes.
std::array<Vec3, 4> multiply(const Stencil& stencil, const Mat3* block, const std::array<Vec3, 4>& d) {
  std::array<Vec3, 4> out{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  const auto n = static_cast<size_t>(stencil.node_count);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = i; j < n; ++j, ++block) {
      out[i] += *block * d[j];
      if (i != j) out[j] += block->transpose() * d[i];
    }
  return out;
}

std::array<Vec3, 4> motion_of(const Stencil& stencil, Positions x, Positions x_start) {
  std::array<Vec3, 4> d;
  d.fill(Vec3::Zero());
  for (size_t k = 0; k < static_cast<size_t>(stencil.node_count); ++k) {
    const auto v = static_cast<size_t>(stencil.nodes[k]);
    d[k] = x[v] - x_start[v];
  }
  return d;
}

}  // namespace

void LaggedDamping::begin_step(Positions x, double scale) {
  is_active_ = elements_.is_damped() && scale > 0;
  if (!is_active_) return;
  x_start_.assign(x.begin(), x.end());
  blocks_.resize(static_cast<size_t>(elements_.block_begins().back()));
  elements_.hessian(x, {.all = scale}, corners_, blocks_);
  parallel_for(elements_.count(), [&](Index e) {
    const std::vector<Index>& begins = elements_.block_begins();
    for (Index b = begins[static_cast<size_t>(e)]; b < begins[static_cast<size_t>(e) + 1]; ++b)
      blocks_[static_cast<size_t>(b)] *= elements_.damping(e);
  });
}

double LaggedDamping::energy_change(Positions x_from, Positions x_to) const {
  if (!is_active_) return 0;
  return ordered_sum(elements_.count(), [&](Index i) {
    const auto e = static_cast<size_t>(i);
    const Stencil& stencil = elements_.stencils()[e];
    const auto to = motion_of(stencil, x_to, x_start_), from = motion_of(stencil, x_from, x_start_);
    std::array<Vec3, 4> sum;
    for (size_t k = 0; k < 4; ++k) sum[k] = to[k] + from[k];
    const auto force = multiply(stencil, &blocks_[static_cast<size_t>(elements_.block_begins()[e])], sum);
    double change = 0;
    for (size_t k = 0; k < 4; ++k) change += 0.5 * (to[k] - from[k]).dot(force[k]);
    return change;
  });
}

void LaggedDamping::add_gradient(Positions x, std::span<Vec3> gradient) {
  if (!is_active_) return;
  parallel_for(elements_.count(), [&](Index i) {
    const auto e = static_cast<size_t>(i);
    const Stencil& stencil = elements_.stencils()[e];
    const auto force = multiply(stencil, &blocks_[static_cast<size_t>(elements_.block_begins()[e])],
                                motion_of(stencil, x, x_start_));
    const auto corner = static_cast<size_t>(elements_.corner_begins()[e]);
    for (size_t k = 0; k < static_cast<size_t>(stencil.node_count); ++k) corners_[corner + k] = force[k];
  });
  elements_.gather(corners_, gradient);
}

void LaggedDamping::add_blocks(std::span<Mat3> blocks) const {
  if (!is_active_) return;
  parallel_for(count_of(blocks_),
               [&](Index b) { blocks[static_cast<size_t>(b)] += blocks_[static_cast<size_t>(b)]; });
}

}  // namespace lacuna
