#include "contact/contact_detector.h"

#include "base/parallel.h"

#include <algorithm>
#include <cmath>

namespace lacuna {

namespace {

// Candidates are searched this much farther than dhat, in dhat: few searches, short lists.
constexpr double slack_of_dhat = 1;
// What a pair must keep at most, in dhat: pairs farther than that never limit a step.
constexpr double kept_of_dhat = 0.1;

Index first_vertex(const Surface& surface, PairKind kind, const Pair& pair, size_t side) {
  const auto primitive = static_cast<size_t>(pair[side]);
  if (kind == PairKind::edge_edge || (side == 1 && kind == PairKind::vertex_edge))
    return surface.edges()[primitive][0];
  if (side == 1 && kind == PairKind::vertex_triangle) return surface.triangles()[primitive][0];
  return pair[side];
}

}  // namespace

ContactDetector::ContactDetector(const Surface& surface, Positions rest, std::span<const ContactPlane> planes,
                                 double dhat, ContactWeights weights)
    : surface_(surface),
      planes_(planes.begin(), planes.end()),
      dhat_(dhat),
      candidates_(surface, slack_of_dhat * dhat),
      finder_(surface),
      contact_set_(surface, rest, weights),
      intersection_check_(surface) {
  for (const ContactPlane& plane : planes_) normals_.push_back(plane.normal);
}

const std::vector<ContactStencil>& ContactDetector::find(Positions x) {
  const Positions surface_x = of_surface(x);
  contact_set_.build(surface_x, finder_.find(surface_x, candidates_.near(surface_x, dhat_), dhat_), dhat_);
  return contact_set_.add_planes(x, planes_, dhat_);
}

MotionBound ContactDetector::bound(Positions x, Positions p, double t_max, double gap_fraction) {
  MotionBound bound{t_max};
  bound_by_planes(x, p, gap_fraction, bound);
  x = of_surface(x);
  p = of_surface(p);
  const double kept_gap = kept_of_dhat * dhat_;
  const auto narrow = [&](const Candidates& candidates) {
    const StepBound found =
        bound_step(surface_, x, p, candidates,
                   {.gap_fraction = gap_fraction, .kept_gap = kept_gap, .t_max = bound.time});
    if (!found.is_limited) return;
    bound = {found.time,
             {first_vertex(surface_, found.kind, found.pair, 0),
              first_vertex(surface_, found.kind, found.pair, 1)}};
  };
  // First the pairs that are close now: they usually limit the step so much that no others need be looked for
  // (IPC, section 4.6). Those not in the list are farther than its range, and cannot come within kept_gap
  // before that is used up.
  narrow(candidates_.near(x, dhat_));
  const double range = candidates_.guaranteed_range(x);
  if (2 * bound.time * largest_motion(p) <= range - kept_gap) return bound;
  end_.resize(x.size());
  parallel_for(count_of(x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    end_[v] = x[v] + bound.time * p[v];
  });
  narrow(candidates_.along(x, end_, kept_gap));
  return bound;
}

void ContactDetector::bound_by_planes(Positions x, Positions p, double gap_fraction,
                                      MotionBound& bound) const {
  for (const ContactPlane& plane : planes_) {
    const auto o = static_cast<size_t>(plane.node);
    for (const Index i : surface_.moving_vertices()) {
      const auto v = static_cast<size_t>(i);
      if (surface_.is_kinematic(i)) continue;
      const double approach = -plane.normal.dot(p[v] - p[o]);
      if (!(approach > 0)) continue;
      const double gap = plane.normal.dot(x[v] - x[o]) - 0.5 * surface_.offset_of(i);
      const double kept = std::min(gap_fraction * gap, kept_of_dhat * dhat_);
      if (const double time = (gap - kept) / approach; time < bound.time) bound = {time, {i, plane.node}};
    }
  }
}

double ContactDetector::largest_motion(Positions p) const {
  const std::vector<Index>& moving = surface_.moving_vertices();
  return std::sqrt(parallel_max(count_of(moving), 0, [&](Index i) {
    return p[static_cast<size_t>(moving[static_cast<size_t>(i)])].squaredNorm();
  }));
}

}  // namespace lacuna
