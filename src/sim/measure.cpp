#include "sim/measure.h"

namespace lacuna {

void measure(const Model& model, const State& state, StepReport& report) {
  report.max_strain = model.elements.largest_strain(state.x);
  report.max_stretch = model.elements.largest_stretch(state.x);
  report.limit_margin = model.elements.smallest_limit_margin(state.x);
  report.momentum = report.angular_momentum = Vec3::Zero();
  for (size_t v = 0; v < state.x.size(); ++v) {
    if (!model.is_dynamic[v]) continue;
    const Vec3 momentum = model.mass[v] * state.v[v];
    report.momentum += momentum;
    report.angular_momentum += state.x[v].cross(momentum);
  }
}

}  // namespace lacuna
