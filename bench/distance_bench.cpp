// Distances, regions and derivatives per call, over 4096 stencils: "random" is four points uniform in the
// unit cube, "near" has unit size, any orientation, closest points inside both primitives and a gap of 0.05
// to 0.95 of 0.01. "point_plane" and "line_line" have the region given.
#include "base/random.h"
#include "geometry/closest_features.h"

#include <benchmark/benchmark.h>

#include <string>

namespace lacuna::bench {

namespace {

using Stencil = std::array<Vec3, 4>;

Vec3 direction(Random& random) {
  for (;;) {
    const Vec3 d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    if (d.norm() > 0.1 && d.norm() < 1) return d.normalized();
  }
}

std::vector<Stencil> random_stencils() {
  Random random(1);
  std::vector<Stencil> stencils(4096);
  for (Stencil& s : stencils)
    for (Vec3& x : s) x = {random.uniform(), random.uniform(), random.uniform()};
  return stencils;
}

std::vector<Stencil> near_point_triangles() {
  Random random(2);
  std::vector<Stencil> stencils(4096);
  for (Stencil& s : stencils) {
    const Vec3 n = direction(random), u = n.cross(direction(random)).normalized(), v = n.cross(u);
    s[1] = Vec3::Zero();
    s[2] = u;
    s[3] = 0.5 * u + 0.8 * v;
    const Vec3 w(random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1));
    s[0] = (w[0] * s[1] + w[1] * s[2] + w[2] * s[3]) / w.sum() + random.uniform(0.05, 0.95) * 0.01 * n;
  }
  return stencils;
}

std::vector<Stencil> near_edges() {
  Random random(3);
  std::vector<Stencil> stencils(4096);
  for (Stencil& s : stencils) {
    const Vec3 n = direction(random), u = n.cross(direction(random)).normalized();
    const double angle = random.uniform(0.3, 2.8), at_a = random.uniform(0.1, 0.9),
                 at_b = random.uniform(0.1, 0.9);
    const Vec3 v = std::cos(angle) * u + std::sin(angle) * n.cross(u);
    const Vec3 gap = random.uniform(0.05, 0.95) * 0.01 * n;
    s = {gap - at_a * u, gap + (1 - at_a) * u, -at_b * v, (1 - at_b) * v};
  }
  return stencils;
}

template <class Function>
void run(benchmark::State& state, const std::vector<Stencil>& stencils, Function function) {
  for (auto _ : state)
    for (const Stencil& s : stencils) benchmark::DoNotOptimize(function(s));
  state.counters["calls"] = static_cast<double>(stencils.size());
}

template <class Function>
void both(const std::string& name, const std::vector<Stencil>& near, Function function) {
  static const std::vector<Stencil> random = random_stencils();
  const auto add = [&](const std::string& kind, const std::vector<Stencil>& stencils) {
    benchmark::RegisterBenchmark((name + "/" + kind).c_str(), [&stencils, function](benchmark::State& state) {
      run(state, stencils, function);
    });
  };
  add("random", random);
  add("near", near);
}

PointTriangleRegion point_triangle_region(const Stencil& s) {
  return closest_point_triangle(s[0], s[1], s[2], s[3]).region;
}
EdgeEdgeRegion edge_edge_region(const Stencil& s) {
  return closest_edge_edge(s[0], s[1], s[2], s[3]).region();
}

}  // namespace

void register_distance_benchmarks() {
  static const auto triangles = near_point_triangles(), edges = near_edges();
  const auto plane = [](const Stencil& s) { return point_plane_vector(s[0], s[1], s[2], s[3]); };
  const auto lines = [](const Stencil& s) { return line_line_vector(s[0], s[1], s[2], s[3]); };

  both("point_triangle_region", triangles, point_triangle_region);
  both("point_triangle_distance", triangles,
       [](const Stencil& s) { return point_triangle_distance2(s[0], s[1], s[2], s[3]); });
  both("point_triangle_gradient", triangles,
       [](const Stencil& s) { return distance2_gradient(closest_point_triangle(s[0], s[1], s[2], s[3])); });
  both("point_triangle_hessian", triangles,
       [](const Stencil& s) { return distance2_hessian(point_triangle_region(s), s); });
  both("point_plane_distance", triangles,
       [](const Stencil& s) { return point_plane_distance2(s[0], s[1], s[2], s[3]); });
  both("point_plane_gradient", triangles, [=](const Stencil& s) -> Vec12 { return plane(s).gradient(); });
  both("point_plane_hessian", triangles, [=](const Stencil& s) -> Mat12 { return plane(s).hessian(); });

  both("edge_edge_region", edges, edge_edge_region);
  both("edge_edge_distance", edges,
       [](const Stencil& s) { return edge_edge_distance2(s[0], s[1], s[2], s[3]); });
  both("edge_edge_gradient", edges,
       [](const Stencil& s) { return distance2_gradient(closest_edge_edge(s[0], s[1], s[2], s[3])); });
  both("edge_edge_hessian", edges,
       [](const Stencil& s) { return distance2_hessian(edge_edge_region(s), s); });
  both("line_line_distance", edges,
       [](const Stencil& s) { return line_line_distance2(s[0], s[1], s[2], s[3]); });
  both("line_line_gradient", edges, [=](const Stencil& s) -> Vec12 { return lines(s).gradient(); });
  both("line_line_hessian", edges, [=](const Stencil& s) -> Mat12 { return lines(s).hessian(); });
}

}  // namespace lacuna::bench
