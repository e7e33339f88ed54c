// A strip along a smooth curve through given points: see RibbonShape. Between points the curve is a cubic.
// Its direction at a point is that of the parabola through the point and its neighbours; at both ends it is
// not curved. Normals are interpolated likewise, and made normal to the curve.
#pragma once

#include "mesh/mesh.h"
#include "mesh/shape/parameters.h"

namespace lacuna {

/// Throws InputError for a ribbon that folds over at a bend within its own plane, reverses, or flips its
/// side.
Mesh ribbon_surface(const RibbonShape& shape);

}  // namespace lacuna
