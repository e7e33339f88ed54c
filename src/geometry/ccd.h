// Continuous collision detection for linear motion: how far along its path may a pair go?
//
// Additive CCD (Codimensional IPC, section 5.4) with a certificate. Each round takes the direction n between
// the closest points and measures the slab between the two primitives along n. For any n the width of the
// slab is a lower bound on the distance and changes linearly while the vertices move, so the time until it
// has shrunk to the gap to be kept is known exactly. A slab that rotates with the pair, and the paper's
// bound, which counts tangential motion as approach, are used where they allow longer times. Rounding is
// subtracted from the gap (ccd.cpp), so every intermediate time is safe in floating point too, including the
// time reached when the rounds run out.
#pragma once

#include "base/types.h"

#include <limits>

namespace lacuna {

struct CcdOptions {
  double offset = 0;  ///< m; contact begins at this distance
  double gap_fraction =
      0.1;  ///< in (0, 1): the motion keeps distance - offset above this fraction of its initial value
  /// m: a pair that stays farther apart than this, beyond the offset, is free; no pair has to keep more than
  /// nine tenths of it.
  double kept_gap = std::numeric_limits<double>::infinity();
  double t_max = 1;      ///< the motion ends here
  int max_rounds = 256;  ///< then the time reached so far is returned
};

enum class CcdOutcome : std::uint8_t { free, hit, rounds_exhausted };

struct CcdResult {
  double time;  ///< the whole path [0, time] is safe, in exact or double arithmetic; t_max if free
  CcdOutcome outcome;
  int rounds;
  double distance;  ///< m, at time 0
};

/// Two vertices (p, q): positions x at time 0 and displacements dx up to time 1.
CcdResult point_point_ccd(const std::array<Vec3, 2>& x, const std::array<Vec3, 2>& dx,
                          const CcdOptions& options);
/// (p, a, b)
CcdResult point_edge_ccd(const std::array<Vec3, 3>& x, const std::array<Vec3, 3>& dx,
                         const CcdOptions& options);
/// (p, t0, t1, t2)
CcdResult point_triangle_ccd(const std::array<Vec3, 4>& x, const std::array<Vec3, 4>& dx,
                             const CcdOptions& options);
/// (a0, a1, b0, b1)
CcdResult edge_edge_ccd(const std::array<Vec3, 4>& x, const std::array<Vec3, 4>& dx,
                        const CcdOptions& options);

}  // namespace lacuna
