#include "sim/measure.h"

#include "base/parallel.h"

namespace lacuna {

void measure(const Model& model, const Elements& elements, const State& state, StepReport& report) {
  report.max_strain = elements.largest_strain(state.x);
  report.max_stretch = elements.largest_stretch(state.x);
  report.limit_margin = elements.smallest_limit_margin(state.x);
  report.momentum = report.angular_momentum = Vec3::Zero();
  for (size_t v = 0; v < state.x.size(); ++v) {
    if (!model.is_dynamic[v]) continue;
    const Vec3 momentum = model.mass[v] * state.v[v];
    report.momentum += momentum;
    report.angular_momentum += state.x[v].cross(momentum);
  }
}

EnergyReport motion_energy(const Model& model, const State& state) {
  EnergyReport report;
  const auto n = static_cast<Index>(state.x.size());
  const auto is_counted = [&](size_t v) { return model.is_dynamic[v] != 0; };
  report.kinetic = ordered_sum(n, [&](Index i) {
    const auto v = static_cast<size_t>(i);
    return is_counted(v) ? 0.5 * model.mass[v] * state.v[v].squaredNorm() : 0.0;
  });
  const Vec3 gravity = model.gravity_at(state.time);
  report.gravity = ordered_sum(n, [&](Index i) {
    const auto v = static_cast<size_t>(i);
    return is_counted(v) ? -model.mass[v] * gravity.dot(state.x[v]) : 0.0;
  });
  return report;
}

}  // namespace lacuna
