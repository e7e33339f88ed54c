#include "ipc/search.h"

#include "base/parallel.h"
#include "base/phase_timer.h"
#include "ipc/explain_outcome.h"
#include "solve/vector_operations.h"

#include <cmath>

namespace lacuna::ipc {

namespace {

// Every gap keeps this fraction in one Newton step; scripted vertices leave more to the objects in their way.
constexpr double gap_fraction = 0.1, scripted_gap_fraction = 0.5;
// A line search with a shorter step length has failed.
constexpr double shortest_search = 1e-12;
// A direction that was taken in full and continues like the one before, at least half as long, may be
// extended up to 32 times: beyond that a snapping fold has long met an obstacle.
constexpr double leads_on = 0.9, hardly_shorter = 0.5, longest_way_on = 16;

void add_scaled(Positions x, double scale, Positions p, std::vector<Vec3>& out) {
  out.resize(x.size());
  parallel_for(count_of(x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    out[v] = x[v] + scale * p[v];
  });
}

/// Scripted vertices move towards the next point of their path until they are blocked. Returns false if they
/// are.
bool move_one_leg(Workspace& w) {
  const Positions x = w.potential.at().x;
  w.potential.scripted().missing(x, w.script_motion);
  if (largest_component(w.script_motion) == 0) return true;
  double part = w.potential.bound(w.script_motion, scripted_gap_fraction).time;
  for (; part >= shortest_search; part /= 2) {
    add_scaled(x, part, w.script_motion, w.trial);
    if (std::isfinite(w.potential.change(w.trial)) && w.potential.is_free_of_intersections(w.trial)) break;
  }
  const bool can_move = part >= shortest_search;
  if (part < 1) w.potential.pull().begin(x, can_move ? part : 0);
  if (can_move) w.potential.accept();
  if (w.on_iterate) w.on_iterate(w.potential);
  return part >= 1;
}

/// The last direction and this one were both taken in full, and they agree.
bool leads_on_like_the_last(const Workspace& w) {
  if (w.last_direction.empty()) return false;
  const double size = norm(w.direction), last = norm(w.last_direction);
  return dot(w.direction, w.last_direction) > leads_on * size * last && size > hardly_shorter * last;
}

}  // namespace

void move_scripted(Workspace& w) {
  while (w.potential.scripted().begin_next_leg())
    if (!move_one_leg(w)) return;
}

SearchResult search_along_direction(const Model& model, Workspace& w, Report& report) {
  DirectionBound bound;
  {
    const PhaseTimer timer(report.seconds.step_bound);
    bound = w.potential.bound(w.direction, gap_fraction);
  }
  const PhaseTimer timer(report.seconds.line_search);
  for (double part = bound.time; part > shortest_search; part /= 2) {
    add_scaled(w.potential.at().x, part, w.direction, w.trial);
    const double change = w.potential.change(w.trial);
    if (!(change <= w.potential.noise()) || !w.potential.is_free_of_intersections(w.trial)) continue;
    SearchResult result{part, bound.time, change, {}};
    if (part < report.smallest_step || (part < 1 && w.on_iteration))
      result.limited_by = part < bound.time ? "energy" : name_limit(model, bound, w.potential.at().x);
    if (part < report.smallest_step) {
      report.smallest_step = part;
      report.limited_by = result.limited_by;
    }
    w.potential.accept();
    if (w.on_iterate) w.on_iterate(w.potential);
    return result;
  }
  report.limited_by = bound.time < 1 ? name_limit(model, bound, w.potential.at().x) : "energy";
  return {0, bound.time, 0, report.limited_by};
}

void go_on_along_direction(Workspace& w, Report& report, SearchResult& search) {
  if (search.part != 1 || !leads_on_like_the_last(w)) return;
  const PhaseTimer timer(report.seconds.line_search);
  w.longer_direction.resize(w.direction.size());
  for (double more = 1; more <= longest_way_on; more *= 2) {
    const Positions x = w.potential.at().x;
    parallel_for(count_of(x), [&](Index i) {
      w.longer_direction[static_cast<size_t>(i)] = more * w.direction[static_cast<size_t>(i)];
    });
    if (w.potential.bound(w.longer_direction, gap_fraction).time < 1) return;
    add_scaled(x, more, w.direction, w.trial);
    const double change = w.potential.change(w.trial);
    if (!(change < -w.potential.noise())) return;
    if (!w.potential.is_free_of_intersections(w.trial)) return;
    w.potential.accept();
    if (w.on_iterate) w.on_iterate(w.potential);
    search.part += more;
    search.change += change;
  }
}

void remember_direction(Workspace& w, const SearchResult& search) {
  if (search.part >= 1)
    w.last_direction = w.direction;
  else
    w.last_direction.clear();
}

}  // namespace lacuna::ipc
