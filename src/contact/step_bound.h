// The largest safe step for all vertices at once: the earliest time at which some pair would come too close.
#pragma once

#include "contact/candidates.h"
#include "contact/surface.h"
#include "geometry/stopping_motion.h"

#include <limits>

namespace lacuna {

struct StepBoundOptions {
  double gap_fraction = 0.1;  ///< in (0, 1): every pair keeps this fraction of its gap (distance - offset)
  /// m: no pair has to keep more than nine tenths of this, and a pair that stays beyond it does not limit the
  /// step. If this is the range of the candidate search, the bound does not depend on farther pairs in the
  /// list.
  double kept_gap = std::numeric_limits<double>::infinity();
  double t_max = 1;  ///< requested fraction of the motion, at most 1
};

struct StepBound {
  double time;              ///< the motion x + t dx is safe for all t in [0, time]
  bool is_limited = false;  ///< some pair allows less than t_max:
  PairKind kind{};          ///< the first one in the order of the candidates that limits the step
  Pair pair{};
};

/// Candidates must contain every pair that comes closer than some range plus its offset on the way
/// (BroadPhase::fit_swept, CandidateCache::along). Then every gap stays above gap_fraction of its initial
/// value, above nine tenths of kept_gap, or above the range, whichever is least; so the range must be
/// positive. The result, including the limiting pair, does not depend on the number of threads, although each
/// pair stops early at the smallest bound found so far.
StepBound bound_step(const Surface& surface, Positions x, Positions dx, const Candidates& candidates,
                     const StepBoundOptions& options = {});

/// The vertices of both sides of a pair; unused places are -1.
std::array<Index, 4> pair_vertices(const Surface& surface, PairKind kind, const Pair& pair);

/// When a pair comes too close in a motion whose vertices stop one by one, and its distance at `from`.
struct PairHit {
  double time = never, distance = 0;
};
/// `v` are the pair_vertices(). `t_max` is not used. The gap to be kept is a part of the gap at the beginning
/// of each leg.
PairHit first_hit(const Surface& surface, PairKind kind, const std::array<Index, 4>& v,
                  const StoppingMotion& motion, double from, const StepBoundOptions& options);
/// Whether a pair at this distance at time 0 stays farther apart than kept_gap, judged by how much closer any
/// two of its vertices can come. Quick, and no promise otherwise.
bool stays_apart(const Surface& surface, PairKind kind, const std::array<Index, 4>& v,
                 const StoppingMotion& motion, double distance, const StepBoundOptions& options);

}  // namespace lacuna
