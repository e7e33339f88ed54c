// Pairs in contact: closer than the contact range (dhat) plus their offset, with their closest features.
#pragma once

#include "base/ordered_collect.h"
#include "contact/candidates.h"
#include "contact/contact_range.h"
#include "contact/surface.h"

namespace lacuna {

struct Contact {
  Pair pair;  ///< as in Candidates
  PairKind kind;
  std::uint8_t region;  ///< by kind: PointTriangleRegion, EdgeEdgeRegion, PointEdgeRegion; 0 for two vertices
  double distance2;     ///< m^2
};

class ContactFinder {
 public:
  explicit ContactFinder(const Surface& surface) : surface_(surface) {}

  /// Every candidate closer than its range plus its offset at x, in the order of the candidates. Valid until
  /// the next call.
  const std::vector<Contact>& find(Positions x, const Candidates& candidates, const ContactRange& range);

 private:
  template <class ClosestOf>
  void collect(const std::vector<Pair>& pairs, PairKind kind, ClosestOf&& closest_of);

  const Surface& surface_;
  std::vector<Contact> contacts_;
  OrderedCollector<Contact> collector_;
};

/// The offset of a pair.
double pair_offset(const Surface& surface, PairKind kind, const Pair& pair);

/// Distance minus offset, without cancellation.
double gap(const Surface& surface, const Contact& contact);

/// The smallest gap over all contacts, infinity if there is none.
double smallest_gap(const Surface& surface, const std::vector<Contact>& contacts);

}  // namespace lacuna
