#include "contact/step_bound.h"

#include "base/parallel.h"
#include "geometry/ccd.h"

#include <atomic>
#include <limits>
#include <utility>

namespace lacuna {

namespace {

/// Positions and displacements of the vertices of two primitives, and the offset between them.
template <size_t n>
struct Stencil {
  std::array<Vec3, n> x, dx;
  double offset;

  Stencil(const Surface& surface, Positions all_x, Positions all_dx, const std::array<Index, n>& vertices,
          size_t first_of_second)
      : offset(0.5 * (surface.offset_of(vertices[0]) + surface.offset_of(vertices[first_of_second]))) {
    for (size_t i = 0; i < n; ++i) {
      x[i] = all_x[static_cast<size_t>(vertices[i])];
      dx[i] = all_dx[static_cast<size_t>(vertices[i])];
    }
  }
};

class Bound {
 public:
  explicit Bound(double t_max) : time_(t_max) {}

  /// Just above the current bound, so that a second pair with exactly the same time is still found.
  double t_max() const {
    return time_.load(std::memory_order_relaxed) * (1 + std::numeric_limits<double>::epsilon());
  }
  void lower_to(double time) {
    double current = time_.load(std::memory_order_relaxed);
    while (time < current && !time_.compare_exchange_weak(current, time, std::memory_order_relaxed)) {
    }
  }

