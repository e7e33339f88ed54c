#include "ipc/settle.h"

#include "ipc/explain_outcome.h"
#include "ipc/imbalance.h"
#include "ipc/step.h"
#include "sim/bodies.h"

#include <algorithm>
#include <limits>

namespace lacuna::ipc {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// A static step is in equilibrium if inertia carries less than this fraction of the load of every body.
// Solves continue while that fraction shrinks, or has recently, and inertia is reduced meanwhile, down to a
// fraction of the first: without it, bodies that nothing holds would make systems singular.
constexpr double equilibrium = 1e-4, hardly_less = 0.95, lighter = 0.25, least_inertia = 1e-5;
constexpr int most_solves = 60, most_idle_solves = 2;
// A new contact rubs with so many times the normal force of a balance, and then slides at first so many times
// the size of the scene in a solve: far slides rotate bodies, which takes hundreds of iterations.
constexpr double sticks_at_first = 100, short_slide = 0.1;
// A rolling body lands with one vertex after the other; after so many the solve is left to end.
constexpr int most_landings = 20;

}  // namespace

Landings::Landings(const Model& model) : is_static_(model.integrator == Integrator::quasi_static) {}

bool Landings::hold_new_contacts(Workspace& w) {
  if (!is_static_ || count_ >= most_landings || !w.potential.friction().misses(w.potential.at().contacts))
    return false;
  ++count_;
  w.potential.rest(w.potential.dynamics().inertia());
  w.stiffness.begin_step(w.potential, w.potential.barrier_stiffness());
  w.potential.lag_friction(sticks_at_first * w.stiffness.at_start());
  w.last_direction.clear();
  return true;
}

Outcome settle(const Model& model, Workspace& w, Report& report, const std::atomic<bool>* stop) {
  const double first = w.potential.dynamics().inertia();
  const Components bodies = bodies_of(model);
  double inertia = first, least = infinity;
  bool was_balanced = false, has_rubbed = false;
  for (int idle = 0; report.friction_passes < most_solves && idle <= most_idle_solves;) {
    if (report.friction_passes > 0) {
      w.potential.rest(inertia);
      w.stiffness.begin_step(w.potential, w.potential.barrier_stiffness());
    }
    w.potential.lag_friction(w.stiffness.at_start());
    const Outcome outcome = minimise(model, w, report, stop);
    ++report.friction_passes;
    if (outcome != Outcome::converged) return outcome;
    const Imbalance imbalance = find_imbalance(w.potential, bodies);
    report.unbalanced = imbalance.part;
    // Friction may have been that of a landing: only the next solve shows whether it is enough.
    const bool is_balanced = *report.unbalanced < equilibrium;
    if (is_balanced && (was_balanced || w.potential.friction().stencils().empty())) return outcome;
    was_balanced = is_balanced;
    const bool is_less = *report.unbalanced < hardly_less * least;
    idle = is_balanced || is_less ? 0 : idle + 1;
    if (is_less && !is_balanced) inertia = std::max(lighter * inertia, least_inertia * first);
    least = is_balanced ? infinity : std::min(least, *report.unbalanced);
    // From here on friction decides; a body that it does not hold need not slide far to show it.
    if (!has_rubbed && !w.potential.friction().stencils().empty()) {
      has_rubbed = true;
      const double gravity = model.gravity_at(report.time).norm();
      inertia = std::max(inertia, square(w.potential.dt()) * gravity / (short_slide * model.size));
    }
  }
  report.not_in_equilibrium = explain_imbalance(model, w, find_imbalance(w.potential, bodies));
  return Outcome::converged;
}

}  // namespace lacuna::ipc
