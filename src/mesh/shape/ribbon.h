// A strip along a smooth curve through given points: see RibbonShape. Between points the curve is a cubic
// whose directions at the points are those of the parabola through a point and its neighbours; normals are
// interpolated likewise, and made normal to the curve.
#pragma once

#include "mesh/mesh.h"
#include "mesh/shape/parameters.h"

namespace lacuna {

/// Throws InputError for a ribbon that would fold over at a bend within its own plane.
Mesh ribbon_surface(const RibbonShape& shape);

}  // namespace lacuna
