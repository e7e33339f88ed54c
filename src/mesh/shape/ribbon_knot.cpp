#include "mesh/shape/ribbon_knot.h"

#include "base/input_error.h"
#include "mesh/shape/check_parameters.h"
#include "mesh/shape/surfaces.h"
#include "mesh/transform.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lacuna {
namespace {

using std::numbers::pi;

/// The middle line of ribbon 0 for z >= 0 in the plane of x and z, in widths. `u` is the distance from the
/// loop's far end, where it crosses the x axis: an arc around (x0, 0), a fillet that curves the other way, a
/// leg.
struct HalfLine {
  // A loop wide enough to lie flat around two legs with half a width of room on each side, and with edges
  // that are at most 1.4 times longer on one side of the ribbon than in its middle.
  static constexpr double loop_radius = 2.5, fillet_radius = 1.25, leg_z = 0.9;
  static constexpr double x0 = loop_radius / std::numbers::sqrt2;  // the two loops cross at right angles

  /// Half the length of a crossing: the overlap of two ribbons at the smallest angle, 69 degrees.
  static constexpr double crossing_half = 0.8;
  static constexpr double end_slope = 2;  ///< distance from the last crossing down to y = 0

  double fillet_angle = std::asin((leg_z + fillet_radius) / (loop_radius + fillet_radius));
  double fillet_x = x0 - (loop_radius + fillet_radius) * std::cos(fillet_angle);
  double fillet_u = loop_radius * (pi - fillet_angle);
  double leg_u = fillet_u + fillet_radius * (0.5 * pi - fillet_angle);

  // Crossings with both legs of ribbon 1 (here with one of them), with its loop, and with its far arc.
  double leg_crossing = loop_radius * std::asin(leg_z / loop_radius);
  double loop_crossing = loop_radius * 0.75 * pi;
  double arc_crossing = leg_u + fillet_x + x0 + std::sqrt(square(loop_radius) - square(leg_z));

  double least_u() const { return arc_crossing + crossing_half + end_slope; }
  double x_of_leg(double u) const { return fillet_x - (u - leg_u); }

  struct Frame {
    Vec2 place, outward;
  };

  Frame at(double u) const {
    if (u <= fillet_u) {
      const Vec2 direction(std::cos(u / loop_radius), std::sin(u / loop_radius));
      return {Vec2(x0, 0) + loop_radius * direction, direction};
    }
    if (u <= leg_u) {
      const double angle = -fillet_angle - (u - fillet_u) / fillet_radius;
      const Vec2 direction(std::cos(angle), std::sin(angle));
      return {Vec2(fillet_x, leg_z + fillet_radius) + fillet_radius * direction, -direction};
    }
    return {{x_of_leg(u), leg_z}, {0, 1}};
  }

  /// From -1, under, to 1, over.
  double height(double u) const {
    const auto rise = [u](double from, double to) {
      const double s = std::clamp((u - from) / (to - from), 0.0, 1.0);
      return s * s * (3 - 2 * s);
    };
    const double p = crossing_half;
    return 1 - 2 * rise(leg_crossing + p, loop_crossing - p) + 2 * rise(loop_crossing + p, arc_crossing - p) -
           rise(arc_crossing + p, arc_crossing + p + end_slope);
  }
};

double half_length(const RibbonKnotShape& shape) {
  const HalfLine line;
  return line.leg_u + line.fillet_x + 0.5 * shape.length / shape.width;
}

UnstructuredGridShape flat_ribbon(const RibbonKnotShape& shape) {
  // Longer edges cut corners through the other ribbon.
  const double edge = std::min(shape.edge_length, 0.5 * shape.width);
  return {{ribbon_length(shape), shape.width}, edge, shape.seed};
}

void check(const RibbonKnotShape& shape) {
  using namespace shape_check;
  require_positive("ribbon-knot.width", shape.width);
  require_positive("ribbon-knot.length", shape.length);
  require_positive("ribbon-knot.edge_length", shape.edge_length);
  require_positive("ribbon-knot.gap", shape.gap);
  require_count("ribbon-knot.index", shape.index, -1);
  if (shape.index > 1)
    throw InputError("ribbon-knot.index", fmt::format("{} is not 0, 1 or -1", shape.index),
                     "-1 is both ribbons");
  if (shape.gap > shape.width)
    throw InputError("ribbon-knot.gap", fmt::format("{} is more than the width, {}", shape.gap, shape.width),
                     "the ribbons would be too steep between crossings");
  const HalfLine line;
  const double least = -2 * line.x_of_leg(line.least_u());
  if (shape.length < least * shape.width)
    throw InputError(
        "ribbon-knot.length",
        fmt::format("{} is less than the knot needs: {:.2f} widths of {}", shape.length, least, shape.width),
        "make the ribbons longer or narrower");
  require_unstructured_grid(flat_ribbon(shape), "ribbon-knot.length", "ribbon-knot.edge_length");
}

Mesh first_ribbon(const RibbonKnotShape& shape) {
  Mesh mesh = unstructured_grid_surface(flat_ribbon(shape));
  for (Vec3& x : mesh.vertices) x = ribbon_point(shape, x.x(), x.z());
  return mesh;
}

}  // namespace

double ribbon_length(const RibbonKnotShape& shape) { return 2 * shape.width * half_length(shape); }

Vec3 ribbon_point(const RibbonKnotShape& shape, double along, double across) {
  const HalfLine line;
  const double u = std::abs(along) / shape.width;
  const HalfLine::Frame frame = line.at(u);
  const Vec2 p = shape.width * frame.place + across * frame.outward;
  return {p.x(), 0.5 * shape.gap * line.height(u), along > 0 ? -p.y() : p.y()};
}

Mesh ribbon_knot(const RibbonKnotShape& shape) {
  check(shape);
  Mesh first = first_ribbon(shape);
  if (shape.index == 0) return first;
  Mesh second = first;
  rotate(second, euler_rotation({0, 0, 180}));
  if (shape.index == 1) return second;
  append(first, second);
  return first;
}

}  // namespace lacuna
