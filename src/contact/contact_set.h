// Contacts reduced to what an energy sums over: each pair becomes a stencil of its closest features, and the
// same feature pair seen from several pairs becomes one stencil with a weight. The list is sorted, so it
// depends on which contacts there are, not on their order, nor on threads.
//
// Weights are either the number of pairs that share the features (IPC), or areas (Li et al. 2023, Convergent
// Incremental Potential Contact), with which forces converge under refinement. docs/energies/contact.md.
#pragma once

#include "base/words.h"
#include "contact/area_terms.h"

namespace lacuna {

enum class ContactWeights : std::uint8_t { multiplicity, area };
template <>
inline constexpr auto words<ContactWeights> = make_words<ContactWeights>(
    {{"multiplicity", ContactWeights::multiplicity}, {"area", ContactWeights::area}});

/// A half-space: everything on the side of the normal is free.
struct ContactPlane {
  Index node = -1;              ///< carries a point of the plane
  Vec3 normal = Vec3(0, 1, 0);  ///< of unit length
};

class ContactSet {
 public:
  /// Rest positions decide which edges count as nearly parallel, and areas; no edge may have zero rest
  /// length. The surface must not get further objects.
  ContactSet(const Surface& surface, Positions rest_positions,
             ContactWeights weights = ContactWeights::multiplicity);

  /// From all contacts at x within dhat (ContactFinder::find). Sorted by kind, then by primitives. Valid
  /// until the next call.
  const std::vector<ContactStencil>& build(Positions x, const std::vector<Contact>& contacts, double dhat);

  /// Appends, plane by plane, every surface vertex that is not kinematic and closer to it than dhat plus half
  /// its offset. Vertices behind the plane are included: their energy is infinite.
  const std::vector<ContactStencil>& add_planes(Positions x, std::span<const ContactPlane> planes,
                                                double dhat);

  const std::vector<ContactStencil>& stencils() const { return stencils_; }

 private:
  template <class Visit>
  void collect(const std::vector<Contact>& contacts, std::vector<WeightedNumber>& out, Visit&& visit);
  void collect_multiplicity(Positions x, const std::vector<Contact>& contacts);
  void collect_areas(Positions x, const std::vector<Contact>& contacts, double dhat);

  const Surface& surface_;
  ContactWeights weights_;
  StencilNumbers numbers_;
  ContactAreas areas_;
  Index vertex_count_, edge_count_;
  std::vector<WeightedNumber> found_, scratch_;
  std::array<std::vector<WeightedNumber>, 4> shared_;  // by SharedRole
  OrderedCollector<WeightedNumber> collector_;
  std::vector<ContactStencil> stencils_;
};

/// The smallest distance minus offset, infinity if there is none; `normals` of the planes.
double smallest_gap(const std::vector<ContactStencil>& stencils, Positions x,
                    std::span<const Vec3> normals = {});

}  // namespace lacuna
