#include "scene/place_mesh.h"

#include "base/input_error.h"
#include "base/overload.h"
#include "mesh/file/read_mesh.h"
#include "mesh/measures.h"
#include "mesh/shape/panel.h"
#include "mesh/shape/ribbon.h"
#include "mesh/shape/ribbon_knot.h"
#include "mesh/shape/sharp.h"
#include "mesh/shape/solids.h"
#include "mesh/shape/surfaces.h"
#include "mesh/shape/thin.h"
#include "mesh/topology.h"
#include "mesh/transform.h"
#include "scene/read_shape.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace lacuna {

namespace {

/// Removes vertices that no element uses and that are not kept for their own sake.
void drop_vertices(Mesh& mesh, const std::vector<char>& is_kept) {
  std::vector<Index> number(mesh.vertices.size(), -1);
  Index count = 0;
  for (size_t v = 0; v < number.size(); ++v) {
    if (is_kept[v] == 0) continue;
    number[v] = count;
    mesh.vertices[static_cast<size_t>(count++)] = mesh.vertices[v];
  }
  mesh.vertices.resize(static_cast<size_t>(count));
  const auto renumber = [&](auto& elements) {
    for (auto& element : elements) {
      for (Index& v : element) v = number[static_cast<size_t>(v)];
    }
  };
  renumber(mesh.edges);
  renumber(mesh.triangles);
  renumber(mesh.tets);
}

template <class Elements>
void mark(const Elements& elements, std::vector<char>& marks, char value) {
  for (const auto& element : elements) {
    for (Index v : element) marks[static_cast<size_t>(v)] = value;
  }
}

/// Replaces tets by their boundary; interior vertices are dropped.
void keep_outside(Mesh& mesh) {
  if (mesh.tets.empty()) return;
  mesh.triangles = surface_triangles(mesh);
  std::vector<char> is_kept(mesh.vertices.size(), 1);
  mark(mesh.tets, is_kept, 0);
  mark(mesh.triangles, is_kept, 1);
  mark(mesh.edges, is_kept, 1);
  mesh.tets.clear();
  drop_vertices(mesh, is_kept);
}

void drop_unused(PlacedMesh& placed, const std::vector<char>& is_kept, const char* element) {
  const size_t before = placed.mesh.vertices.size();
  drop_vertices(placed.mesh, is_kept);
  if (placed.mesh.vertices.size() != before)
    placed.notices.push_back(fmt::format("{} vertices of no {} were left out; indices count the others",
                                         before - placed.mesh.vertices.size(), element));
}

void keep_tets(PlacedMesh& placed) {
  Mesh& mesh = placed.mesh;
  if (!mesh.triangles.empty() || !mesh.edges.empty())
    placed.notices.push_back(
        fmt::format("{} triangles and {} edges that are not sides of tets were left out of a solid",
                    mesh.triangles.size(), mesh.edges.size()));
  mesh.triangles.clear();
  mesh.edges.clear();
  std::vector<char> is_kept(mesh.vertices.size(), 0);
  mark(mesh.tets, is_kept, 1);
  drop_unused(placed, is_kept, "tet");
}

Mesh explicit_mesh(const ExplicitShape& shape) {
  Mesh mesh;
  mesh.vertices = shape.vertices;
  mesh.edges = shape.edges;
  mesh.triangles = shape.triangles;
  mesh.tets = shape.tets;
  for (size_t i = 0; i < mesh.tets.size(); ++i) {
    Tet& t = mesh.tets[i];
    const auto x = [&](size_t c) -> const Vec3& { return mesh.vertices[static_cast<size_t>(t[c])]; };
    const double volume = tet_volume(x(0), x(1), x(2), x(3));
    if (volume == 0)
      throw InputError("mesh.tets", fmt::format("tet {} has no volume", i), "tets count from 0");
    if (volume < 0) std::swap(t[2], t[3]);
  }
  return mesh;
}

bool is_pattern(const ObjectKind& kind) {
  const auto* shell = std::get_if<ShellMaterial>(&kind);
  return shell != nullptr && shell->rest == RestShape::texture;
}

/// Shapes with a solid give their tets, all others their own elements.
Mesh generate(const SceneObject& object, double detail, std::vector<std::string>& notices) {
  const bool is_solid = std::holds_alternative<SolidMaterial>(object.kind);
  return std::visit(
      Overload{
          [&](const MeshFileSource& s) {
            MeshFile file = read_mesh(s.path);
            if (!file.pattern_problem.empty() && is_pattern(object.kind))
              throw InputError(s.path.string(),
                               "is not a pattern for rest = \"texture\": " + file.pattern_problem,
                               "fix these faces in the file, or use rest = \"mesh\"");
            notices = std::move(file.notices);
            return std::move(file.mesh);
          },
          [](const ExplicitShape& s) { return explicit_mesh(s); },
          [](const UnitTetShape& s) { return unit_tet(s); },
          [](const HexahedronShape& s) { return hexahedron_solid(s); },
          [&](const BoxShape& s) { return is_solid ? box_solid(s) : box_surface(s); },
          [&](const MatShape& s) { return mat_solid(s); },
          [&](const SphereShape& s) { return is_solid ? sphere_solid(s) : sphere_surface(s); },
          [&](const CylinderShape& s) { return is_solid ? cylinder_solid(s) : cylinder_surface(s); },
          [&](const TorusShape& s) { return is_solid ? torus_solid(s) : torus_surface(s); },
          [](const SpikeShape& s) { return spike_solid(s); },
          [](const WedgeShape& s) { return wedge_solid(s); },
          [](const SpindleShape& s) { return spindle_solid(s); },
          [](const ArchStoneShape& s) { return arch_stone_solid(s); },
          [](const LatheShape& s) { return lathe(s); },
          [](const MannequinShape& s) { return mannequin_surface(s); },
          [](const TubeShape& s) { return tube_surface(s); },
          [](const ConeShape& s) { return cone_surface(s); },
          [](const CapsuleShape& s) { return capsule_surface(s); },
          [](const BowlShape& s) { return bowl_surface(s); },
          [](const FunnelShape& s) { return funnel_surface(s); },
          [](const SleeveShape& s) { return sleeve_surface(s); },
          [](const DiskShape& s) { return disk_surface(s); },
          [](const GridShape& s) { return grid_surface(s); },
          [](const UnstructuredGridShape& s) { return unstructured_grid_surface(s); },
          [](const PanelShape& s) { return panel_surface(s); },
          [](const RibbonKnotShape& s) { return ribbon_knot(s); },
          [](const RibbonShape& s) { return ribbon_surface(s); },
          [](const RodShape& s) { return rod(s); },
          [](const RodBundleShape& s) { return rod_bundle(s); },
          [](const NetShape& s) { return net(s); },
          [](const ParticleBoxShape& s) { return particle_box(s); },
          [](const CliffShape& s) { return cliff_surface(s); },
          [](const InternalEdgesShape& s) { return internal_edges_surface(s); },
          [](const CrackShape& s) { return crack_surface(s); },
          [](const HoleShape& s) { return hole_surface(s); },
      },
      with_detail(object.mesh, detail));
}

/// Removes edges that are also sides of triangles; `sides` as from unique_edges.
void drop_sides(std::vector<Edge>& edges, const std::vector<Edge>& sides) {
  std::erase_if(edges, [&](const Edge& e) {
    return std::binary_search(sides.begin(), sides.end(), Edge{std::min(e[0], e[1]), std::max(e[0], e[1])});
  });
}

/// Keeps only what `use` selects.
void reinterpret(Mesh& mesh, MeshUse use) {
  if (use == MeshUse::all) return;
  if (use == MeshUse::surface) {
    if (mesh.triangles.empty())
      throw InputError("mesh.as", "there are no triangles for a surface", "omit as = \"surface\"");
    mesh.edges.clear();
    return;
  }
  if (use == MeshUse::edges) {
    const std::vector<Edge> sides = unique_edges(mesh.triangles);
    drop_sides(mesh.edges, sides);
    mesh.edges.insert(mesh.edges.end(), sides.begin(), sides.end());
    if (mesh.edges.empty()) throw InputError("mesh.as", "there are no edges", "omit as = \"edges\"");
  } else {
    mesh.edges.clear();
  }
  mesh.triangles.clear();
}

void require_tets(const SceneObject& object, const Mesh& mesh) {
  if (!mesh.tets.empty()) return;
  if (const auto* file = std::get_if<MeshFileSource>(&object.mesh))
    throw InputError("mesh.file", fmt::format("a solid needs tets, and {} has none", file->path.string()),
                     fmt::format("fill its surface: lacuna mesh {} -o {}", file->path.string(),
                                 std::filesystem::path(file->path).replace_extension(".msh").string()));
  throw InputError("mesh",
                   fmt::format("a solid needs tets, and shape \"{}\" has none", shape_name(object.mesh)),
                   "solid shapes are tet, hexahedron, box, mat, sphere, cylinder, torus, spindle, spike, "
                   "wedge, arch-stone, and lathe with a wall");
}

Mesh copied(const Mesh& mesh, const Instances& instances) {
  if (instances.stack) return stack(mesh, *instances.stack);
  if (instances.translations.empty()) return mesh;
  const auto entries =
      static_cast<double>(instances.translations.size()) *
      static_cast<double>(3 * mesh.vertices.size() + 3 * mesh.triangles.size() + 4 * mesh.tets.size());
  if (entries > std::numeric_limits<Index>::max())
    throw InputError(
        "copies",
        fmt::format("{} copies make a mesh of {:.3g} array entries", instances.translations.size(), entries),
        "use fewer copies or a coarser mesh");
  Mesh all;
  for (size_t i = 0; i < instances.translations.size(); ++i) {
    Mesh copy = mesh;
    if (!instances.rotations.empty()) rotate(copy, euler_rotation(instances.rotations[i]));
    translate(copy, instances.translations[i]);
    append(all, copy);
  }
  return all;
}

/// Keeps only triangles; loose edges become seams between their vertices, or are dropped with as = "surface".
void keep_triangles(PlacedMesh& placed, MeshUse use) {
  Mesh& mesh = placed.mesh;
  keep_outside(mesh);
  if (mesh.triangles.empty())
    throw InputError("mesh", "a shell needs triangles, and this mesh has none",
                     "use a surface, or rod = { ... } for edges and particles = { ... } for points");
  if (use == MeshUse::surface) mesh.edges.clear();
  drop_sides(mesh.edges, unique_edges(mesh.triangles));
  std::vector<char> is_kept(mesh.vertices.size(), 0);
  mark(mesh.triangles, is_kept, 1);
  for (const Edge& e : mesh.edges)
    for (Index v : e)
      if (is_kept[static_cast<size_t>(v)] == 0)
        throw InputError(
            "mesh", fmt::format("the loose edge {}-{} sews vertex {}, which no triangle uses", e[0], e[1], v),
            "loose edges of a shell are seams: they join vertices of its triangles");
  drop_unused(placed, is_kept, "triangle");
}

/// Only edges remain: the free ones, or with as = "edges" the sides of the triangles too.
void keep_edges(PlacedMesh& placed, MeshUse use) {
  Mesh& mesh = placed.mesh;
  keep_outside(mesh);
  if (use == MeshUse::edges) reinterpret(mesh, use);
  if (mesh.edges.empty())
    throw InputError("mesh", "a rod needs edges, and this mesh has none",
                     mesh.triangles.empty() ? "use shape = \"rod\", or a file with lines"
                                            : "add as = \"edges\" for the sides of its triangles");
  if (!mesh.triangles.empty())
    placed.notices.push_back(fmt::format("{} triangles were left out of a rod", mesh.triangles.size()));
  mesh.triangles.clear();
  std::vector<char> is_kept(mesh.vertices.size(), 0);
  mark(mesh.edges, is_kept, 1);
  drop_unused(placed, is_kept, "edge");
}

/// Only vertices remain.
void keep_vertices(Mesh& mesh) {
  Mesh points;
  points.vertices = std::move(mesh.vertices);
  mesh = std::move(points);
}

void keep_what_it_is_made_of(const SceneObject& object, PlacedMesh& placed) {
  const bool is_wrong_use =
      std::visit(Overload{
                     [&](const SolidMaterial&) { return object.mesh_use != MeshUse::all; },
                     [&](const ShellMaterial&) {
                       return object.mesh_use != MeshUse::all && object.mesh_use != MeshUse::surface;
                     },
                     [&](const RodMaterial&) {
                       return object.mesh_use != MeshUse::all && object.mesh_use != MeshUse::edges;
                     },
                     [&](const ParticleMaterial&) {
                       return object.mesh_use != MeshUse::all && object.mesh_use != MeshUse::points;
                     },
                     [](const Obstacle&) { return false; },
                 },
                 object.kind);
  if (is_wrong_use)
    throw InputError(
        "mesh.as", "does not fit this kind of object",
        "remove it: solids are made of tets, shells of triangles, rods of edges, particles of points");
  std::visit(Overload{
                 [&](const SolidMaterial&) {
                   require_tets(object, placed.mesh);
                   keep_tets(placed);
                 },
                 [&](const ShellMaterial&) { keep_triangles(placed, object.mesh_use); },
                 [&](const RodMaterial&) { keep_edges(placed, object.mesh_use); },
                 [&](const ParticleMaterial&) { keep_vertices(placed.mesh); },
                 [&](const Obstacle&) {
                   keep_outside(placed.mesh);
                   reinterpret(placed.mesh, object.mesh_use);
                 },
             },
             object.kind);
}

PlacedMesh place(const SceneObject& object, double detail) {
  PlacedMesh placed;
  Mesh& mesh = placed.mesh;
  mesh = generate(object, detail, placed.notices);
  keep_what_it_is_made_of(object, placed);
  scale(mesh, object.placement.scale);
  rotate(mesh, euler_rotation(object.placement.rotate));
  mesh = copied(mesh, object.instances);
  translate(mesh, object.placement.translate);
  placed.rest = mesh.vertices;
  rotate(mesh, euler_rotation(object.placement.rotate_start), bounds(mesh.vertices).center());
  if (std::holds_alternative<ShellMaterial>(object.kind)) placed.seams = std::exchange(mesh.edges, {});
  return placed;
}

}  // namespace

PlacedMesh place_mesh(const SceneObject& object, double detail) {
  try {
    return place(object, detail);
  } catch (const InputError& error) {
    throw InputError(object.place.text(),
                     fmt::format("object '{}': {}: {}", object.name, error.where, error.problem), error.hint);
  }
}

}  // namespace lacuna
