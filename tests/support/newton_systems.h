// Matrices like those of Newton's method: h^2 times linear elasticity plus mass, and stiff point-triangle
// contacts as rank-one terms. For tests and benchmarks of linear solvers.
#pragma once

#include "math/block_assembly.h"
#include "mesh/mesh.h"
#include "mesh/topology.h"
#include "support/random.h"

#include <Eigen/LU>

#include <algorithm>
#include <map>

namespace lacuna::test {

struct SolidMaterial {
  double young = 1e4, poisson = 0.4, density = 1000;  ///< Pa, 1, kg/m^3
  double time_step = 0.04;                            ///< s
};

struct NewtonSystem {
  Index node_count = 0;
  std::vector<Stencil> fixed, passing;
  std::vector<Mat3> fixed_blocks, passing_blocks;
  std::vector<Index> first_block;
  std::vector<double> mass;
  std::vector<Vec3> force;  ///< right-hand side: gravity and noise

  BlockSources sources() const { return {fixed_blocks, passing_blocks, mass, {}}; }
  void assemble_into(BlockAssembly& assembly) const {
    assembly.set_passing(passing, first_block);
    assembly.assemble(sources());
  }
};

/// Hessian blocks of one linear tet, scaled by h^2, appended to `out`.
inline void add_tet_hessian(const std::array<Vec3, 4>& x, const SolidMaterial& material,
                            std::vector<Mat3>& out) {
  Mat3 edges;
  edges << x[1] - x[0], x[2] - x[0], x[3] - x[0];
  const double volume = edges.determinant() / 6;
  const Mat3 inverse = edges.inverse();
  std::array<Vec3, 4> gradient;  // of the shape functions
  for (int i = 0; i < 3; ++i) gradient[static_cast<size_t>(i) + 1] = inverse.row(i).transpose();
  gradient[0] = -gradient[1] - gradient[2] - gradient[3];
  const double mu = material.young / (2 * (1 + material.poisson));
  const double lambda =
      material.young * material.poisson / ((1 + material.poisson) * (1 - 2 * material.poisson));
  const double scale = volume * square(material.time_step);
  for (size_t i = 0; i < 4; ++i)
    for (size_t j = i; j < 4; ++j) {
      const Vec3 &a = gradient[i], &b = gradient[j];
      out.push_back(scale *
                    (lambda * a * b.transpose() + mu * b * a.transpose() + mu * a.dot(b) * Mat3::Identity()));
    }
}

inline NewtonSystem solid_system(const Mesh& mesh, const SolidMaterial& material, std::uint64_t stream = 0) {
  NewtonSystem system;
  Random random(stream);
  system.node_count = count_of(mesh.vertices);
  system.fixed = stencils_of(mesh.tets);
  system.mass.assign(mesh.vertices.size(), 0);
  for (const Tet& tet : mesh.tets) {
    std::array<Vec3, 4> x;
    for (size_t i = 0; i < 4; ++i) x[i] = mesh.vertices[static_cast<size_t>(tet[i])];
    add_tet_hessian(x, material, system.fixed_blocks);
    const double volume = (x[1] - x[0]).cross(x[2] - x[0]).dot(x[3] - x[0]) / 6;
    for (Index v : tet) system.mass[static_cast<size_t>(v)] += material.density * volume / 4;
  }
  for (double m : system.mass)
    system.force.push_back(m * square(material.time_step) * (Vec3(0, -9.81, 0) + random.in_box(3)));
  return system;
}

/// `count` contacts between a random boundary triangle and a boundary vertex of one patch each: contacts come
/// in clusters, with a common normal. Stiffness is `relative` times that of an element, spread by e^+-2.
inline void add_contacts(NewtonSystem& system, const Mesh& mesh, Index count, double relative,
                         std::uint64_t stream = 1) {
  Random random(stream);
  const std::vector<Triangle> triangles = boundary_triangles(mesh.tets);
  double element = 0;
  for (size_t b = 0; b < system.fixed_blocks.size(); b += 10)
    element += system.fixed_blocks[b].trace() / 3 / static_cast<double>(system.fixed.size());
  // Boundary nodes from the lowest up and from the highest down: what touches when bodies are stacked.
  std::vector<std::pair<double, Triangle>> low, high;
  for (const Triangle& t : triangles) {
    double y = 0;
    for (Index v : t) y += mesh.vertices[static_cast<size_t>(v)].y() / 3;
    low.emplace_back(y, t);
  }
  std::sort(low.begin(), low.end());
  high.assign(low.rbegin(), low.rend());
  const size_t reach = std::min(low.size(), static_cast<size_t>(std::max(8, count / 2)));
  for (Index c = 0; c < count; ++c) {
    const auto k = static_cast<size_t>(random.below(static_cast<int>(reach)));
    const Triangle& triangle = low[k].second;
    const auto other = std::min(reach - 1, k + static_cast<size_t>(random.below(8)));
    const Index vertex = high[other].second[static_cast<size_t>(random.below(3))];
    if (std::find(triangle.begin(), triangle.end(), vertex) != triangle.end()) continue;
    const double s = random.uniform(0, 1), t = random.uniform(0, 1 - s);
    const std::array<double, 4> weight{1, s + t - 1, -s, -t};
    const Vec3 normal = (Vec3(0, 1, 0) + random.in_box(0.2)).normalized();
    const double stiffness = relative * element * std::exp(random.uniform(-2, 2));
    system.first_block.push_back(count_of(system.passing_blocks));
    system.passing.push_back({{vertex, triangle[0], triangle[1], triangle[2]}, 4});
    for (size_t i = 0; i < 4; ++i)
      for (size_t j = i; j < 4; ++j)
        system.passing_blocks.push_back(stiffness * weight[i] * weight[j] * normal * normal.transpose());
  }
}

/// Vertices of one body against the nearest triangle of another within `reach`, as when bodies rest on each
/// other. `body` numbers the vertices. Stiffness as above.
inline void add_resting_contacts(NewtonSystem& system, const Mesh& mesh, std::span<const Index> body,
                                 double reach, double relative, std::uint64_t stream = 2) {
  Random random(stream);
  const std::vector<Triangle> triangles = boundary_triangles(mesh.tets);
  double element = 0;
  for (size_t b = 0; b < system.fixed_blocks.size(); b += 10)
    element += system.fixed_blocks[b].trace() / 3 / static_cast<double>(system.fixed.size());
  const auto position = [&](Index v) { return mesh.vertices[static_cast<size_t>(v)]; };
  std::vector<Index> boundary;
  std::vector<Vec3> centres;
  for (const Triangle& t : triangles) {
    boundary.insert(boundary.end(), t.begin(), t.end());
    centres.push_back((position(t[0]) + position(t[1]) + position(t[2])) / 3);
  }
  std::sort(boundary.begin(), boundary.end());
  boundary.erase(std::unique(boundary.begin(), boundary.end()), boundary.end());
  for (Index v : boundary) {
    double nearest = square(reach);
    const Triangle* found = nullptr;
    for (size_t t = 0; t < triangles.size(); ++t)
      if (body[static_cast<size_t>(triangles[t][0])] != body[static_cast<size_t>(v)])
        if (const double d = (centres[t] - position(v)).squaredNorm(); d < nearest) {
          nearest = d;
          found = &triangles[t];
        }
    if (found == nullptr) continue;
    const Triangle& t = *found;
    const Vec3 normal = (position(t[1]) - position(t[0])).cross(position(t[2]) - position(t[0])).normalized();
    const double p = random.uniform(0, 1), q = random.uniform(0, 1 - p);
    const std::array<double, 4> weight{1, p + q - 1, -p, -q};
    const double stiffness = relative * element * std::exp(random.uniform(-2, 2));
    system.first_block.push_back(count_of(system.passing_blocks));
    system.passing.push_back({{v, t[0], t[1], t[2]}, 4});
    for (size_t i = 0; i < 4; ++i)
      for (size_t j = i; j < 4; ++j)
        system.passing_blocks.push_back(stiffness * weight[i] * weight[j] * normal * normal.transpose());
  }
}

}  // namespace lacuna::test
