#include "contact/intersection_check.h"

#include "geometry/predicates.h"

namespace lacuna {

const std::vector<Pair>& IntersectionCheck::find(Positions x) {
  broad_phase_.fit_touching(x);
  broad_phase_.find_edge_triangle(pairs_);

  constexpr Index chunk_size = 512;
  chunks_.resize(static_cast<size_t>(chunk_count(count_of(pairs_), chunk_size)));
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
  for (const auto& found : chunks_) intersections_.insert(intersections_.end(), found.begin(), found.end());
  return intersections_;
}

}  // namespace lacuna
