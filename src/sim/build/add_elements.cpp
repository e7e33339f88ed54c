#include "sim/build/add_elements.h"

#include "base/input_error.h"
#include "base/overload.h"
#include "energy/shell_moduli.h"
#include "mesh/measures.h"
#include "mesh/topology.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lacuna {

namespace {

template <size_t n>
std::array<Vec3, n> corners(const std::vector<Vec3>& x, const std::array<Index, n>& nodes) {
  std::array<Vec3, n> at;
  for (size_t k = 0; k < n; ++k) at[k] = x[static_cast<size_t>(nodes[k])];
  return at;
}

template <size_t n>
std::array<Index, n> shifted(std::array<Index, n> nodes, Index by) {
  for (Index& v : nodes) v += by;
  return nodes;
}

void add_mass(Model& model, std::span<const Index> nodes, double mass_each) {
  for (const Index v : nodes) model.mass[static_cast<size_t>(v)] += mass_each;
}

/// A duplicate, whatever the order of its corners, would be a second element at the same place and bend
/// against the first.
template <size_t n>
void refuse_repeated(const SceneObject& object, std::span<const std::array<Index, n>> elements,
                     const char* what) {
  std::vector<std::pair<std::array<Index, n>, size_t>> sorted;
  for (size_t e = 0; e < elements.size(); ++e) {
    sorted.emplace_back(elements[e], e);
    std::sort(sorted.back().first.begin(), sorted.back().first.end());
  }
  std::sort(sorted.begin(), sorted.end());
  const auto same = std::adjacent_find(sorted.begin(), sorted.end(),
                                       [](const auto& a, const auto& b) { return a.first == b.first; });
  if (same != sorted.end())
    refuse_object(object,
                  fmt::format("{} {} and {} have the same corners, vertices {}", what, same->second,
                              (same + 1)->second, fmt::join(same->first, ", ")),
                  "remove one of them from the mesh");
}

// ---- solids

void add_tets(const ObjectParts& parts, const SolidMaterial& solid, Model& model) {
  const auto& [object, placed, first] = parts;
  if (solid.law == ElasticLaw::neo_hookean && solid.poisson < 0)
    refuse_object(
        object,
        fmt::format("a neo-Hookean solid with Poisson's ratio {:g}, below 0, collapses under compression",
                    solid.poisson),
        fmt::format("use poisson = 0 or more, or law = \"{}\"", word_of(ElasticLaw::stvk)));
  const Lame parameters = lame(solid.young, solid.poisson);
  for (size_t t = 0; t < placed.mesh.tets.size(); ++t) {
    const Tet& local = placed.mesh.tets[t];
    TetPositions rest = corners(placed.rest, local);
    const TetPositions start = corners(placed.mesh.vertices, local);
    const double volume = tet_volume(rest[0], rest[1], rest[2], rest[3]);
    if (!(volume > 0))
      refuse_object(object, fmt::format("tet {} is inverted or flat at rest (volume {:.3g} m^3)", t, volume),
                    "inspect the mesh with 'lacuna inspect', or mesh it again with 'lacuna mesh'");
    if (!(tet_volume(start[0], start[1], start[2], start[3]) > 0))
      refuse_object(object, fmt::format("tet {} starts inverted", t),
                    "start from a shape without inverted tets");
    const Tet tet = shifted(local, first);
    if (solid.shrink != 1)
      for (Vec3& corner : rest) corner *= solid.shrink;
    with_law(solid.law, [&](auto law) {
      model.elements.add<TetKind<decltype(law)>>(tet, {tet_rest(rest), parameters}, solid.damping,
                                                 {solid.plasticity, solid.plastic_threshold});
    });
    model.tets.push_back(tet);
    add_mass(model, tet, solid.density * volume / 4);
  }
}

// ---- shells

/// Rest edges of each triangle in its own plane, and the data that hinges need.
struct SheetRest {
  std::vector<Mat2> edges;    // per triangle: x1 - x0, x2 - x0
  std::vector<double> areas;  // m^2

