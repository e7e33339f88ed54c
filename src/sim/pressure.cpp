#include "sim/pressure.h"

#include "base/parallel.h"
#include "energy/pressure.h"

#include <algorithm>

namespace lacuna {

namespace {

constexpr Index face_chunk = 256;

TrianglePositions corners(Positions x, const Triangle& t) {
  return {x[static_cast<size_t>(t[0])], x[static_cast<size_t>(t[1])], x[static_cast<size_t>(t[2])]};
}

}  // namespace

Pressure::Pressure(const Model& model)
    : model_(model),
      pressed_(model.loads.pressed),
      triangles_at_(vertex_triangles(model.loads.pressed.triangles, model.vertex_count())),
      forces_(pressed_.triangles.size()) {
  for (const Triangle& t : pressed_.triangles) {
    Stencil stencil;
    std::copy(t.begin(), t.end(), stencil.nodes.begin());
    stencil.node_count = 3;
    stencils_.push_back(stencil);
  }
}

void Pressure::begin_step(const State& state, const TimeStep& step, double scale) {
  scale_ = scale;
  start_.clear();
  if (is_empty() || !averages_elastic_forces(model_, step)) return;
  start_.assign(state.x.size(), Vec3::Zero());
  add_forces(state.x, start_);
}

double Pressure::energy_change(Positions x_from, Positions x_to) const {
  if (is_empty()) return 0;
  const double swept = ordered_sum(count_of(pressed_.triangles), [&](Index i) {
    const auto t = static_cast<size_t>(i);
    const Triangle& nodes = pressed_.triangles[t];
    return pressed_.pressure[t] * swept_volume(corners(x_from, nodes), corners(x_to, nodes));
  });
  const double at_start = ordered_sum(count_of(start_), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    return start_[v].dot(x_to[v] - x_from[v]);
  });
  return at_start - scale_ * swept;
}

void Pressure::add_forces(Positions x, std::span<Vec3> gradient) {
  parallel_for(
      count_of(forces_),
      [&](Index i) {
        const auto t = static_cast<size_t>(i);
        forces_[t] = pressure_force(corners(x, pressed_.triangles[t]), scale_ * pressed_.pressure[t]);
      },
      face_chunk);
  parallel_for(count_of(gradient), [&](Index v) {
    for (const Index t : triangles_at_.at(v))
      gradient[static_cast<size_t>(v)] -= forces_[static_cast<size_t>(t)];
  });
}

void Pressure::add_gradient(Positions x, std::span<Vec3> gradient) {
  if (is_empty()) return;
  add_forces(x, gradient);
  for (size_t v = 0; v < start_.size(); ++v) gradient[v] += start_[v];
}

void Pressure::write_blocks(Positions x, std::span<Mat3> blocks) const {
  parallel_for(
      count_of(pressed_.triangles),
      [&](Index i) {
        const auto t = static_cast<size_t>(i);
        const auto [b01, b02, b12] =
            pressure_hessian(corners(x, pressed_.triangles[t]), scale_ * pressed_.pressure[t]);
        const Mat3 zero = Mat3::Zero();
        const std::array<Mat3, 6> upper = {zero, b01, b02, zero, b12, zero};
        std::copy(upper.begin(), upper.end(), &blocks[6 * t]);
      },
      face_chunk);
}

double Pressure::energy(Positions x) const {
  if (is_empty()) return 0;
  return -ordered_sum(count_of(pressed_.triangles), [&](Index i) {
    const auto t = static_cast<size_t>(i);
    const Triangle& nodes = pressed_.triangles[t];
    return pressed_.pressure[t] * swept_volume(corners(model_.rest, nodes), corners(x, nodes));
  });
}

}  // namespace lacuna
