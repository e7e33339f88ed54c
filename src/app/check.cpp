#include "app/commands.h"
#include "mesh/file/write_mesh.h"
#include "mesh/measures.h"
#include "scene/read_scene.h"
#include "scene/scene_names.h"
#include "sim/check_start.h"

#include <fmt/core.h>

#include <filesystem>
#include <numbers>

namespace lacuna {

namespace {

struct ObjectSummary {
  Index first = 0, end = 0;  // vertices
  Index triangles = 0, tets = 0;
  double worst_dihedral = std::numbers::pi;
};

/// In one pass: there may be thousands of objects.
std::vector<ObjectSummary> summarise_objects(const Model& model) {
  const Surface& surface = model.surface;
  std::vector<ObjectSummary> objects(static_cast<size_t>(surface.object_count()));
  const auto owner = [&](Index v) -> ObjectSummary& {
    return objects[static_cast<size_t>(surface.object_of(v))];
  };
  for (Index v = 0; v < surface.vertex_count(); ++v) {
    if (v == 0 || surface.object_of(v) != surface.object_of(v - 1)) owner(v).first = v;
    owner(v).end = v + 1;
  }
  for (const Triangle& t : surface.triangles()) ++owner(t[0]).triangles;
  for (const Tet& t : model.tets) {
    ObjectSummary& object = owner(t[0]);
    ++object.tets;
    const auto at = [&](size_t k) { return model.rest[static_cast<size_t>(t[k])]; };
    object.worst_dihedral =
        std::min(object.worst_dihedral, tet_quality(at(0), at(1), at(2), at(3)).min_dihedral);
  }
  return objects;
}

void print_object(const Model& model, const State& state, const std::string& name,
                  const ObjectSummary& object) {
  const auto count = static_cast<size_t>(object.end - object.first);
  const Bounds box = bounds(Positions(state.x).subspan(static_cast<size_t>(object.first), count));
  double mass = 0;
  for (Index v = object.first; v < object.end; ++v)
    if (model.is_dynamic[static_cast<size_t>(v)]) mass += model.mass[static_cast<size_t>(v)];
  const Vec3 size = box.size();
  fmt::print("  {:<16} {} vertices, {} triangles, {} tets; {:.4g} x {:.4g} x {:.4g} m", name, count,
             object.triangles, object.tets, size.x(), size.y(), size.z());
  if (mass > 0) fmt::print(", {:.4g} kg", mass);
  fmt::print("\n");
  const double worst_deg = object.worst_dihedral * 180 / std::numbers::pi;
  if (object.tets > 0 && worst_deg < 5)
    fmt::print("    note: a tet has a dihedral angle of {:.2f} degrees; such slivers slow the solver down\n",
               worst_deg);
}

/// The primitives that meet, as a mesh to look at.
std::filesystem::path write_problems(const std::vector<StartProblem>& problems, const State& state,
                                     const std::string& name) {
  Mesh mesh;
  for (const StartProblem& problem : problems)
    for (const auto& vertices : problem.vertices) {
      const Index first = count_of(mesh.vertices);
      for (const Index v : vertices) mesh.vertices.push_back(state.x[static_cast<size_t>(v)]);
      if (vertices.size() == 2) mesh.edges.push_back({first, first + 1});
      if (vertices.size() == 3) mesh.triangles.push_back({first, first + 1, first + 2});
    }
  const std::filesystem::path path = std::filesystem::path("out") / (name + "_problems.ply");
  std::filesystem::create_directories(path.parent_path());
  write_mesh(path, mesh);
  return path;
}

}  // namespace

int run_check(const std::string& scene_name, const std::vector<std::string>& overrides) {
  const std::filesystem::path file = find_scene(scene_name);
  const Scene scene = read_scene(file, overrides);
  const ModelAndState built = build_model(scene);
  const Model& model = built.model;
  fmt::print("{}: {}\n", file.string(), scene.title.empty() ? "no title" : scene.title);
  const std::vector<ObjectSummary> objects = summarise_objects(model);
  for (size_t object = 0; object < objects.size(); ++object)
    print_object(model, built.state, model.object_names[object], objects[object]);
  for (const Plane& plane : model.planes)
    fmt::print("  {:<16} half-space, normal ({:.4g}, {:.4g}, {:.4g})\n", plane.name, plane.normal.x(),
               plane.normal.y(), plane.normal.z());
  for (const std::string& note : model.notes) fmt::print("  {}\n", note);
  const std::vector<StartProblem> problems = find_start_problems(model, built.state.x);
  if (problems.empty()) {
    fmt::print("  start            no intersection (exact), every gap above its offset\n");
    fmt::print("Next: lacuna run {}\n", scene_name);
    return 0;
  }
  fmt::print("  start            CANNOT START: {} pairs are not apart\n", problems.size());
  for (const std::string& line : summarise(problems)) fmt::print("    {}\n", line);
  fmt::print("  The pairs are in {}: open it beside the scene's meshes.\n",
             write_problems(problems, built.state, file.stem().string()).string());
  return 2;
}

}  // namespace lacuna
