#include "sim/build/add_loads.h"

#include "base/overload.h"
#include "energy/pressure.h"

#include <fmt/core.h>

namespace lacuna {

namespace {

/// A solid is bounded by its tets; the surface of a shell may have holes.
void check_closed(const SceneObject& object, Triangles triangles) {
  if (triangles.empty())
    refuse_object(object,
                  fmt::format("pressure acts on closed surfaces, and '{}' has none", kind_name(object.kind)),
                  "remove `pressure`, or make the object a solid or a closed shell");
  if (std::holds_alternative<SolidMaterial>(object.kind)) return;
  const SurfaceReport report = inspect_surface(triangles);
  if (!report.is_closed())
    refuse_object(object,
                  fmt::format("pressure needs a closed surface, and {} of its edges have one triangle only",
                              report.boundary_edge_count),
                  "close the holes of the mesh, and merge vertices that lie on top of each other; or remove "
                  "`pressure`");
  if (!report.is_oriented())
    refuse_object(
        object,
        fmt::format("pressure needs an inside and an outside, and at {} of its edges the triangles disagree "
                    "about them",
                    report.misoriented_edge_count + report.nonmanifold_edge_count),
        "orient the triangles of the mesh alike, and let two meet at every edge");
}

/// Every closed part of a shell gets its outside out.
void orient_outwards(const Mesh& mesh, std::vector<Triangle>& triangles) {
  const Components parts = connected_components(mesh);
  const auto part_of = [&](const Triangle& t) {
    return static_cast<size_t>(parts.of_vertex[static_cast<size_t>(t[0])]);
  };
  const auto at = [&](Index v) { return mesh.vertices[static_cast<size_t>(v)]; };
  std::vector<double> volume(static_cast<size_t>(parts.count), 0);
  for (const Triangle& t : triangles)
    volume[part_of(t)] += area_vector({at(t[0]), at(t[1]), at(t[2])}).dot(at(t[0]) - mesh.vertices[0]);
  for (Triangle& t : triangles)
    if (volume[part_of(t)] < 0) std::swap(t[1], t[2]);
}

void add_pressure(const ObjectParts& parts, PressedSurfaces& pressed) {
  const auto& [object, placed, first] = parts;
  if (object.pressure == 0) return;
  std::vector<Triangle> triangles = surface_triangles(placed.mesh);
  check_closed(object, triangles);
  if (std::holds_alternative<ShellMaterial>(object.kind)) orient_outwards(placed.mesh, triangles);
  for (const Triangle& t : triangles) {
    pressed.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    pressed.pressure.push_back(object.pressure);
  }
}

void add_surfaces(const ObjectParts& parts, Air& air) {
  const auto& [object, placed, first] = parts;
  const Index offset = first;  // a structured binding cannot be captured
  const double scale = object.drag;
  const Mesh& mesh = placed.mesh;
  std::visit(Overload{[](const SolidMaterial&) {},
                      [&](const ShellMaterial&) {
                        for (const Triangle& t : mesh.triangles)
                          air.plates.push_back({offset + t[0], offset + t[1], offset + t[2]});
                        air.plate_scale.resize(air.plates.size(), scale);
                      },
                      [&](const RodMaterial& rod) {
                        for (const Edge& e : mesh.edges)
                          air.segments.push_back({offset + e[0], offset + e[1]});
                        air.segment_data.resize(air.segments.size(), {rod.radius, scale});
                      },
                      [&](const ParticleMaterial& particles) {
                        for (Index v = 0; v < count_of(mesh.vertices); ++v)
                          air.balls.push_back({offset + v, particles.radius, scale});
                      },
                      [](const Obstacle&) {}},
             object.kind);
}

}  // namespace

void set_air(const AirSettings& settings, Model& model) {
  model.loads.air.law = {settings.density, settings.normal, settings.tangential};
  model.loads.air.wind = settings.wind;
  if (!settings.wind.isZero(0) && settings.density == 0 && settings.rate == 0)
    model.notes.push_back(
        fmt::format("the wind of {:g} m/s has no effect, because there is no air: set density = 1.2 in "
                    "[air], or drag_rate",
                    settings.wind.norm()));
}

void add_loads(const ObjectParts& parts, const AirSettings& settings, Model& model) {
  add_pressure(parts, model.loads.pressed);
  Air& air = model.loads.air;
  if (parts.object.drag == 0) return;
  if (settings.density > 0) add_surfaces(parts, air);
  if (settings.rate > 0 && !std::holds_alternative<Obstacle>(parts.object.kind)) {
    air.rate.resize(static_cast<size_t>(parts.first), 0);
    air.rate.resize(model.rest.size(), settings.rate * parts.object.drag);
  }
}

}  // namespace lacuna
