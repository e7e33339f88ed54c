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

struct DetectorSettings {
  double dhat = 1e-3;  ///< m, beyond offsets: pairs closer than that are contacts
  ContactWeights weights = ContactWeights::multiplicity;
  EdgePairs edge_pairs = EdgePairs::mollified;
  /// Extra search range, in dhat: smaller values need more searches, larger ones longer lists.
  double slack_of_dhat = 1;
};

/// How much of every gap a motion must keep: the smaller of gap_fraction and kept_of_dhat.
struct MotionLimits {
  double t_max = 1;           ///< requested fraction of the motion, at most 1
  double gap_fraction = 0.1;  ///< in (0, 1): of the gap at the start
  /// In dhat, above 0: no pair has to keep more than 0.9 of it (no wall more than all of it), and pairs
  /// that stay beyond it never limit a motion (StepBoundOptions::kept_gap).
  double kept_of_dhat = 0.1;
  /// Of the range between onset and limit of a strain: what a motion in which vertices stop one by one keeps.
  double kept_of_strain = 0;
};

/// A vertex of the surface, and a plane or sphere that it may touch: planes count first, then spheres.
struct WallPair {
  Index vertex, wall;
};

/// What may end the motion of some vertices.
struct MotionTests {
  const Candidates& pairs;
  const std::vector<WallPair>& walls;
};

class ContactDetector {
 public:
  ContactDetector(const Surface& surface, Positions rest, std::span<const ContactPlane> planes,
                  const DetectorSettings& settings, std::span<const ContactSphere> spheres = {});

  /// All contacts at x, in canonical order; vertices behind a plane and outside a sphere are among them.
  /// Valid until the next call. Asked again for the same x and an unchanged surface, it does not search
  /// again.
  const std::vector<ContactStencil>& find(Positions x);

  /// Every pair of primitives closer at x than `range` plus its offset, with its distance, before closest
  /// features are merged as in find(); sorted by kind, then by primitives. Half-spaces and spheres are not
  /// among them (plane_gap, sphere_gap). Valid until the next call.
  const std::vector<Contact>& near_pairs(Positions x, const ContactRange& range);

  /// Largest t, at most limits.t_max, up to which every gap along x + t p satisfies the limits; it errs on
  /// the safe side.
  MotionBound bound(Positions x, Positions p, const MotionLimits& limits);

  /// All that a motion along p may meet, whichever vertices stop on the way. Valid until the next call.
  MotionTests motion_tests(Positions x, Positions p, const MotionLimits& limits);
  /// The vertices of the wall and the one that may touch it; unused places are -1.
  std::array<Index, 4> wall_vertices(const WallPair& pair) const;
  /// When one of them ends a motion (contact/step_bound.h).
  double first_hit(const WallPair& pair, const StoppingMotion& motion, double from,
                   const MotionLimits& limits) const;
  PairHit first_hit(PairKind kind, const std::array<Index, 4>& vertices, const StoppingMotion& motion,
                    double from, const MotionLimits& limits) const {
    return lacuna::first_hit(surface_, kind, vertices, motion, from, bound_options(limits));
  }
  bool stays_apart(PairKind kind, const std::array<Index, 4>& vertices, const StoppingMotion& motion,
                   double distance, const MotionLimits& limits) const {
    return lacuna::stays_apart(surface_, kind, vertices, motion, distance, bound_options(limits));
  }

  /// Exact: an edge and a triangle that meet at x.
  const std::vector<Pair>& intersections(Positions x) { return intersection_check_.find(of_surface(x)); }

  std::span<const ContactPlane> planes() const { return planes_; }
  /// For gather(): normals of the planes, then axes of the spheres.
  std::span<const Vec3> plane_normals() const { return normals_; }

 private:
  /// Without the vertices that carry planes and spheres, which come last.
  Positions of_surface(Positions x) const { return x.first(static_cast<size_t>(surface_.vertex_count())); }
  const std::vector<Contact>& unsorted_pairs(Positions x, const ContactRange& range);
  void bound_by_planes(Positions x, Positions p, const MotionLimits& limits, MotionBound& bound) const;
  void bound_by_spheres(Positions x, Positions p, const MotionLimits& limits, MotionBound& bound) const;
  void add_walls(Positions x, Positions p, const MotionLimits& limits);
  RoundMotion round_motion(const ContactSphere& sphere, Index vertex, const std::array<Vec3, 3>& x,
                           const std::array<Vec3, 3>& dx, const MotionLimits& limits) const;
  StepBoundOptions bound_options(const MotionLimits& limits) const {
    return {.gap_fraction = limits.gap_fraction, .kept_gap = limits.kept_of_dhat * dhat_};
  }
  double kept(double gap, const MotionLimits& limits) const {
    return std::min(limits.gap_fraction * gap, limits.kept_of_dhat * dhat_);
  }
  double largest_motion(Positions p) const;

  const Surface& surface_;
  std::vector<ContactPlane> planes_;
  std::vector<ContactSphere> spheres_;
  std::vector<Vec3> normals_;
  double dhat_;
  CandidateCache candidates_;
  ContactFinder finder_;
  ContactSet contact_set_;
  IntersectionCheck intersection_check_;
  std::vector<Vec3> found_at_;  // where contact_set_ was built
  Index found_revision_ = -1;   // of the surface then; -1: contact_set_ is not complete
  std::vector<Contact> near_pairs_;
  std::vector<WallPair> wall_pairs_;
  std::vector<Vec3> end_;  // of a motion
};

}  // namespace lacuna
