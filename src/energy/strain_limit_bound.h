// How far a triangle may move before it has used up most of what is left to its strain limit: the line search
// asks this before it evaluates energies.
//
// The largest stretch is a convex function along x + t p, so it is enough to know it at both ends. The
// smallest is not, but the square of F is quadratic in t: on [a, b] its eigenvalues are no smaller than those
// of F(a)^T F(a), of F(b)^T F(b) and of the symmetric part of F(a)^T F(b), its Bernstein coefficients.
// Entries of Green's strain are quadratic themselves. In all three the rounding of F, of its stretches and of
// x + t p is taken off, so that the energy is finite at the positions the caller computes.
#pragma once

#include "energy/orthotropic_membrane.h"
#include "energy/strain_limit.h"

namespace lacuna {

/// Part of the distance to a limit that is kept in one step.
inline constexpr double kept_strain = 0.1;

/// The largest t in [0, 1], up to a thousandth on the safe side, such that all along x + s p, 0 <= s <= t,
/// each limit stays kept_strain times its present distance away. 0 if the shape is not admitted now, if the
/// limit is nearer than rounding, or if anything is not finite.
double strain_limit_bound(const ElementPositions<3>& x, const ElementPositions<3>& p,
                          const StrainLimit::Data& data);
double strain_limit_bound(const ElementPositions<3>& x, const ElementPositions<3>& p,
                          const OrthotropicMembrane::Data& data);

}  // namespace lacuna