 private:
  std::atomic<double> time_;
};

/// ccd(pair, options) over a list of pairs; the earliest and, among equals, first one.
template <class Ccd>
void bound_by(const std::vector<Pair>& pairs, PairKind kind, Bound& bound, const StepBoundOptions& options,
              StepBound& result, Ccd&& ccd) {
  constexpr Index max_chunks = 512;  // their results live on the stack: no allocation
  const Index chunk_size = std::max<Index>(128, chunk_count(count_of(pairs), max_chunks));
  std::array<StepBound, max_chunks> earliest;
  earliest.fill({std::numeric_limits<double>::infinity()});
  for_each_chunk(count_of(pairs), chunk_size, [&](Index chunk, Index begin, Index end) {
    StepBound& mine = earliest[static_cast<size_t>(chunk)];
    for (Index i = begin; i < end; ++i) {
      const Pair& pair = pairs[static_cast<size_t>(i)];
      CcdOptions ccd_options;
      ccd_options.gap_fraction = options.gap_fraction;
      ccd_options.kept_gap = options.kept_gap;
      ccd_options.t_max = bound.t_max();
      const CcdResult hit = ccd(pair, ccd_options);
      if (hit.outcome == CcdOutcome::free || !(hit.time < mine.time)) continue;
      mine = {hit.time, true, kind, pair};
      bound.lower_to(hit.time);
    }
  });
  for (const StepBound& candidate : earliest)
    if (candidate.time < result.time ||
        (candidate.time <= result.time && !result.is_limited && candidate.is_limited))
      result = candidate;
}

}  // namespace

StepBound bound_step(const Surface& surface, Positions x, Positions dx, const Candidates& candidates,
                     const StepBoundOptions& options) {
  StepBound result{options.t_max};
  Bound bound(options.t_max);
  const auto edge = [&](Index e) -> const Edge& { return surface.edges()[static_cast<size_t>(e)]; };

  bound_by(candidates.vertex_triangle, PairKind::vertex_triangle, bound, options, result,
           [&](const Pair& pair, CcdOptions& ccd) {
             const Triangle& t = surface.triangles()[static_cast<size_t>(pair[1])];
             const Stencil<4> s(surface, x, dx, {pair[0], t[0], t[1], t[2]}, 1);
             ccd.offset = s.offset;
             return point_triangle_ccd(s.x, s.dx, ccd);
           });
  bound_by(candidates.edge_edge, PairKind::edge_edge, bound, options, result,
           [&](const Pair& pair, CcdOptions& ccd) {
             const Edge &a = edge(pair[0]), &b = edge(pair[1]);
             const Stencil<4> s(surface, x, dx, {a[0], a[1], b[0], b[1]}, 2);
             ccd.offset = s.offset;
             return edge_edge_ccd(s.x, s.dx, ccd);
           });
  bound_by(candidates.vertex_edge, PairKind::vertex_edge, bound, options, result,
           [&](const Pair& pair, CcdOptions& ccd) {
             const Edge& e = edge(pair[1]);
             const Stencil<3> s(surface, x, dx, {pair[0], e[0], e[1]}, 1);
             ccd.offset = s.offset;
             return point_edge_ccd(s.x, s.dx, ccd);
           });
  bound_by(candidates.vertex_vertex, PairKind::vertex_vertex, bound, options, result,
           [&](const Pair& pair, CcdOptions& ccd) {
             const Stencil<2> s(surface, x, dx, {pair[0], pair[1]}, 1);
             ccd.offset = s.offset;
             return point_point_ccd(s.x, s.dx, ccd);
           });
  return result;
}

std::array<Index, 4> pair_vertices(const Surface& surface, PairKind kind, const Pair& pair) {
  const auto edge = [&](Index e) -> const Edge& { return surface.edges()[static_cast<size_t>(e)]; };
  switch (kind) {
    case PairKind::vertex_triangle: {
      const Triangle& t = surface.triangles()[static_cast<size_t>(pair[1])];
      return {pair[0], t[0], t[1], t[2]};
    }
    case PairKind::edge_edge:
      return {edge(pair[0])[0], edge(pair[0])[1], edge(pair[1])[0], edge(pair[1])[1]};
    case PairKind::vertex_edge:
      return {pair[0], edge(pair[1])[0], edge(pair[1])[1], -1};
    case PairKind::vertex_vertex:
      return {pair[0], pair[1], -1, -1};
  }
  return {-1, -1, -1, -1};
}

namespace {

double offset_of(const Surface& surface, PairKind kind, const std::array<Index, 4>& vertices) {
  return 0.5 *
         (surface.offset_of(vertices[0]) + surface.offset_of(vertices[kind == PairKind::edge_edge ? 2 : 1]));
}

}  // namespace

PairHit first_hit(const Surface& surface, PairKind kind, const std::array<Index, 4>& v,
                  const StoppingMotion& motion, double from, const StepBoundOptions& options) {
  const CcdOptions ccd{.offset = offset_of(surface, kind, v),
                       .gap_fraction = options.gap_fraction,
                       .kept_gap = options.kept_gap};
  PairHit hit;
  const auto find = [&](const auto& nodes, auto&& ccd_of) {
    bool is_first = true;
    hit.time = first_hit(motion, nodes, from, [&](const auto& x, const auto& dx) {
      const CcdResult result = ccd_of(x, dx, ccd);
      if (std::exchange(is_first, false)) hit.distance = result.distance;
      return result.time;
    });
  };
  switch (kind) {
    case PairKind::vertex_triangle:
      find(v, point_triangle_ccd);
      break;
    case PairKind::edge_edge:
      find(v, edge_edge_ccd);
      break;
    case PairKind::vertex_edge:
      find(std::array{v[0], v[1], v[2]}, point_edge_ccd);
      break;
    case PairKind::vertex_vertex:
      find(std::array{v[0], v[1]}, point_point_ccd);
      break;
  }
  return hit;
}

bool stays_apart(const Surface& surface, PairKind kind, const std::array<Index, 4>& v,
                 const StoppingMotion& motion, double distance, const StepBoundOptions& options) {
  const double room = distance - offset_of(surface, kind, v) - options.kept_gap;
  if (!(room > 0)) return false;
  const size_t second = kind == PairKind::edge_edge ? 2 : 1;
  double approach2 = 0;
  for (size_t i = 0; i < second; ++i)
    for (size_t j = second; j < 4 && v[j] >= 0; ++j) {
      // Relative motion is linear until one of them stops, and then again.
      const Vec3 &p = motion.p[static_cast<size_t>(v[i])], &q = motion.p[static_cast<size_t>(v[j])];
      const double s = motion.stop_of(v[i]), t = motion.stop_of(v[j]), both = std::min(s, t);
      approach2 = std::max({approach2, square(both) * (p - q).squaredNorm(), (s * p - t * q).squaredNorm()});
    }
  return approach2 < square(room);
}

}  // namespace lacuna
