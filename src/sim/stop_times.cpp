#include "sim/stop_times.h"

#include "base/parallel.h"

#include <algorithm>

namespace lacuna {

namespace {

// A vertex follows a neighbour that has stopped by this part of their distance. A sheet that is stopped in
// its middle becomes a cone that is 2 % longer, less than most strain limits. Twice and half as much need as
// many directions.
constexpr double held_back = 0.2;
// Events this close in time are handled at once. A quarter makes directions shorter, a hundredth more rounds.
constexpr double same_time = 0.1;
// Then everything stops. Sheets and piles need up to 60, long chains of elements at their limits more.
constexpr int most_rounds = 200;

}  // namespace

void StopTimes::Tests::list(ContactDetector* detector, const Surface& surface, const Elements& elements,
                            Positions x, Positions p, const MotionLimits& limits) {
  static const std::vector<Pair> no_pairs;
  detector_ = detector;
  surface_ = &surface;
  elements_ = &elements;
  limits_ = limits;
  pairs_.fill(&no_pairs);
  walls_ = {};
  if (detector) {
    const MotionTests found = detector->motion_tests(x, p, limits);
    const Candidates& pairs = found.pairs;
    pairs_ = {&pairs.vertex_triangle, &pairs.edge_edge, &pairs.vertex_edge, &pairs.vertex_vertex};
    walls_ = found.walls;
  }
  begin_[0] = 0;
  for (size_t kind = 0; kind < 4; ++kind) begin_[kind + 1] = begin_[kind] + count_of(*pairs_[kind]);
  begin_[Tests::elements] = begin_[Tests::walls] + count_of(walls_);
  begin_[kinds] = begin_[Tests::elements] + elements.count();
  vertices_.resize(static_cast<size_t>(count()));
  parallel_for(count(), [&](Index test) { vertices_[static_cast<size_t>(test)] = find_vertices(test); });
}

size_t StopTimes::Tests::kind_of(Index test) const {
  size_t kind = 0;
  while (test >= begin_[kind + 1]) ++kind;
  return kind;
}

std::array<Index, 4> StopTimes::Tests::find_vertices(Index test) const {
  const size_t kind = kind_of(test);
  const Index place = test - begin_[kind];
  if (kind < walls) return pair_vertices(*surface_, static_cast<PairKind>(kind), pair(kind, place));
  if (kind == walls) return detector_->wall_vertices(walls_[static_cast<size_t>(place)]);
  if (!elements_->has_step_bound(place)) return {-1, -1, -1, -1};
  return elements_->stencils()[static_cast<size_t>(place)].nodes;
}

PairHit StopTimes::Tests::first_hit(Index test, const StoppingMotion& motion, double from) const {
  const size_t kind = kind_of(test);
  const Index place = test - begin_[kind];
  if (kind == elements) return {elements_->first_hit(place, motion, from, limits_.kept_of_strain)};
  if (kind == walls) return {detector_->first_hit(walls_[static_cast<size_t>(place)], motion, from, limits_)};
  return detector_->first_hit(static_cast<PairKind>(kind), vertices(test), motion, from, limits_);
}

bool StopTimes::Tests::stays_apart(Index test, const StoppingMotion& motion, double distance) const {
  const size_t kind = kind_of(test);
  return kind < walls &&
         detector_->stays_apart(static_cast<PairKind>(kind), vertices(test), motion, distance, limits_);
}

DirectionBound StopTimes::Tests::bound(Index test, double time) const {
  const size_t kind = kind_of(test);
  if (kind == elements) return {{time}, test - begin_[kind]};
  const std::array<Index, 4>& v = vertices(test);
  return {{time, {v[0], v[kind == static_cast<size_t>(PairKind::edge_edge) ? 2 : 1]}}};
}

StopTimes::StopTimes(const Model& model, const Surface& surface)
    : model_(model), surface_(surface), script_stop_(model.scripts.size()) {
  stop_.resize(model.rest.size());
  is_changed_.assign(model.rest.size(), 0);
  list_neighbours();
}

void StopTimes::list_neighbours() {
  const auto for_each_link = [&](auto&& add) {
    for (const Stencil& stencil : model_.elements.stencils())
      for (Index a = 0; a < stencil.node_count; ++a)
        for (Index b = 0; b < stencil.node_count; ++b)
          if (a != b) add(stencil.nodes[static_cast<size_t>(a)], stencil.nodes[static_cast<size_t>(b)]);
  };
  VertexElements all;
  list_by_vertex(model_.vertex_count(), for_each_link, all);
  neighbours_.first = {0};
  for (Index v = 0; v < model_.vertex_count(); ++v) {
    std::vector<Index> others(all.at(v).begin(), all.at(v).end());
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    neighbours_.items.insert(neighbours_.items.end(), others.begin(), others.end());
    neighbours_.first.push_back(count_of(neighbours_.items));
  }
}

bool StopTimes::find(ContactDetector& detector, const Elements& elements, const ScriptedVertices& scripted,
                     Positions x, Positions p, const MotionLimits& limits) {
  motion_ = {x, p, stop_};
  scripted_ = &scripted;
  first_ = {};
  std::fill(stop_.begin(), stop_.end(), 1.0);
  std::fill(script_stop_.begin(), script_stop_.end(), 1.0);
  tests_.list(model_.contact.is_enabled ? &detector : nullptr, surface_, elements, x, p, limits);

  hit_.resize(static_cast<size_t>(tests_.count()));
  distance_.resize(static_cast<size_t>(tests_.count()));
  parallel_for(
      tests_.count(),
      [&](Index test) {
        const PairHit hit = tests_.first_hit(test, motion_, 0);
        hit_[static_cast<size_t>(test)] = hit.time;
        distance_[static_cast<size_t>(test)] = hit.distance;
      },
      256);
  pending_.clear();
  for (Index test = 0; test < tests_.count(); ++test)
    if (hit_[static_cast<size_t>(test)] < never) pending_.push_back(test);
  if (pending_.empty()) return true;

  const auto hit_before = [&](Index a, Index b) {
    return hit_[static_cast<size_t>(a)] < hit_[static_cast<size_t>(b)];
  };
  const auto earliest = [&] { return *std::min_element(pending_.begin(), pending_.end(), hit_before); };
  const Index first = earliest();
  first_ = tests_.bound(first, hit_[static_cast<size_t>(first)]);
  list_tests_of_vertices();
  for (int round = 1; !pending_.empty(); ++round) {
    const double time = hit_[static_cast<size_t>(earliest())];
    if (round == most_rounds) {
      for (double& stop : stop_) stop = std::min(stop, time);
      return false;
    }
    stop_at_hits(time + same_time);
    hold_back_others();
    test_again();
  }
  return true;
}

void StopTimes::list_tests_of_vertices() {
  is_listed_.assign(static_cast<size_t>(tests_.count()), 0);
  list_by_vertex(
      model_.vertex_count(),
      [&](auto&& add) {
        for (Index test = 0; test < tests_.count(); ++test)
          for (const Index v : tests_.vertices(test))
            if (v >= 0) add(v, test);
      },
      tests_of_);
}

void StopTimes::lower(Index vertex, double time) {
  const auto v = static_cast<size_t>(vertex);
  if (!(time < stop_[v]) || motion_.p[v].isZero(0)) return;
  stop_[v] = time;
  if (!is_changed_[v]) changed_.push_back(vertex);
  is_changed_[v] = 1;
  queue_.push_back(vertex);
}

/// Stops the vertices of all pending tests up to a time.
void StopTimes::stop_at_hits(double until) {
  const auto is_due = [&](Index test) { return hit_[static_cast<size_t>(test)] <= until; };
  for (const Index test : pending_) {
    if (!is_due(test)) continue;
    for (const Index v : tests_.vertices(test))
      if (v >= 0) lower(v, hit_[static_cast<size_t>(test)]);
  }
  std::erase_if(pending_, [&](Index test) {
    if (!is_due(test)) return false;
    hit_[static_cast<size_t>(test)] = never;
    return true;
  });
}

void StopTimes::hold_back_others() {
  for (size_t next = 0; next < queue_.size(); ++next) {
    const Index vertex = queue_[next];
    const auto v = static_cast<size_t>(vertex);
    if (const Index script = scripted_->script_of(vertex); script >= 0) {
      double& script_stop = script_stop_[static_cast<size_t>(script)];
      if (!(stop_[v] < script_stop)) continue;
      script_stop = stop_[v];
      for (const Index other : model_.scripts[static_cast<size_t>(script)].vertices)
        if (scripted_->script_of(other) == script) lower(other, script_stop);
    }
    for (const Index other : neighbours_.at(vertex)) {
      const auto u = static_cast<size_t>(other);
      if (scripted_->script_of(other) >= 0 || !(stop_[v] < stop_[u])) continue;
      const double distance = (motion_.x[u] - motion_.x[v]).norm();
      lower(other, stop_[v] + held_back * distance / motion_.p[u].norm());
    }
  }
  queue_.clear();
}

/// Tests all that have a vertex that stops earlier than before.
void StopTimes::test_again() {
  again_.clear();
  for (const Index v : changed_)
    for (const Index test : tests_of_.at(v)) {
      if (is_listed_[static_cast<size_t>(test)]) continue;
      is_listed_[static_cast<size_t>(test)] = 1;
      again_.push_back(test);
    }
  parallel_for(
      count_of(again_),
      [&](Index i) {
        const Index test = again_[static_cast<size_t>(i)];
        double from = never;
        for (const Index v : tests_.vertices(test))
          if (v >= 0 && is_changed_[static_cast<size_t>(v)]) from = std::min(from, motion_.stop_of(v));
        // What ends before anything has changed still does.
        double& hit = hit_[static_cast<size_t>(test)];
        if (!(hit > from)) return;
        const bool is_free = tests_.stays_apart(test, motion_, distance_[static_cast<size_t>(test)]);
        hit = is_free ? never : tests_.first_hit(test, motion_, from).time;
      },
      64);
  std::erase_if(pending_, [&](Index test) { return is_listed_[static_cast<size_t>(test)] != 0; });
  for (const Index test : again_) {
    is_listed_[static_cast<size_t>(test)] = 0;
    if (hit_[static_cast<size_t>(test)] < never) pending_.push_back(test);
  }
  for (const Index v : changed_) is_changed_[static_cast<size_t>(v)] = 0;
  changed_.clear();
}

}  // namespace lacuna