  double side(size_t triangle, int k) const {
    const Mat2& e = edges[triangle];
    return k == 0 ? e.col(0).norm() : k == 1 ? (e.col(1) - e.col(0)).norm() : e.col(1).norm();
  }
};

SheetRest sheet_rest(const ObjectParts& parts, const ShellMaterial& shell) {
  const Mesh& mesh = parts.placed.mesh;
  const bool is_pattern = shell.rest == RestShape::texture;
  if (is_pattern && mesh.texture_triangles.size() != mesh.triangles.size())
    refuse_object(parts.object, "rest = \"texture\", but its mesh has no texture coordinates",
                  "use an OBJ file with vt lines, or rest = \"mesh\"");
  SheetRest rest;
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    Mat2 edges;
    if (is_pattern) {
      std::array<Vec2, 3> uv;
      for (size_t k = 0; k < 3; ++k)
        uv[k] =
            shell.texture_scale * mesh.texture_coordinates[static_cast<size_t>(mesh.texture_triangles[t][k])];
      edges = rest_edges(uv);
    } else {
      edges = rest_edges(corners(parts.placed.rest, mesh.triangles[t]));
    }
    const double area = 0.5 * std::abs(edges.determinant());
    if (!(area > 1e-12 * edges.squaredNorm()))
      refuse_object(parts.object, fmt::format("triangle {} has no area at rest", t),
                    is_pattern ? "fix the texture coordinates of that triangle"
                               : "inspect the mesh with 'lacuna inspect'");
    rest.edges.push_back(edges);
    rest.areas.push_back(area);
  }
  return rest;
}

/// A pattern whose size differs from that of the mesh is usually in other units.
void note_odd_size(const ObjectParts& parts, const SheetRest& rest, Model& model) {
  const double placed = surface_area(parts.placed.mesh.vertices, parts.placed.mesh.triangles);
  const double pattern = std::accumulate(rest.areas.begin(), rest.areas.end(), 0.0);
  const double ratio = std::sqrt(pattern / placed);
  if (ratio > 0.5 && ratio < 2) return;
  model.notes.push_back(fmt::format(
      "'{}': its pattern is {:.3g} times as large as its initial shape; texture_scale = {:.3g} would make "
      "them equal",
      parts.object.name, ratio, std::get<ShellMaterial>(parts.object.kind).texture_scale / ratio));
}

/// Warp and weft in the plane of rest edges.
Mat2 weave_axes(const ObjectParts& parts, const ShellMaterial& shell, size_t triangle) {
  if (shell.rest == RestShape::mesh) {
    const auto X = corners(parts.placed.rest, parts.placed.mesh.triangles[triangle]);
    const Vec3 normal = (X[1] - X[0]).cross(X[2] - X[0]);
    if (normal.cross(shell.warp).norm() < 1e-3 * normal.norm() * shell.warp.norm())
      refuse_object(parts.object, fmt::format("the warp is normal to triangle {}", triangle),
                    "choose a direction that lies in the sheet");
    return rest_axes(X, shell.warp);
  }
  const Vec2 warp = Vec2(shell.warp.x(), shell.warp.y()).normalized();
  Mat2 axes;
  axes << warp.x(), -warp.y(), warp.y(), warp.x();
  return axes;
}

/// The rest shape times the factors of `shrink`.
void shrink_sheet(const ObjectParts& parts, const ShellMaterial& shell, SheetRest& rest) {
  if (shell.shrink == Vec2::Ones()) return;
  for (size_t t = 0; t < rest.edges.size(); ++t) {
    const Mat2 axes = shell.has_axes() ? weave_axes(parts, shell, t) : Mat2(Mat2::Identity());
    rest.edges[t] = axes * shell.shrink.asDiagonal() * axes.transpose() * rest.edges[t];
    rest.areas[t] *= shell.shrink.prod();
  }
}

StretchLimits stretch_limits(const ShellMaterial& shell) {
  StretchLimits limits{1 + shell.limit_onset, 1 + *shell.strain_limit};
  if (shell.compression_limit) {
    limits.lower_onset = 1;
    limits.lower_limit = 1 - *shell.compression_limit;
  }
  return limits;
}

template <class Kind>
void add_limited(const ObjectParts& parts, size_t t, const Triangle& nodes, const typename Kind::Data& data,
                 double damping, Model& model) {
  const auto start = corners(parts.placed.mesh.vertices, parts.placed.mesh.triangles[t]);
  if (!Kind::is_admissible(start, data)) {
    const Vec2 sigma = singular_values(deformation_gradient(start, data.inverse_edges));
    refuse_object(
        parts.object,
        fmt::format("triangle {} starts beyond its strain limit: its stretches are {:.6g} and {:.6g}", t,
                    sigma[0], sigma[1]),
        "start from a shape closer to the rest shape (shrink changes it), or widen the limit");
  }
  model.elements.add<Kind>(nodes, data, damping);
}

