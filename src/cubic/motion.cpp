#include "cubic/motion.h"

#include "base/parallel.h"
#include "base/phase_timer.h"

#include <algorithm>
#include <cmath>

namespace lacuna::cubic {

namespace {

// Collisions are looked for along directions extended by this factor, so that a common motion stops at 80 %
// of the way to its obstacle.
constexpr double extension = 1.25;
// A motion with a shorter step length has failed.
constexpr double shortest_motion = 1e-12;

void report_motion(const Workspace& w, const DirectionBound& bound, double part, Report& report) {
  const std::string limit = bound.time < 1 ? name_limit(w.system.model(), bound, w.x) : "";
  if (part < report.smallest_step || part == 0) {
    report.smallest_step = part;
    report.limited_by = limit;
  }
  ++report.iterations;
  if (w.on_iteration)
    w.on_iteration({.step = report.step,
                    .friction_pass = 1,
                    .iteration = report.iterations,
                    .residual = report.residual,
                    .bound = bound.time,
                    .part = part,
                    .contacts = w.system.contact_count(),
                    .min_gap = w.system.smallest_gap(),
                    .limited_by = limit});
}

}  // namespace

double move_together(Workspace& w, double factor, Report& report) {
  const PhaseTimer timer(report.seconds.step_bound);
  parallel_for(count_of(w.x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    w.extended[v] = (extension * factor) * w.direction[v];
  });
  const DirectionBound bound = w.system.bound(w.x, w.extended);
  const double part = bound.time > shortest_motion ? bound.time : 0;
  report_motion(w, bound, part * factor, report);
  parallel_for(count_of(w.x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    w.x[v] += (part * factor) * w.direction[v];
  });
  return part;
}

/// Of the motion of this step with w.missing left out, of the object for which each is worst. Scripted
/// vertices of an object count by themselves.
Progress progress_of(const State& state, Workspace& w) {
  const Model& model = w.system.model();
  const std::vector<std::uint8_t>& is_scripted = w.system.scripted().is_scripted();
  const auto object_count = static_cast<size_t>(model.surface.object_count());
  for (size_t v = 0; v < w.x.size(); ++v) w.guess[v] = is_scripted[v] ? Vec3(Vec3::Zero()) : w.missing[v];
  w.system.matrix().multiply(w.guess, w.residual);
  w.sums.assign(2 * object_count, {});
  for (Index v = 0; v < model.surface.vertex_count(); ++v) {
    const auto i = static_cast<size_t>(v);
    if (w.direction[i].isZero(0)) continue;
    const auto object = static_cast<size_t>(model.surface.object_of(v));
    Workspace::MotionSums& sums = w.sums[is_scripted[i] ? object_count + object : object];
    sums.missing += model.mass[i] * w.missing[i].squaredNorm();
    sums.work += w.guess[i].dot(w.residual[i]);
    sums.done += model.mass[i] * ((w.x[i] - state.x[i]).squaredNorm() + square(model.dhat));
  }
  double missing = 0, work = 0;
  for (const Workspace::MotionSums& sums : w.sums) {
    if (!(sums.done > 0)) continue;
    missing = std::max(missing, sums.missing / sums.done);
    work = std::max(work, sums.work / sums.done);
  }
  return {1 - std::sqrt(missing), std::sqrt(work)};
}

Progress move_each(const State& state, Workspace& w, double factor, Report& report) {
  const PhaseTimer timer(report.seconds.step_bound);
  const double longest = std::sqrt(parallel_max(
      count_of(w.direction), 0, [&](Index v) { return w.direction[static_cast<size_t>(v)].squaredNorm(); }));
  // Farther than the scene is large leads nowhere.
  const double part = std::min(factor, w.system.model().size / longest);
  parallel_for(count_of(w.x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    w.extended[v] = part * w.direction[v];
  });
  const StopTimes& stops = w.system.find_stops(w.x, w.extended);
  report_motion(w, stops.first(), stops.first().time * part, report);
  parallel_for(count_of(w.x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    const Vec3 done = stops.times()[v] * w.extended[v];
    w.x[v] += done;
    w.missing[v] = factor * w.direction[v] - done;
  });
  return progress_of(state, w);
}

}  // namespace lacuna::cubic
