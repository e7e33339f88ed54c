#include "contact/candidate_cache.h"

#include <cmath>

namespace lacuna {

namespace {

double largest_motion(Positions from, Positions to) {
  return std::sqrt(parallel_max(count_of(from), 0, [&](Index v) {
    return (to[static_cast<size_t>(v)] - from[static_cast<size_t>(v)]).squaredNorm();
  }));
}

}  // namespace

const Candidates& CandidateCache::along(Positions x_t0, Positions x_t1, double range) {
  // Every point of the path lies between its ends, and so does its distance from x_built.
  if (searched_at_.size() == x_t0.size()) {
    const double moved = std::max(largest_motion(searched_at_, x_t0), largest_motion(searched_at_, x_t1));
    if (range + 2 * moved <= searched_range_) {
      ++reuse_count_;
      return kept_;
    }
  }
  ++search_count_;
  if (2 * largest_motion(x_t0, x_t1) <= slack_) {
    search(x_t0, range + slack_);
    return kept_;
  }
  broad_phase_.fit_swept(x_t0, x_t1, range);
  broad_phase_.find(swept_);
  return swept_;
}

void CandidateCache::search(Positions x, double range) {
  broad_phase_.fit(x, range);
  broad_phase_.find(kept_);
  searched_range_ = range;
  searched_at_.assign(x.begin(), x.end());
}

}  // namespace lacuna
