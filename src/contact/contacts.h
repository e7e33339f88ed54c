// Pairs that do touch: closer than the contact range (dhat) plus their offset, with the features that are closest.
#pragma once

#include "contact/candidates.h"
#include "contact/surface.h"

#include <cmath>

namespace lacuna {

struct Contact {
  Pair pair;  ///< as in Candidates
  PairKind kind;
  std::uint8_t region;  ///< by kind: PointTriangleRegion, EdgeEdgeRegion, PointEdgeRegion; 0 for two vertices
  double distance2;     ///< m^2
  double offset;        ///< m, of this pair
  double gap() const { return (distance2 - square(offset)) / (std::sqrt(distance2) + offset); }
};

/// Every candidate closer than `range` plus its offset at x, in the order of the candidates.
void find_contacts(const Surface& surface, Positions x, const Candidates& candidates, double range,
                   std::vector<Contact>& contacts);

/// Smallest distance minus offset over all contacts, infinity if there is none.
double smallest_gap(const std::vector<Contact>& contacts);

}  // namespace lacuna
