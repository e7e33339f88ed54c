// Polylines in the plane, as users write them: outlines of panels and profiles of lathed shapes.
#pragma once

#include "base/types.h"

#include <span>
#include <string>

namespace lacuna {

/// Whether a side joins the last point to the first.
enum class Polyline { open, closed };

/// Throws InputError unless all points are finite, every side is longer than 1e-6 of the extent, sides that
/// share no point keep that distance, and neighbours make an angle of more than a degree. `where` names the
/// parameter.
void require_simple(const std::string& where, std::span<const Vec2> points, Polyline kind);

double distance_to_segment(const Vec2& p, const Vec2& a, const Vec2& b);

/// From a point to the nearest side of a closed polyline, negative inside.
double signed_distance(const Vec2& p, std::span<const Vec2> outline);

}  // namespace lacuna