void add_membrane(const ObjectParts& parts, const ShellMaterial& shell, const SheetRest& rest, size_t t,
                  Model& model) {
  const Triangle nodes = shifted(parts.placed.mesh.triangles[t], parts.first);
  if (shell.weave) {
    OrthotropicModuli moduli = shell.weave->moduli;
    for (double* a : {&moduli.a11, &moduli.a12, &moduli.a22, &moduli.g12}) *a *= shell.membrane;
    add_limited<OrthotropicKind>(parts, t, nodes,
                                 OrthotropicKind::data(rest.edges[t], weave_axes(parts, shell, t),
                                                       shell.thickness, moduli, shell.weave->limits),
                                 shell.damping, model);
    return;
  }
  const double young = shell.membrane * shell.young;
  const Yield yield{shell.plasticity, shell.plastic_threshold};
  const auto add = [&]<class Law>(Law) {
    using Kind = MembraneKind<Law>;
    const Lame lame = plane_stress_lame(young, shell.poisson);
    model.elements.add<Kind>(nodes, Kind::data(rest.edges[t], shell.thickness, lame), shell.damping, yield);
  };
  switch (shell.law) {
    case MembraneLaw::neo_hookean:
      add(MembraneNeoHookean{});
      break;
    case MembraneLaw::stvk:
      add(MembraneStvk{});
      break;
    case MembraneLaw::arap:
      add(MembraneArap{});
      break;
    case MembraneLaw::baraff_witkin:
      model.elements.add<BaraffWitkinKind>(
          nodes,
          BaraffWitkinKind::data(rest.edges[t], weave_axes(parts, shell, t), shell.thickness,
                                 baraff_witkin_moduli(young, shell.poisson)),
          shell.damping, yield);
      break;
  }
  if (!shell.strain_limit) return;
  add_limited<StrainLimitKind>(
      parts, t, nodes,
      StrainLimitKind::data(rest.edges[t], shell.thickness, stretch_limits(shell), shell.limit_stiffness), 0,
      model);
}

/// A triangle at an edge: the opposite corner, and the rest data that a hinge needs.
struct Wing {
  Index tip;
  double edge_length, area;
};

std::vector<Wing> wings_at(const Mesh& mesh, const SheetRest& rest, const EdgeTriangles& at_edges, Index e) {
  std::vector<Wing> wings;
  for (const Index triangle : at_edges.at(e)) {
    const auto t = static_cast<size_t>(triangle);
    const Triangle& sides = at_edges.of_triangle[t];
    const auto k = static_cast<size_t>(std::find(sides.begin(), sides.end(), e) - sides.begin());
    wings.push_back({mesh.triangles[t][(k + 2) % 3], rest.side(t, static_cast<int>(k)), rest.areas[t]});
  }
  return wings;
}

/// A hinge for every two triangles at an edge. Where more than two meet they cannot all be flat: they keep
/// the angles of the placed mesh, like the arms of a branching rod.
void add_hinges(const ObjectParts& parts, const ShellMaterial& shell, const SheetRest& rest, Model& model) {
  if (shell.bending == 0) return;
  const Mesh& mesh = parts.placed.mesh;
  const double published =
      hinge_bending_stiffness(shell.bending * shell.young, shell.poisson, shell.thickness);
  const double k =
      shell.bending_constants == BendingConstants::plate ? published / published_over_plate : published;
  const bool is_flat = shell.rest == RestShape::texture || shell.rest_angles == RestAngles::flat;
  const EdgeTriangles at_edges = edge_triangles(mesh.triangles);
  for (Index e = 0; e < count_of(at_edges.edges); ++e) {
    const std::vector<Wing> wings = wings_at(mesh, rest, at_edges, e);
    const Edge& edge = at_edges.edges[static_cast<size_t>(e)];
    for (size_t i = 0; i < wings.size(); ++i)
      for (size_t j = i + 1; j < wings.size(); ++j) {
        const Wing &a = wings[i], &b = wings[j];
        const std::array<Index, 4> nodes{a.tip, edge[0], edge[1], b.tip};
        const bool keeps_angle = wings.size() > 2 || !is_flat;
        const double angle = keeps_angle ? dihedral_angle(corners(parts.placed.rest, nodes)) : 0;
        model.elements.add<Hinge>(
            shifted(nodes, parts.first),
            Hinge::data(0.5 * (a.edge_length + b.edge_length), a.area + b.area, k, angle), shell.damping,
            {shell.bending_plasticity, shell.bending_threshold});
      }
  }
}

