// The largest step in which a tet keeps part of its volume: IPC's filter for laws that resist inversion
// (section 4.4, after Smith and Schaefer 2015).
//
// The volume along x + t p is a cubic in t. It is divided by the volume at t = 0, so nothing depends on the
// unit of length, and a bound on the rounding of each coefficient, itself a cubic in t, is subtracted: below
// the root of the remainder no exact evaluation reaches the kept volume.
#pragma once

#include "energy/tet_element.h"

namespace lacuna {

/// Fraction of its volume that a tet keeps in one step. Smaller values allow longer steps, but the logarithm
/// in the energy then starts the next iteration far up its steep side.
inline constexpr double kept_volume = 0.2;

/// The largest t in [0, 1], up to 1e-9 of the volume on the safe side, such that the volume stays above
/// `kept` times the current one all along x + s p, 0 <= s <= t. 0 if the tet is not positive now or anything
/// is not finite.
double inversion_bound(const TetPositions& x, const TetPositions& p, double kept = kept_volume);

}  // namespace lacuna
