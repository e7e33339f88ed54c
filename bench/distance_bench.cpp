// Distances, regions and derivatives per call, over 4096 stencils: "random" is four points uniform in the
// unit cube, "near" has unit size, any orientation, closest points inside both primitives and a gap of 0.05
// to 0.95 of 0.01. "point_plane" and "line_line" have the region given.
#include "base/random.h"
#include "geometry/closest_vector.h"
#include "geometry/distance.h"

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

/// Derivatives of the squared distance as a 12-vector and 12x12 matrix, whatever the region.
Vec12 edge_edge_gradient(const Stencil& s) {
  const EdgeEdgeClosest closest = closest_edge_edge(s[0], s[1], s[2], s[3]);
  const std::array<double, 4> c = {1 - closest.s, closest.s, closest.t - 1, -closest.t};
  Vec12 g;
  for (int i = 0; i < 4; ++i) g.segment<3>(3 * i) = (2 * c[static_cast<size_t>(i)]) * closest.r;
  return g;
}

Vec12 point_triangle_gradient(const Stencil& s) {
  const PointTriangleClosest closest = closest_point_triangle(s[0], s[1], s[2], s[3]);
  const std::array<double, 4> c = {1, closest.beta1 + closest.beta2 - 1, -closest.beta1, -closest.beta2};
  Vec12 g;
  for (int i = 0; i < 4; ++i) g.segment<3>(3 * i) = (2 * c[static_cast<size_t>(i)]) * closest.r;
  return g;
}

/// Scatters the Hessian of a lower feature to the four nodes it is part of.
template <class Vector, size_t n>
Mat12 embedded(const Vector& closest, const std::array<int, n>& nodes) {
  const auto small = closest.hessian();
  Mat12 H = Mat12::Zero();
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      H.block<3, 3>(3 * nodes[i], 3 * nodes[j]) =
          small.template block<3, 3>(3 * static_cast<int>(i), 3 * static_cast<int>(j));
  return H;
}

Mat12 on_points(const Stencil& s, int p, int q) {
  return embedded(point_point_vector(s[static_cast<size_t>(p)], s[static_cast<size_t>(q)]), std::array{p, q});
}

Mat12 on_line(const Stencil& s, int p, int a, int b) {
  return embedded(
      point_line_vector(s[static_cast<size_t>(p)], s[static_cast<size_t>(a)], s[static_cast<size_t>(b)]),
      std::array{p, a, b});
}

Mat12 point_triangle_hessian(const Stencil& s) {
  using enum PointTriangleRegion;
  switch (closest_point_triangle(s[0], s[1], s[2], s[3]).region) {
    case vertex_0:
      return on_points(s, 0, 1);
    case vertex_1:
      return on_points(s, 0, 2);
    case vertex_2:
      return on_points(s, 0, 3);
    case edge_01:
      return on_line(s, 0, 1, 2);
    case edge_12:
      return on_line(s, 0, 2, 3);
    case edge_20:
      return on_line(s, 0, 3, 1);
    case face:
      break;
  }
  return point_plane_vector(s[0], s[1], s[2], s[3]).hessian();
}

Mat12 edge_edge_hessian(const Stencil& s) {
  using enum EdgeEdgeRegion;
  switch (closest_edge_edge(s[0], s[1], s[2], s[3]).region()) {
    case a0_b0:
      return on_points(s, 0, 2);
    case a0_b1:
      return on_points(s, 0, 3);
    case a1_b0:
      return on_points(s, 1, 2);
    case a1_b1:
      return on_points(s, 1, 3);
    case a0_b:
      return on_line(s, 0, 2, 3);
    case a1_b:
      return on_line(s, 1, 2, 3);
    case a_b0:
      return on_line(s, 2, 0, 1);
    case a_b1:
      return on_line(s, 3, 0, 1);
    case a_b:
      break;
  }
  return line_line_vector(s[0], s[1], s[2], s[3]).hessian();
}

}  // namespace

void register_distance_benchmarks() {
  static const auto triangles = near_point_triangles(), edges = near_edges();
  const auto plane = [](const Stencil& s) { return point_plane_vector(s[0], s[1], s[2], s[3]); };
  const auto lines = [](const Stencil& s) { return line_line_vector(s[0], s[1], s[2], s[3]); };

  both("point_triangle_region", triangles,
       [](const Stencil& s) { return closest_point_triangle(s[0], s[1], s[2], s[3]).region; });
  both("point_triangle_distance", triangles,
       [](const Stencil& s) { return point_triangle_distance2(s[0], s[1], s[2], s[3]); });
  both("point_triangle_gradient", triangles, point_triangle_gradient);
  both("point_triangle_hessian", triangles, point_triangle_hessian);
  both("point_plane_distance", triangles,
       [](const Stencil& s) { return point_plane_distance2(s[0], s[1], s[2], s[3]); });
  both("point_plane_gradient", triangles, [=](const Stencil& s) -> Vec12 { return plane(s).gradient(); });
  both("point_plane_hessian", triangles, [=](const Stencil& s) -> Mat12 { return plane(s).hessian(); });

  both("edge_edge_region", edges,
       [](const Stencil& s) { return closest_edge_edge(s[0], s[1], s[2], s[3]).region(); });
  both("edge_edge_distance", edges,
       [](const Stencil& s) { return edge_edge_distance2(s[0], s[1], s[2], s[3]); });
  both("edge_edge_gradient", edges, edge_edge_gradient);
  both("edge_edge_hessian", edges, edge_edge_hessian);
  both("line_line_distance", edges,
       [](const Stencil& s) { return line_line_distance2(s[0], s[1], s[2], s[3]); });
  both("line_line_gradient", edges, [=](const Stencil& s) -> Vec12 { return lines(s).gradient(); });
  both("line_line_hessian", edges, [=](const Stencil& s) -> Mat12 { return lines(s).hessian(); });
}

}  // namespace lacuna::bench
