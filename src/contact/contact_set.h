// Contacts reduced to what an energy sums over: each pair becomes a stencil of its closest features, and the
// same feature pair seen from several pairs becomes one stencil with a weight. The list is sorted, so it
// depends on which contacts there are, not on their order, nor on threads.
//
// Weights are either the number of pairs that share the features (IPC), or areas (Li et al. 2023, Convergent
// Incremental Potential Contact), with which forces converge under refinement. docs/energies/contact.md.
#pragma once

#include "contact/contact_areas.h"
#include "contact/contacts.h"
#include "geometry/contact_stencil.h"

namespace lacuna {

enum class ContactWeights : std::uint8_t { multiplicity, area };

/// A half-space: everything on the side of the normal is free.
struct ContactPlane {
  Index node = -1;              ///< carries a point of the plane
  Vec3 normal = Vec3(0, 1, 0);  ///< of unit length
};

/// A stencil as a number, and the share of one contact in its weight.
struct StencilKey {
  std::uint64_t key;
  double weight;
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
  friend class StencilKeys;
  friend class AreaTerms;
  template <class Emit>
  void reduce(Positions x, const Contact& contact, double weight, Emit&& emit) const;
  void collect_multiplicity(Positions x, const std::vector<Contact>& contacts);
  void collect_areas(Positions x, const std::vector<Contact>& contacts, double dhat);
  void merge();
  ContactStencil stencil_of(std::uint64_t key) const;
  bool is_nearly_parallel(Positions x, Index edge_a, Index edge_b) const;
  double threshold(Index edge_a, Index edge_b) const;

  const Surface& surface_;
  ContactWeights weights_;
  std::vector<double> rest_length2_;                  // by edge
  std::vector<std::array<Index, 3>> triangle_edges_;  // 01, 12, 20
  ContactAreas areas_;
  std::uint64_t vertex_count_, edge_count_, triangle_count_;
  std::array<std::uint64_t, 6> first_key_;  // by kind, and one past the last
  std::vector<StencilKey> keys_, scratch_;
  std::array<std::vector<StencilKey>, 4> shared_;  // features that several pairs have in common, by role
  OrderedCollector<StencilKey> collector_;
  std::vector<ContactStencil> stencils_;
};

/// The smallest distance minus offset, infinity if there is none; `normals` of the planes.
double smallest_gap(const std::vector<ContactStencil>& stencils, Positions x,
                    std::span<const Vec3> normals = {});

}  // namespace lacuna
