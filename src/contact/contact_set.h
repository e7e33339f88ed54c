// Contacts reduced to the terms of an energy: each pair becomes a stencil of its closest features, and the
// same feature pair seen from several pairs becomes one stencil with a weight. The list is sorted, so it
// depends on the set of contacts only, not on their order or on threads.
//
// Weights are either the number of pairs that share the features (IPC), or areas (Li et al. 2023, Convergent
// Incremental Potential Contact), with which forces converge under refinement. docs/energies/contact.md.
#pragma once

#include "base/words.h"
#include "contact/area_terms.h"
#include "contact/contact_plane.h"
#include "contact/contact_sphere.h"

namespace lacuna {

enum class ContactWeights : std::uint8_t { multiplicity, area };
template <>
inline constexpr auto words<ContactWeights> = make_words<ContactWeights>(
    {{"multiplicity", ContactWeights::multiplicity}, {"area", ContactWeights::area}});

/// Which pairs of edges have a stencil.
enum class EdgePairs : std::uint8_t {
  /// All, as in IPC; nearly parallel edges have a stencil of their own kind, with a mollifier.
  mollified,
  /// Those whose closest points are inside both edges, however small their angle, with a weight of 1. Closest
  /// points at an end belong to the pairs of vertices with triangles and edges: the number of these pairs is
  /// the weight, or 1 if there are none. No mollifier. For the weights `multiplicity` alone.
  crossing
};

class ContactSet {
 public:
  /// Rest positions decide which edges count as nearly parallel, and areas; no edge may have zero rest
  /// length. No objects may be added to the surface afterwards.
  ContactSet(const Surface& surface, Positions rest_positions,
             ContactWeights weights = ContactWeights::multiplicity,
             EdgePairs edge_pairs = EdgePairs::mollified);

  /// From all contacts at x within dhat (ContactFinder::find). Sorted by kind, then by primitives. Valid
  /// until the next call.
  const std::vector<ContactStencil>& build(Positions x, const std::vector<Contact>& contacts, double dhat);

  /// Appends, plane by plane, every surface vertex that is not kinematic and closer to it than dhat plus half
  /// its offset. Vertices behind the plane are included: their energy is infinite.
  const std::vector<ContactStencil>& add_planes(Positions x, std::span<const ContactPlane> planes,
                                                double dhat);

  /// The same for spheres, which are numbered from `first_number` on.
  const std::vector<ContactStencil>& add_spheres(Positions x, std::span<const ContactSphere> spheres,
                                                 size_t first_number, double dhat);

  const std::vector<ContactStencil>& stencils() const { return stencils_; }

 private:
  template <class Visit>
  void collect(const std::vector<Contact>& contacts, std::vector<WeightedNumber>& out, Visit&& visit);
  void collect_multiplicity(Positions x, const std::vector<Contact>& contacts);
  void collect_features(const std::vector<Contact>& contacts);
  void collect_areas(Positions x, const std::vector<Contact>& contacts, double dhat);
  double ball_scale(const ContactStencil& stencil, double dhat) const;

  const Surface& surface_;
  ContactWeights weights_;
  EdgePairs edge_pairs_;
  StencilNumbers numbers_;
  ContactAreas areas_;
  Index vertex_count_, edge_count_;
  std::vector<WeightedNumber> found_, scratch_;
  std::array<std::vector<WeightedNumber>, 4> shared_;  // by SharedRole
  OrderedCollector<WeightedNumber> collector_;
  std::vector<ContactStencil> stencils_;
};

/// The smallest distance minus offset, infinity if there is none; `normals` as in gather().
double smallest_gap(const std::vector<ContactStencil>& stencils, Positions x,
                    std::span<const Vec3> normals = {});

}  // namespace lacuna
