// The mannequin: ellipses along a smooth curve from the soles to the crown.
#include "mesh/shape/check_parameters.h"
#include "mesh/shape/revolve.h"
#include "mesh/shape/surfaces.h"
#include "mesh/transform.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lacuna {
namespace {

/// Height, half the width (x) and half the depth (z) of a section, as fractions of the body's height.
using Section = Vec3;

double radius(const Section& s) { return 0.5 * (s[1] + s[2]); }

double distance(const Section& a, const Section& b) { return std::hypot(radius(a) - radius(b), a[0] - b[0]); }

/// From the soles to the crown; proportions of a slender adult with closed legs and without arms.
const std::vector<Section>& measures() {
  static const std::vector<Section> sections{
      {0, 0, 0},              // middle of the soles
      {0.006, 0.040, 0.040},  //
      {0.035, 0.048, 0.046},  // ankles
      {0.270, 0.066, 0.054},  // knees
      {0.430, 0.092, 0.070},  // thighs
      {0.510, 0.102, 0.073},  // hips
      {0.620, 0.075, 0.056},  // waist
      {0.720, 0.094, 0.070},  // chest
      {0.790, 0.106, 0.062},  //
      {0.825, 0.098, 0.050},  // shoulders
      {0.848, 0.055, 0.040},  //
      {0.870, 0.033, 0.035},  // neck
      {0.890, 0.034, 0.040},  //
      {0.940, 0.046, 0.056},  // head
      {0.985, 0.028, 0.034},  //
      {1, 0, 0},              // crown
  };
  return sections;
}

/// A smooth curve through the sections (Catmull and Rom, 1974, with knots at the chord lengths), sampled
/// finely. It would dip below the soles, which are flat instead. Beyond the ends it continues as its mirror
/// image, so that it crosses the axis at a right angle.
std::vector<Section> smooth_sections() {
  constexpr int samples = 64;  // per span: far finer than any sensible ring spacing
  std::vector<Section> knots = measures();
  const auto mirrored = [](const Section& s) { return Section(s[0], -s[1], -s[2]); };
  knots.insert(knots.begin(), mirrored(knots[1]));
  knots.push_back(mirrored(knots[knots.size() - 2]));
  std::vector<Section> curve;
  for (size_t i = 1; i + 2 < knots.size(); ++i) {
    const Section &p = knots[i], &q = knots[i + 1];
    const double before = distance(knots[i - 1], p), span = distance(p, q), after = distance(q, knots[i + 2]);
    const auto slope = [](const Section& u, double du, const Section& v, double dv) -> Section {
      return (dv * (u / du) + du * (v / dv)) / (du + dv);  // of the parabola through three knots
    };
    const Section p_slope = slope(p - knots[i - 1], before, q - p, span);
    const Section q_slope = slope(q - p, span, knots[i + 2] - q, after);
    for (int k = 0; k < samples; ++k) {
      const double t = static_cast<double>(k) / samples, r = 1 - t;
      curve.emplace_back(r * r * (1 + 2 * t) * p + t * t * (3 - 2 * t) * q +
                         span * t * r * (r * p_slope - t * q_slope));
      curve.back()[0] = std::max(curve.back()[0], 0.0);
    }
  }
  curve.push_back(measures().back());
  return curve;
}

/// `rows` + 1 sections at equal distances along a curve, from its first to its last.
std::vector<Section> evenly_spaced(const std::vector<Section>& curve, double length, Index rows) {
  std::vector<Section> sections{curve.front()};
  double done = 0;
  for (size_t i = 1; i < curve.size(); ++i) {
    const double step = distance(curve[i - 1], curve[i]);
    while (count_of(sections) < rows && done + step >= length * count_of(sections) / rows) {
      const double s = (length * count_of(sections) / rows - done) / step;
      sections.emplace_back(curve[i - 1] + s * (curve[i] - curve[i - 1]));
    }
    done += step;
  }
  sections.push_back(curve.back());
  return sections;
}

/// A pole at each end.
std::vector<Ring> rings_of(const std::vector<Section>& sections, double edge) {
  std::vector<Ring> rings;
  for (const Section& s : sections) {
    const bool is_pole = rings.empty() || rings.size() + 1 == sections.size();
    rings.push_back(is_pole ? Ring{0, s[0], 1, 0}
                            : Ring{radius(s), s[0], ring_count(radius(s), edge), count_of(rings) % 2});
  }
  return rings;
}

/// Turns circles into ellipses, ring by ring.
void flatten(Mesh& mesh, const std::vector<Ring>& rings, const std::vector<Section>& sections) {
  size_t v = 0;
  for (size_t i = 0; i < rings.size(); ++i) {
    for (Index k = 0; k < rings[i].count; ++k, ++v) {
      if (rings[i].count == 1) continue;
      mesh.vertices[v].x() *= sections[i][1] / rings[i].radius;
      mesh.vertices[v].z() *= sections[i][2] / rings[i].radius;
    }
  }
}

}  // namespace

Mesh mannequin_surface(const MannequinShape& shape) {
  shape_check::require_positive("mannequin.height", shape.height);
  shape_check::require_count("mannequin.resolution", shape.resolution, 1);
  const std::vector<Section> curve = smooth_sections();
  double length = 0, widest = 0;
  for (size_t i = 1; i < curve.size(); ++i) {
    length += distance(curve[i - 1], curve[i]);
    widest = std::max(widest, radius(curve[i]));
  }
  const double edge = rim_edge(widest, shape.resolution);
  shape_check::require_indexable("mannequin.resolution",
                                 estimated_entries(2 * std::numbers::pi * widest * length, edge));
  constexpr Index least_rows = 8;  // fewer lose the waist or the neck
  const std::vector<Section> sections =
      evenly_spaced(curve, length, std::max(least_rows, row_count(length, edge)));
  const std::vector<Ring> rings = rings_of(sections, edge);
  Mesh mesh = revolve(rings);
  flatten(mesh, rings, sections);
  scale(mesh, Vec3::Constant(shape.height));
  return mesh;
}

}  // namespace lacuna
