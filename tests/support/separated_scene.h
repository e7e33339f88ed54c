// Triangles, segments and particles placed at random, none closer to another than a given gap beyond its
// offset.
#pragma once

#include "base/random.h"
#include "contact/broad_phase.h"
#include "contact/contacts.h"
#include "contact/intersection_check.h"
#include "contact/surface.h"

#include <limits>

namespace lacuna::test {

/// Distance minus offset of every pair that may collide, by brute force over all of them.
inline std::vector<Contact> all_pairs(const Surface& surface, Positions x) {
  constexpr double everywhere = 1e3;
  BroadPhase broad_phase(surface);
  Candidates candidates;
  broad_phase.fit(x, everywhere);
  broad_phase.find(candidates);
  return ContactFinder(surface).find(x, candidates, everywhere);
}

struct SeparatedScene {
  Surface surface;
  std::vector<Vec3> x, dx;

  /// Pieces of about the given size in a unit cube, and displacements of up to `motion` per coordinate.
  SeparatedScene(std::uint64_t seed, int pieces, double size, double offset, double gap, double motion) {
    Random random(seed);
    const auto point = [&](double s) {
      const double a = random.uniform(-s, s), b = random.uniform(-s, s);
      return Vec3(a, b, random.uniform(-s, s));
    };
    std::vector<Mesh> placed;
    for (int tries = 0; tries < 20 * pieces && static_cast<int>(placed.size()) < pieces; ++tries) {
      Mesh mesh;
      const Vec3 center = point(0.5);
      const auto vertices = 1 + random.below(3);
      for (std::uint64_t v = 0; v < vertices; ++v) mesh.vertices.emplace_back(center + point(size));
      if (vertices == 2) mesh.edges = {{0, 1}};
      if (vertices == 3) mesh.triangles = {{0, 1, 2}};
      placed.push_back(mesh);
      if (smallest_gap_of(placed, offset) < gap) placed.pop_back();
    }
    surface = surface_of(placed, offset, x);
    for (size_t v = 0; v < x.size(); ++v) dx.push_back(point(motion));
  }

 private:
  static Surface surface_of(const std::vector<Mesh>& meshes, double offset, std::vector<Vec3>& x) {
    Surface surface;
    x.clear();
    for (const Mesh& mesh : meshes) {
      surface.add(mesh, {.offset = offset});
      x.insert(x.end(), mesh.vertices.begin(), mesh.vertices.end());
    }
    return surface;
  }
  static double smallest_gap_of(const std::vector<Mesh>& meshes, double offset) {
    std::vector<Vec3> x;
    const Surface surface = surface_of(meshes, offset, x);
    // An edge through the middle of a triangle is near none of its features.
    if (!IntersectionCheck(surface).find(x).empty()) return 0;
    return smallest_gap(surface, all_pairs(surface, x));
  }
};

}  // namespace lacuna::test
