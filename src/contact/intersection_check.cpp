#include "contact/intersection_check.h"

#include "base/check.h"
#include "geometry/predicates.h"

namespace lacuna {

const std::vector<Pair>& IntersectionCheck::find(Positions x) {
  require_finite(x);
  broad_phase_.fit_touching(x);
  broad_phase_.find_edge_triangle(pairs_);
  keep_intersecting(x);
  return intersections_;
}

void IntersectionCheck::find_in_parts(Positions x, const std::function<void(std::span<const Pair>)>& use) {
  require_finite(x);
  broad_phase_.fit_touching(x);
  for (Index part = 0; part < broad_phase_.part_count(); ++part) {
    broad_phase_.find_edge_triangle_part(part, pairs_);
    keep_intersecting(x);
    if (!intersections_.empty()) use(intersections_);
  }
}

void IntersectionCheck::require_finite(Positions x) {
  for (size_t v = 0; v < x.size(); ++v)
    LACUNA_CHECK(x[v].allFinite(), "vertex={} x={} y={} z={}", v, x[v].x(), x[v].y(), x[v].z());
}

/// Of the pairs whose boxes overlap.
void IntersectionCheck::keep_intersecting(Positions x) {
  const auto at = [&](Index v) -> const Vec3& { return x[static_cast<size_t>(v)]; };
  const auto do_intersect = [&](const Pair& pair) {
    const Edge& e = surface_.edges()[static_cast<size_t>(pair[0])];
    const Triangle& t = surface_.triangles()[static_cast<size_t>(pair[1])];
    return edge_intersects_triangle(at(e[0]), at(e[1]), at(t[0]), at(t[1]), at(t[2]));
  };
  constexpr Index chunk_size = 512;
  intersections_.clear();
  collector_.collect(count_of(pairs_), chunk_size, intersections_,
                     [&](Index begin, Index end, std::vector<Pair>& found) {
                       for (Index i = begin; i < end; ++i)
                         if (const Pair& pair = pairs_[static_cast<size_t>(i)]; do_intersect(pair))
                           found.push_back(pair);
                     });
}

}  // namespace lacuna
