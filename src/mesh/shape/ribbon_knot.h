// Two flat ribbons in a loose reef knot: see RibbonKnotShape.
//
// Seen from above (y), the first ribbon comes from -x, opens into a loop around (x0, 0) and goes back to -x;
// the second is the first rotated by 180 degrees about z. They cross six times:
//
//         .---.   .---.
//        /     \ /     \         Along the first ribbon, from its end at the upper left: over the second's
//       /       X       \        arc, under its loop, over both its legs, under its loop, over its arc.
//    --|-------' '-------|--
//      |                 |       Both legs of a ribbon leave the other's loop on the same side, which makes
//    --|-------. .-------|--     a reef knot; in a granny knot one leaves above and one below.
//       \       X       /
//        \     / \     /
//         '---'   '---'
//
// Each ribbon is a graph over the plane: flat where it crosses, and half the gap up or down there.
#pragma once

#include "mesh/mesh.h"
#include "mesh/shape/parameters.h"

namespace lacuna {

/// Ribbon 0, which ends at -x, then ribbon 1; or only one of them.
Mesh ribbon_knot(const RibbonKnotShape& shape);

/// Length of each ribbon along its middle line, m.
double ribbon_length(const RibbonKnotShape& shape);

/// A point of ribbon 0: `along` metres from the middle of its length (negative: before it, at z > 0) and
/// `across` metres from its middle line.
Vec3 ribbon_point(const RibbonKnotShape& shape, double along, double across);

}  // namespace lacuna
