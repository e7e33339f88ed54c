// The contact queries of a solver: the contacts at a state, the largest safe step of a motion, and the exact
// proof that a state is free of intersections. Owns the candidate lists; the answers do not depend on earlier
// queries.
#pragma once

#include "contact/candidate_cache.h"
#include "contact/contact_set.h"
#include "contact/contacts.h"
#include "contact/intersection_check.h"
#include "contact/step_bound.h"

namespace lacuna {

/// The largest safe step of a motion, and the pair that limits it.
struct MotionBound {
  double time = 1;
  std::array<Index, 2> vertices{-1, -1};  ///< one of each side of the pair that limits it, -1 if none does
};

class ContactDetector {
 public:
  ContactDetector(const Surface& surface, Positions rest, std::span<const ContactPlane> planes, double dhat,
                  ContactWeights weights);

  /// All contacts at x, in canonical order; vertices behind a plane are among them. Valid until the next
  /// call.
  const std::vector<ContactStencil>& find(Positions x);

  /// Every gap keeps at least a fraction `gap_fraction` (or a part of dhat) all along x + t p, t <= time.
  MotionBound bound(Positions x, Positions p, double t_max, double gap_fraction);

  /// Exact: an edge and a triangle that meet at x.
  const std::vector<Pair>& intersections(Positions x) { return intersection_check_.find(of_surface(x)); }

  std::span<const Vec3> plane_normals() const { return normals_; }

 private:
  /// Without the vertices that carry planes, which come last.
  Positions of_surface(Positions x) const { return x.first(static_cast<size_t>(surface_.vertex_count())); }
  void bound_by_planes(Positions x, Positions p, double gap_fraction, MotionBound& bound) const;
  double largest_motion(Positions p) const;

  const Surface& surface_;
  std::vector<ContactPlane> planes_;
  std::vector<Vec3> normals_;
  double dhat_;
  CandidateCache candidates_;
  ContactFinder finder_;
  ContactSet contact_set_;
  IntersectionCheck intersection_check_;
  std::vector<Vec3> end_;  // of a motion
};

}  // namespace lacuna
