// Small scenes of every codimension, tangled at random: for tests against brute force.
#pragma once

#include "base/random.h"
#include "contact/surface.h"

namespace lacuna::test {

/// Whether some objects never move, and whether the surface is told so or takes them for kinematic ones.
enum class Statics : std::uint8_t { none, told, untold };

struct RandomScene {
  Surface surface;
  std::vector<Vec3> x;
  std::vector<std::array<Index, 2>> disabled;

  explicit RandomScene(std::uint64_t seed, Statics statics = Statics::none) : random_(seed) {
    const int object_count = 3 + static_cast<int>(random_.below(5));
    for (int i = 0; i < object_count; ++i) {
      SurfaceObject object{.offset = random_.below(2) ? random_.uniform(0, 0.05) : 0.0,
                           .is_kinematic = random_.below(4) == 0};
      if (statics != Statics::none && i % 2 == 1)
        (statics == Statics::told ? object.is_static : object.is_kinematic) = true;
      add(random_mesh(), object);
    }
    for (int i = 0; i < 2 && random_.below(2); ++i) {
      const auto a = static_cast<Index>(random_.below(static_cast<std::uint64_t>(surface.object_count())));
      const auto b = static_cast<Index>(random_.below(static_cast<std::uint64_t>(surface.object_count())));
      surface.disable(a, b);
      disabled.push_back({std::min(a, b), std::max(a, b)});
    }
    for (int i = 0; i < 10; ++i) surface.set_kinematic(any_vertex(), random_.below(2) == 0);
  }

  /// Every vertex moved by up to `size` in each coordinate.
  std::vector<Vec3> moved(double size) {
    std::vector<Vec3> y = x;
    for (Vec3& v : y) v += point(size);
    return y;
  }

 private:
  Vec3 point(double size) {
    const double a = random_.uniform(-size, size), b = random_.uniform(-size, size);
    return {a, b, random_.uniform(-size, size)};
  }
  Index any_vertex() { return static_cast<Index>(random_.below(x.size())); }

  void add(const Mesh& mesh, const SurfaceObject& object) {
    surface.add(mesh, object);
    x.insert(x.end(), mesh.vertices.begin(), mesh.vertices.end());
  }

  Mesh random_mesh() {
    Mesh mesh;
    const auto n = static_cast<Index>(4 + random_.below(40));
    const Vec3 center = point(0.5);
    for (Index v = 0; v < n; ++v) mesh.vertices.emplace_back(center + point(0.4));
    switch (random_.below(5)) {
      case 0:  // a strip of triangles
        for (Index v = 0; v + 2 < n; ++v) mesh.triangles.push_back({v, v + 1, v + 2});
        break;
      case 1:  // a chain of tets
        for (Index v = 0; v + 3 < n; v += 3) mesh.tets.push_back({v, v + 1, v + 2, v + 3});
        break;
      case 2:  // a rod
        for (Index v = 0; v + 1 < n; ++v) mesh.edges.push_back({v, v + 1});
        break;
      case 3:
        break;  // particles
      case 4:   // triangles, a rod that starts on them, and an unused vertex
        for (Index v = 0; v + 2 < n / 2; ++v) mesh.triangles.push_back({v, v + 1, v + 2});
        for (Index v = n / 2; v + 2 < n; ++v) mesh.edges.push_back({v - 1, v});
        break;
    }
    return mesh;
  }

  Random random_;
};

}  // namespace lacuna::test
