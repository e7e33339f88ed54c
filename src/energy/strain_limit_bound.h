// The largest step in which a triangle keeps part of its margin to the strain limit: the line search calls
// this before it evaluates energies.
//
// The largest stretch is a convex function along x + t p, so it is enough to know it at both ends. The
// smallest is not, but F^T F is quadratic in t: on [a, b] its eigenvalues are no smaller than those of F(a)^T
// F(a), of F(b)^T F(b) and of the symmetric part of F(a)^T F(b), its Bernstein coefficients. Entries of
// Green's strain are quadratic themselves. In all three the rounding of F, of its stretches and of x + t p is
// subtracted, so that the energy is finite at the positions the caller computes.
#pragma once

#include "energy/orthotropic_membrane.h"
#include "energy/strain_limit.h"

namespace lacuna {

/// Fraction of the distance to a limit that is kept in one step.
inline constexpr double kept_strain = 0.1;

/// The largest t in [0, 1], up to a thousandth on the safe side, such that all along x + s p, 0 <= s <= t,
/// each limit stays kept_strain times its current distance away. 0 if the shape is not admissible now, if the
/// limit is nearer than rounding, or if anything is not finite.
double strain_limit_bound(const ElementPositions<3>& x, const ElementPositions<3>& p,
                          const StrainLimit::Data& data);
double strain_limit_bound(const ElementPositions<3>& x, const ElementPositions<3>& p,
                          const OrthotropicMembrane::Data& data);

}  // namespace lacuna
