#include "mesh/shape/ribbon.h"

#include "base/input_error.h"
#include "mesh/shape/check_parameters.h"
#include "mesh/shape/surfaces.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace lacuna {
namespace {

/// Values at knots, with a cubic between each two.
class Spline {
 public:
  /// At least two rising knots.
  Spline(std::vector<double> knots, std::vector<Vec3> values)
      : knots_(std::move(knots)), values_(std::move(values)), slopes_(values_.size()) {
    const size_t last = values_.size() - 1;
    for (size_t i = 1; i < last; ++i) {
      const double before = width(i - 1), after = width(i);
      slopes_[i] = (after * chord_slope(i - 1) + before * chord_slope(i)) / (before + after);
    }
    slopes_[0] = last > 1 ? Vec3(1.5 * chord_slope(0) - 0.5 * slopes_[1]) : chord_slope(0);
    slopes_[last] = last > 1 ? Vec3(1.5 * chord_slope(last - 1) - 0.5 * slopes_[last - 1]) : chord_slope(0);
  }

  double length() const { return knots_.back(); }

  Vec3 at(double u) const {
    const Piece p = piece(u);
    const double s = p.part, r = 1 - s;
    return (1 + 2 * s) * r * r * values_[p.index] + s * s * (3 - 2 * s) * values_[p.index + 1] +
           width(p.index) * s * r * (r * slopes_[p.index] - s * slopes_[p.index + 1]);
  }

  Vec3 slope(double u) const {
    const Piece p = piece(u);
    const double s = p.part, r = 1 - s;
    return 6 * s * r * chord_slope(p.index) + r * (r - 2 * s) * slopes_[p.index] +
           s * (s - 2 * r) * slopes_[p.index + 1];
  }

 private:
  struct Piece {
    size_t index;
    double part;  // of its width
  };

  Piece piece(double u) const {
    const auto after = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, u);
    const auto i = static_cast<size_t>(after - knots_.begin()) - 1;
    return {i, std::clamp((u - knots_[i]) / width(i), 0.0, 1.0)};
  }
  double width(size_t i) const { return knots_[i + 1] - knots_[i]; }
  Vec3 chord_slope(size_t i) const { return (values_[i + 1] - values_[i]) / width(i); }

  std::vector<double> knots_;
  std::vector<Vec3> values_, slopes_;
};

std::vector<double> chord_lengths(const std::vector<Vec3>& points) {
  std::vector<double> knots = {0};
  for (size_t i = 1; i < points.size(); ++i)
    knots.push_back(knots.back() + (points[i] - points[i - 1]).norm());
  return knots;
}

std::vector<Vec3> normals_of(const RibbonShape& shape) {
  std::vector<Vec3> normals = shape.normals;
  if (normals.size() == 1) normals.assign(shape.points.size(), normals[0]);
  for (Vec3& n : normals) n.normalize();
  return normals;
}

/// The middle line by its length.
class MiddleLine {
 public:
  explicit MiddleLine(const RibbonShape& shape)
      : knots_(chord_lengths(shape.points)),
        points_(knots_, shape.points),
        normals_(knots_, normals_of(shape)) {
    places_.push_back(0);
    lengths_.push_back(0);
    for (size_t k = 0; k + 1 < knots_.size(); ++k) {
      const double step = (knots_[k + 1] - knots_[k]) / samples;
      for (int i = 0; i < samples; ++i) {
        const double middle = knots_[k] + (i + 0.5) * step;
        places_.push_back(middle + 0.5 * step);
        lengths_.push_back(lengths_.back() + step * points_.slope(middle).norm());
      }
    }
  }

  double length() const { return lengths_.back(); }

  struct Frame {
    Vec3 place, tangent;
    Vec3 normal;  ///< not normalised: its length tells how far the given normals are from the tangent
    Vec3 side() const { return tangent.cross(normal.normalized()); }
  };

  Frame at(double along) const {
    const auto after = std::upper_bound(lengths_.begin() + 1, lengths_.end() - 1, along);
    const auto i = static_cast<size_t>(after - lengths_.begin());
    const double part = (along - lengths_[i - 1]) / (lengths_[i] - lengths_[i - 1]);
    return frame(places_[i - 1] + std::clamp(part, 0.0, 1.0) * (places_[i] - places_[i - 1]));
  }

