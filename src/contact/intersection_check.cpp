#include "contact/intersection_check.h"

#include "base/check.h"
#include "geometry/predicates.h"

namespace lacuna {

const std::vector<Pair>& IntersectionCheck::find(Positions x) {
  for (size_t v = 0; v < x.size(); ++v)
    LACUNA_CHECK(x[v].allFinite(), "vertex={} x={} y={} z={}", v, x[v].x(), x[v].y(), x[v].z());
  broad_phase_.fit_touching(x);
  broad_phase_.find_edge_triangle(pairs_);

  constexpr Index chunk_size = 512;
  const auto used = static_cast<size_t>(chunk_count(count_of(pairs_), chunk_size));
  if (chunks_.size() < used) chunks_.resize(used);
  for_each_chunk(count_of(pairs_), chunk_size, [&](Index chunk, Index begin, Index end) {
    auto& found = chunks_[static_cast<size_t>(chunk)];
    found.clear();
    for (Index i = begin; i < end; ++i) {
      const Pair& pair = pairs_[static_cast<size_t>(i)];
      const Edge& e = surface_.edges()[static_cast<size_t>(pair[0])];
      const Triangle& t = surface_.triangles()[static_cast<size_t>(pair[1])];
      const auto at = [&](Index v) -> const Vec3& { return x[static_cast<size_t>(v)]; };
      if (edge_intersects_triangle(at(e[0]), at(e[1]), at(t[0]), at(t[1]), at(t[2]))) found.push_back(pair);
    }
  });
  intersections_.clear();
  for (size_t i = 0; i < used; ++i)
    intersections_.insert(intersections_.end(), chunks_[i].begin(), chunks_[i].end());
  return intersections_;
}

}  // namespace lacuna
