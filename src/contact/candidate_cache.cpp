#include "contact/candidate_cache.h"

#include <cmath>
#include <limits>

namespace lacuna {

const Candidates& CandidateCache::along(Positions x_t0, Positions x_t1, const ContactRange& range) {
  if (still_holds(x_t0, x_t1, range)) {
    ++reuse_count_;
    return kept_;
  }
  ++search_count_;
  if (2 * largest_motion(x_t0, x_t1) <= slack_) {
    search(x_t0, range);
    return kept_;
  }
  broad_phase_.fit_swept(x_t0, x_t1, range);
  broad_phase_.find(swept_);
  return swept_;
}

double CandidateCache::guaranteed_range(Positions x) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (searched_revision_ != surface_.revision()) return -infinity;
  const double least = -parallel_max(count_of(surface_.vertices()), -infinity, [&](Index i) {
    return -searched_range_[static_cast<size_t>(surface_.vertices()[static_cast<size_t>(i)])];
  });
  return least - 2 * largest_motion(searched_at_, x);
}

bool CandidateCache::still_holds(Positions x_t0, Positions x_t1, const ContactRange& range) const {
  if (searched_revision_ != surface_.revision()) return false;
  // Every point of the path lies between its ends, and so does its distance from where the search was.
  const double moved = std::max(largest_motion(searched_at_, x_t0), largest_motion(searched_at_, x_t1));
  const Index count = surface_.vertex_count();
  const auto searched = [&](Index v) { return searched_range_[static_cast<size_t>(v)]; };
  const double missing =
      parallel_max(count, 0, [&](Index v) { return range.of(v) + 2 * moved - searched(v); });
  // A list for a much larger range is valid, but wastes time in loops over it.
  const double excess =
      parallel_max(count, 0, [&](Index v) { return searched(v) - range.of(v) - 2 * slack_; });
  return missing <= 0 && excess <= 0;
}

void CandidateCache::search(Positions x, const ContactRange& range) {
  searched_range_.resize(x.size());
  for (Index v = 0; v < count_of(x); ++v) searched_range_[static_cast<size_t>(v)] = range.of(v) + slack_;
  broad_phase_.fit(x, ContactRange(std::span<const double>(searched_range_)));
  broad_phase_.find(kept_);
  searched_at_.assign(x.begin(), x.end());
  searched_revision_ = surface_.revision();
}

/// Over vertices that can collide: interior vertices of solids do not count.
double CandidateCache::largest_motion(Positions from, Positions to) const {
  return std::sqrt(parallel_max(count_of(surface_.vertices()), 0, [&](Index i) {
    const auto v = static_cast<size_t>(surface_.vertices()[static_cast<size_t>(i)]);
    return (to[v] - from[v]).squaredNorm();
  }));
}

}  // namespace lacuna
