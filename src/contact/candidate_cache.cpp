#include "contact/candidate_cache.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lacuna {

namespace {

// Of the slack, where the last list did not live long.
constexpr double unsettled = 0.125;

}  // namespace

const Candidates& CandidateCache::along(Positions x_t0, Positions x_t1, const ContactRange& range) {
  if (still_holds(x_t0, x_t1, range)) {
    ++reuse_count_;
    return kept_;
  }
  ++search_count_;
  if (const double approach = 2 * largest_motion(x_t0, x_t1); approach <= slack_) {
    search(x_t0, range, approach);
    return kept_;
  }
  broad_phase_.fit_swept(x_t0, x_t1, range);
  broad_phase_.find(swept_);
  return swept_;
}

double CandidateCache::guaranteed_range(Positions x) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (searched_revision_ != surface_.revision()) return -infinity;
  const ContactRange searched = searched_range();
  const Index count = std::min(range_count(searched), count_of(surface_.vertices()));
  const double least = -parallel_max(
      count, -infinity, [&](Index i) { return -searched.of(surface_.vertices()[static_cast<size_t>(i)]); });
  return least - 2 * largest_motion(searched_at_, x);
}

bool CandidateCache::still_holds(Positions x_t0, Positions x_t1, const ContactRange& range) const {
  if (searched_revision_ != surface_.revision()) return false;
  // Every point of the path lies between its ends, and so does its distance from where the search was.
  const double moved = std::max(largest_motion(searched_at_, x_t0), largest_motion(searched_at_, x_t1));
  const ContactRange searched = searched_range();
  const Index count = std::max(range_count(range), range_count(searched));
  const double missing =
      parallel_max(count, 0, [&](Index v) { return range.of(v) + 2 * moved - searched.of(v); });
  // A list for a much larger range is valid, but wastes time in loops over it.
  const double excess =
      parallel_max(count, 0, [&](Index v) { return searched.of(v) - range.of(v) - 2 * slack_; });
  return missing <= 0 && excess <= 0;
}

/// With a slack that covers `approach`, m.
void CandidateCache::search(Positions x, const ContactRange& range, double approach) {
  const bool is_settled =
      searched_revision_ != surface_.revision() || 2 * largest_motion(searched_at_, x) <= slack_;
  const double slack = is_settled ? slack_ : std::max(unsettled * slack_, approach);
  searched_ranges_.clear();
  if (range.is_uniform())
    searched_everywhere_ = range.of(0) + slack;
  else
    for (Index v = 0; v < count_of(x); ++v) searched_ranges_.push_back(range.of(v) + slack);
  broad_phase_.fit(x, searched_range());
  broad_phase_.find(kept_);
  if (searched_revision_ != surface_.revision()) searched_at_.assign(x.begin(), x.end());
  parallel_for(count_of(surface_.moving_vertices()), [&](Index i) {
    const auto v = static_cast<size_t>(surface_.moving_vertices()[static_cast<size_t>(i)]);
    searched_at_[v] = x[v];
  });
  searched_revision_ = surface_.revision();
}

ContactRange CandidateCache::searched_range() const {
  return searched_ranges_.empty() ? ContactRange(searched_everywhere_)
                                  : ContactRange(std::span<const double>(searched_ranges_));
}

/// The number of vertices that tell all of a range: one if it is the same everywhere.
Index CandidateCache::range_count(const ContactRange& range) const {
  return range.is_uniform() ? std::min<Index>(1, surface_.vertex_count()) : surface_.vertex_count();
}

/// Over vertices that can collide: interior vertices of solids do not count, and static ones do not move.
double CandidateCache::largest_motion(Positions from, Positions to) const {
  const std::vector<Index>& moving = surface_.moving_vertices();
  return std::sqrt(parallel_max(count_of(moving), 0, [&](Index i) {
    const auto v = static_cast<size_t>(moving[static_cast<size_t>(i)]);
    return (to[v] - from[v]).squaredNorm();
  }));
}

}  // namespace lacuna