void add_shell(const ObjectParts& parts, const ShellMaterial& shell, Model& model) {
  const auto& triangles = parts.placed.mesh.triangles;
  refuse_repeated<3>(parts.object, triangles, "triangles");
  if (shell.law == MembraneLaw::neo_hookean && !shell.weave && shell.poisson < 0)
    refuse_object(
        parts.object,
        fmt::format("a neo-Hookean sheet with Poisson's ratio {:g}, below 0, collapses under compression",
                    shell.poisson),
        fmt::format("use poisson = 0 or more, or law = \"{}\"", word_of(MembraneLaw::stvk)));
  SheetRest rest = sheet_rest(parts, shell);
  if (shell.rest == RestShape::texture) note_odd_size(parts, rest, model);
  const std::vector<double> areas = rest.areas;  // of the mass, which shrinking does not change
  shrink_sheet(parts, shell, rest);
  for (size_t t = 0; t < triangles.size(); ++t) {
    add_membrane(parts, shell, rest, t, model);
    add_mass(model, shifted(triangles[t], parts.first),
             triangle_corner_mass(shell.density, shell.thickness, areas[t]));
  }
  add_hinges(parts, shell, rest, model);
}

// ---- rods and particles

/// The segment of a joint's arm: its rest length, and the node at its far end.
struct Arm {
  Index node;
  double length;
};

void add_rod(const ObjectParts& parts, const RodMaterial& rod, Model& model) {
  const auto& [object, placed, first] = parts;
  const double diameter = 2 * rod.radius, stretch = rod_stretch_stiffness(rod.young, diameter),
               bend = rod_bend_stiffness(rod.bending * rod.young, diameter);
  refuse_repeated<2>(object, placed.mesh.edges, "segments");
  std::vector<std::vector<Arm>> arms(placed.rest.size());
  for (const Edge& e : placed.mesh.edges) {
    const auto ends = corners(placed.rest, e);
    const double length = (ends[1] - ends[0]).norm();
    const Edge nodes = shifted(e, first);
    model.elements.add<RodStretchKind>(nodes, {stretch, rod.rest_length * length}, rod.damping);
    add_mass(model, nodes, segment_end_mass(rod.density, diameter, length));
    arms[static_cast<size_t>(e[0])].push_back({e[1], length});
    arms[static_cast<size_t>(e[1])].push_back({e[0], length});
  }
  if (rod.bending == 0) return;
  for (size_t v = 0; v < arms.size(); ++v)
    for (size_t i = 0; i < arms[v].size(); ++i)
      for (size_t j = i + 1; j < arms[v].size(); ++j) {
        const Arm &a = arms[v][i], &b = arms[v][j];
        const std::array<Index, 3> nodes{a.node, static_cast<Index>(v), b.node};
        const double curvature = rod_curvature(corners(placed.rest, nodes));
        const bool is_joint = arms[v].size() > 2;
        if (!std::isfinite(curvature))
          refuse_object(object, fmt::format("the rod folds back on itself at vertex {}", v),
                        "smooth the mesh there");
        // Arms of a branch keep their angles; a rod is straight unless specified otherwise.
        const bool keeps_curvature = is_joint || rod.rest_curvature == RestCurvature::shape;
        model.elements.add<RodBend>(shifted(nodes, first),
                                    RodBend::data(a.length, b.length, bend, keeps_curvature ? curvature : 0),
                                    rod.damping, {rod.bending_plasticity, rod.bending_threshold});
      }
}

void add_particles(const ObjectParts& parts, const ParticleMaterial& particles, Model& model) {
  const double mass = particle_mass(particles.density, 2 * particles.radius);
  for (size_t v = 0; v < parts.placed.rest.size(); ++v)
    model.mass[static_cast<size_t>(parts.first) + v] += mass;
}

}  // namespace

void refuse_object(const SceneObject& object, const std::string& problem, const std::string& hint) {
  throw InputError(object.place.text(), fmt::format("'{}': {}", object.name, problem), hint);
}

void add_elements(const ObjectParts& parts, Model& model) {
  std::visit(Overload{[&](const SolidMaterial& solid) { add_tets(parts, solid, model); },
                      [&](const ShellMaterial& shell) { add_shell(parts, shell, model); },
                      [&](const RodMaterial& rod) { add_rod(parts, rod, model); },
                      [&](const ParticleMaterial& particles) { add_particles(parts, particles, model); },
                      [](const Obstacle&) {}},
             parts.object.kind);
}

}  // namespace lacuna
