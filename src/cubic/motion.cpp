#include "cubic/motion.h"

#include "base/parallel.h"
#include "base/phase_timer.h"
#include "sim/contact_step.h"

#include <algorithm>
#include <cmath>

namespace lacuna::cubic {

namespace {

// Collisions are looked for along directions extended by this factor, so that a common motion stops at 80 %
// of the way to its obstacle.
constexpr double extension = 1.25;
// A vertex that stops alone goes on from there in the same step: room makes its contact softer then.
constexpr MotionLimits stop_limits{.t_max = 1, .gap_fraction = 0.5, .kept_of_dhat = 0.2 / 0.9};
// A motion with a shorter step length has failed.
constexpr double shortest_motion = 1e-12;

}  // namespace

double move_together(Workspace& w, double factor, Report& report) {
  const PhaseTimer timer(report.seconds.step_bound);
  parallel_for(count_of(w.x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    w.extended[v] = (extension * factor) * w.direction[v];
  });
  const DirectionBound bound = w.system.bound(w.x, w.extended);
  const double part = bound.time > shortest_motion ? bound.time : 0;
  report_iteration(w.system, w.x, bound, part * factor, w.on_iteration, report);
  parallel_for(count_of(w.x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    w.x[v] += (part * factor) * w.direction[v];
  });
  return part;
}

EachMotion move_each(const State& state, Workspace& w, double factor, Report& report) {
  const PhaseTimer timer(report.seconds.step_bound);
  const double part = std::min(factor, w.system.reach(w.x) / w.system.longest_motion(w.direction));
  parallel_for(count_of(w.x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    w.extended[v] = part * w.direction[v];
  });
  const bool is_stuck = !w.system.find_stops(w.x, w.extended, stop_limits);
  const StopTimes& stops = w.system.stops();
  report_iteration(w.system, w.x, stops.first(), stops.first().time * part, w.on_iteration, report);
  parallel_for(count_of(w.x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    const Vec3 done = stops.times()[v] * w.extended[v];
    w.x[v] += done;
    w.missing[v] = factor * w.direction[v] - done;
  });
  return {w.system.progress(state.x, w.x, w.missing), is_stuck};
}

}  // namespace lacuna::cubic
