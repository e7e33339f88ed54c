// Exact predicates: orientation signs and intersections for the coordinates as given, without rounding
// (CGAL's filtered kernel). Primitives are closed: touching in one point counts.
#pragma once

#include "base/types.h"

namespace lacuna {

/// Sign of (b-a) x (c-a) . (d-a): +1, 0 or -1.
int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Do segment (e0, e1) and triangle (t0, t1, t2) share a point? Any degeneracy is allowed.
bool edge_intersects_triangle(const Vec3& e0, const Vec3& e1, const Vec3& t0, const Vec3& t1, const Vec3& t2);

/// Do two segments share a point? Any degeneracy is allowed.
bool edges_intersect(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);

}  // namespace lacuna