  size_t sample_count() const { return lengths_.size(); }
  double length_at(size_t sample) const { return lengths_[sample]; }
  Frame at_sample(size_t sample) const { return frame(places_[sample]); }

 private:
  // Per cubic: its length is exact to 1e-6 by the midpoint rule even where its speed changes by half.
  static constexpr int samples = 200;

  Frame frame(double place) const {
    Frame frame{points_.at(place), points_.slope(place).normalized(), normals_.at(place)};
    frame.normal -= frame.tangent.dot(frame.normal) * frame.tangent;
    return frame;
  }

  std::vector<double> knots_;
  Spline points_, normals_;
  std::vector<double> places_, lengths_;  // of samples: parameter of the splines, length up to there
};

UnstructuredGridShape flat_ribbon(const RibbonShape& shape, double length) {
  return {{length, shape.width}, std::min(shape.edge_length, 0.5 * shape.width), shape.seed};
}

void check(const RibbonShape& shape) {
  using namespace shape_check;
  require_positive("ribbon.width", shape.width);
  require_positive("ribbon.edge_length", shape.edge_length);
  if (shape.points.size() < 2)
    throw InputError("ribbon.points", fmt::format("needs at least two points, not {}", shape.points.size()));
  for (size_t i = 0; i < shape.points.size(); ++i) {
    if (!shape.points[i].allFinite())
      throw InputError("ribbon.points", fmt::format("point {} is not finite", i));
    if (i > 0 && !((shape.points[i] - shape.points[i - 1]).norm() > 0))
      throw InputError("ribbon.points", fmt::format("points {} and {} coincide", i - 1, i),
                       "list each point once");
  }
  if (shape.normals.size() != 1 && shape.normals.size() != shape.points.size())
    throw InputError("ribbon.normals",
                     fmt::format("{} normals for {} points", shape.normals.size(), shape.points.size()),
                     "give one normal for all points, or one for each");
  for (const Vec3& normal : shape.normals) require_direction("ribbon.normals", normal);
}

/// Throws InputError where the normals give no side, or the ribbon reverses or folds over at the inner side
/// of a bend.
void check_line(const RibbonShape& shape, const MiddleLine& line) {
  // Normals that change sign between two points are shorter than this at some of the 200 samples in between.
  // A bend of 60 degrees between two samples is a cusp. A tenth of its length must remain at the inner side
  // of a bend.
  constexpr double least_sine = 0.1, least_cosine = 0.5, least_stretch = 0.1;
  for (size_t i = 0; i + 1 < line.sample_count(); ++i) {
    const double along = line.length_at(i), step = line.length_at(i + 1) - along;
    const MiddleLine::Frame frame = line.at_sample(i), next = line.at_sample(i + 1);
    if (!(frame.tangent.dot(next.tangent) > least_cosine))
      throw InputError("ribbon.points", fmt::format("{:.4g} m from its beginning the ribbon reverses", along),
                       "lead it around a bend with more points");
    if (!(std::min(frame.normal.norm(), next.normal.norm()) > least_sine))
      throw InputError(
          "ribbon.normals",
          fmt::format("{:.4g} m from its beginning they point along the ribbon or change sides", along),
          "give normals that point away from the surface and rotate by less than half a turn from point to "
          "point");
    const double turn = (next.side() - frame.side()).dot(frame.tangent) / step;
    if (1 - 0.5 * shape.width * std::abs(turn) < least_stretch)
      throw InputError("ribbon.points",
                       fmt::format("{:.4g} m from its beginning the ribbon turns so sharply within its own "
                                   "plane that its inner side folds over",
                                   along),
                       "make the bend wider, the ribbon narrower, or rotate its normals");
  }
}

}  // namespace

Mesh ribbon_surface(const RibbonShape& shape) {
  check(shape);
  const MiddleLine line(shape);
  const UnstructuredGridShape flat = flat_ribbon(shape, line.length());
  require_unstructured_grid(flat, "ribbon.width", "ribbon.edge_length");
  check_line(shape, line);
  Mesh mesh = unstructured_grid_surface(flat);
  mesh.texture_triangles = mesh.triangles;
  for (Vec3& x : mesh.vertices) {
    mesh.texture_coordinates.emplace_back(x.x(), x.z());
    const MiddleLine::Frame frame = line.at(x.x() + 0.5 * line.length());
    x = frame.place + x.z() * frame.side();
  }
  return mesh;
}

}  // namespace lacuna
