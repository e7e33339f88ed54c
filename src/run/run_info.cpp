#include "run/run_info.h"

#include "base/parallel.h"
#include "scene/solvers.h"

#include <fmt/format.h>

namespace lacuna {

namespace {

std::string build_text() {
#ifdef NDEBUG
  return fmt::format("C++ compiler {}, optimised", __VERSION__);
#else
  return fmt::format("C++ compiler {}, with assertions", __VERSION__);
#endif
}

}  // namespace

PlacedWalls walls_of(const Simulation& simulation) {
  PlacedWalls placed;
  const std::vector<Vec3>& x = simulation.state().x;
  for (const Plane& plane : simulation.model().planes)
    placed.half_spaces.push_back({plane.name, x[static_cast<size_t>(plane.vertex)], plane.normal});
  for (const Sphere& s : simulation.model().spheres)
    placed.spheres.push_back({s.name, s.kind, x[static_cast<size_t>(s.center)], radius_of(s, x), s.axis});
  return placed;
}

Fingerprint fingerprint_of(const Scene& scene, const Model& model) {
  std::string text = scene.motion_text + "\nsolver " + std::string(solver_name(scene.solver));
  text += fmt::format("\nsteps of {}", model.step);
  if (entry_of(scene.solver).shortens_steps)
    text += fmt::format(", {} per frame", StepPlan(scene).steps_per_frame());
  // Mesh files may have changed, and measured materials may differ between versions.
  const auto add = [&]<class Item>(const std::vector<Item>& items) {
    text += fmt::format("\n{} ", items.size());
    text.append(reinterpret_cast<const char*>(items.data()), sizeof(Item) * items.size());
  };
  add(model.rest);
  add(model.tets);
  add(model.surface.triangles());
  add(model.surface.edges());
  add(model.surface.vertices());
  add(model.elements.of<VertexStitch>().nodes);
  add(model.elements.of<EdgeStitch>().nodes);
  add(model.elements.signature());
  const auto add_script = [&](const Script& script) {
    add(script.start);
    for (const auto& points : script.sequence) add(points);
  };
  for (const Script& script : model.scripts) add_script(script);
  for (const SoftPins& pins : model.loads.pins) add_script(pins.script);
  return {model.vertex_count(), hash_of(text)};
}

RunInfo run_info(const Scene& scene, const Simulation& simulation,
                 const std::vector<std::string>& overrides) {
  RunInfo info;
  info.version = LACUNA_VERSION;
  info.build = build_text();
  info.threads = thread_count();
  info.scene_file = scene.file;
  info.title = scene.title;
  info.solver = solver_name(scene.solver);
  info.scene_text = scene.source;
  for (const std::string& change : overrides) info.scene_text += "\n# --set " + change;
  info.step = scene.planned_step();
  info.duration = scene.duration;
  info.fps = scene.frames_per_second();
  info.playback = scene.playback;
  info.static_parts = scene.output.static_parts;
  info.notes = simulation.notes();
  info.object_names = simulation.model().object_names;
  info.has_contact = scene.contact.is_enabled;
  info.no_contact = scene.no_contact;
  PlacedWalls walls = walls_of(simulation);
  info.half_spaces = std::move(walls.half_spaces);
  info.spheres = std::move(walls.spheres);
  const Model& model = simulation.model();
  for (const Script& script : model.scripts) {
    for (const Index v : script.vertices)
      if (v < model.surface.vertex_count()) info.prescribed.push_back(v);
    for (const Plane& plane : model.planes)
      if (!script.motions.empty() && script.vertices == std::vector<Index>{plane.vertex})
        info.moving_half_spaces.push_back(plane.name);
    for (const Sphere& sphere : model.spheres)
      if (!script.motions.empty() && script.vertices == std::vector<Index>{sphere.center})
        info.moving_spheres.push_back(sphere.name);
  }
  for (const Sphere& sphere : model.spheres)
    if (sphere.grows()) info.changing_spheres.push_back(sphere.name);
  info.limited_triangles = simulation.model().elements.limited_triangles();
  return info;
}

}  // namespace lacuna
