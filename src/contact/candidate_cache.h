// Candidates that outlive the state they were found at. The search range exceeds the requested one by
// `slack`; until some vertex has moved far enough to use that up, the same list still holds every relevant
// pair. Two primitives approach each other by at most twice the largest motion of a vertex, so a list with
// all pairs closer than R at x_built has all pairs closer than R - 2 max|x - x_built| at x.
#pragma once

#include "contact/broad_phase.h"

namespace lacuna {

class CandidateCache {
 public:
  /// slack: metres by which the search range exceeds the requested one. More slack: fewer searches, longer
  /// lists.
  CandidateCache(const Surface& surface, double slack)
      : surface_(surface), broad_phase_(surface), slack_(slack) {}

  /// Candidates with every pair closer than `range` plus its offset at x.
  const Candidates& near(Positions x, const ContactRange& range) { return along(x, x, range); }
  /// Candidates with every pair that comes closer than `range` plus its offset on the way from x_t0 to x_t1.
  /// A motion longer than the slack gets its own swept search, which is not kept.
  const Candidates& along(Positions x_t0, Positions x_t1, const ContactRange& range);

  /// The range in m, beyond offsets, within which the kept list has every pair at x; the smallest over the
  /// vertices, if ranges differ. Negative: it may miss pairs in contact. -infinity without a list.
  double guaranteed_range(Positions x) const;

  /// Numbers of searches, and of calls that needed none.
  Index search_count() const { return search_count_; }
  Index reuse_count() const { return reuse_count_; }

 private:
  bool still_holds(Positions x_t0, Positions x_t1, const ContactRange& range) const;
  void search(Positions x, const ContactRange& range, double approach);
  double largest_motion(Positions from, Positions to) const;
  ContactRange searched_range() const;
  Index range_count(const ContactRange& range) const;

  const Surface& surface_;
  BroadPhase broad_phase_;
  double slack_;
  double searched_everywhere_ = 0;       // m, if all vertices had the same range
  std::vector<double> searched_ranges_;  // by vertex, if not
  std::vector<Vec3> searched_at_;
  Index searched_revision_ = -1;
  Candidates kept_, swept_;
  Index search_count_ = 0, reuse_count_ = 0;
};

}  // namespace lacuna
