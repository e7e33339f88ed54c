#include "app/print.h"
#include "app/progress.h"
#include "app/scene_arguments.h"
#include "base/overload.h"
#include "base/printable.h"
#include "mesh/file/write_mesh.h"
#include "mesh/measures.h"
#include "run/make_solver.h"
#include "sim/build/build_model.h"
#include "sim/check_start.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <numbers>

namespace lacuna {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct ObjectSummary {
  Index first = 0, end = 0;  // vertices
  Index triangles = 0, tets = 0, segments = 0, particles = 0, limited = 0;
  double worst_dihedral = std::numbers::pi, worst_angle = std::numbers::pi;
  double shortest = infinity;  // m, initial edge or altitude, of shells and rods

  bool is_thin() const { return tets == 0 && triangles + segments > 0; }
};

/// In one pass: there may be thousands of objects.
std::vector<ObjectSummary> summarise_objects(const Model& model, const State& state) {
  const Surface& surface = model.surface;
  std::vector<ObjectSummary> objects(static_cast<size_t>(surface.object_count()));
  const auto owner = [&](Index v) -> ObjectSummary& {
    return objects[static_cast<size_t>(surface.object_of(v))];
  };
  const auto rest = [&](Index v) -> const Vec3& { return model.rest[static_cast<size_t>(v)]; };
  const auto start = [&](Index v) -> const Vec3& { return state.x[static_cast<size_t>(v)]; };
  for (Index v = 0; v < surface.vertex_count(); ++v) {
    if (v == 0 || surface.object_of(v) != surface.object_of(v - 1)) owner(v).first = v;
    owner(v).end = v + 1;
  }
  for (const Tet& t : model.tets) {
    ObjectSummary& object = owner(t[0]);
    ++object.tets;
    object.worst_dihedral = std::min(
        object.worst_dihedral, tet_quality(rest(t[0]), rest(t[1]), rest(t[2]), rest(t[3])).min_dihedral);
  }
  for (const Triangle& t : surface.triangles()) {
    ObjectSummary& object = owner(t[0]);
    ++object.triangles;
    object.worst_angle =
        std::min(object.worst_angle, triangle_quality(rest(t[0]), rest(t[1]), rest(t[2])).min_angle);
    // The shortest altitude belongs to the longest side.
    const double side = std::max({(start(t[1]) - start(t[0])).norm(), (start(t[2]) - start(t[1])).norm(),
                                  (start(t[0]) - start(t[2])).norm()});
    object.shortest =
        std::min(object.shortest, 2 * triangle_area(start(t[0]), start(t[1]), start(t[2])) / side);
  }
  for (const Index e : surface.free_edges()) {
    const Edge& edge = surface.edges()[static_cast<size_t>(e)];
    ObjectSummary& object = owner(edge[0]);
    ++object.segments;
    object.shortest = std::min(object.shortest, (start(edge[1]) - start(edge[0])).norm());
  }
  for (const Index v : surface.particles()) ++owner(v).particles;
  for (const LimitedTriangle& t : model.elements.limited_triangles()) ++owner(t.vertices[0]).limited;
  return objects;
}

std::string counts_text(const ObjectSummary& object) {
  std::string text = fmt::format("{} vertices", object.end - object.first);
  const auto add = [&](Index count, const char* what) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  };
  add(object.triangles, "triangles");
  add(object.segments, "segments");
  add(object.particles, "particles");
  add(object.tets, "tets");
  add(object.limited, "strain limits");
  return text;
}

/// "shell 0.3 mm thick, offset 0.1 mm"; empty for solids and obstacles without an offset.
std::string kind_text(const SceneObject& object) {
  if (object.is_ball) return fmt::format("; a solid ball of radius {}", length_text(0.5 * object.offset));
  std::string text = std::visit(
      Overload{
          [](const ShellMaterial& shell) {
            return fmt::format("; shell {} thick", length_text(shell.thickness));
          },
          [](const RodMaterial& rod) { return fmt::format("; rod {} thick", length_text(2 * rod.radius)); },
          [](const ParticleMaterial& particles) {
            return fmt::format("; balls of diameter {}", length_text(2 * particles.radius));
          },
          [](const auto&) { return std::string(); }},
      object.kind);
  if (object.offset > 0)
    text += fmt::format("{} offset {}", text.empty() ? ";" : ",", length_text(object.offset));
  return text;
}

void print_notes(const Model& model, const SceneObject& object, const ObjectSummary& summary) {
  const auto degrees = [](double radians) { return radians * 180 / std::numbers::pi; };
  if (summary.tets > 0 && degrees(summary.worst_dihedral) < 5)
    print("    note: a tet has a dihedral angle of {:.2f} degrees; such slivers slow the solver down\n",
          degrees(summary.worst_dihedral));
  const Index number = model.surface.object_of(summary.first);
  const bool is_dynamic = model.is_dynamic[static_cast<size_t>(summary.first)] != 0;
  if (!is_dynamic || !summary.is_thin()) return;
  if (summary.triangles > 0 && degrees(summary.worst_angle) < 5)
    print("    note: a triangle has an angle of {:.2f} degrees; such slivers slow the solver down\n",
          degrees(summary.worst_angle));
  // Primitives without a common vertex are as close as the shortest altitude or segment.
  const bool meets_itself =
      model.contact.is_enabled &&
      !std::binary_search(model.surface.disabled().begin(), model.surface.disabled().end(),
                          std::array<Index, 2>{number, number});
  if (meets_itself && object.offset + model.dhat > summary.shortest)
    print(
        "    note: its shortest {} is {}, less than offset + dhat, {}: neighbours repel each other "
        "from the start; make dhat or offset smaller, or the mesh coarser\n",
        summary.triangles > 0 ? "edge or altitude" : "segment", length_text(summary.shortest),
        length_text(object.offset + model.dhat));
}

void print_object(const Model& model, const State& state, const SceneObject& object,
                  const ObjectSummary& summary) {
  const auto count = static_cast<size_t>(summary.end - summary.first);
  const Bounds box = bounds(Positions(state.x).subspan(static_cast<size_t>(summary.first), count));
  double mass = 0;
  for (Index v = summary.first; v < summary.end; ++v)
    if (model.is_dynamic[static_cast<size_t>(v)]) mass += model.mass[static_cast<size_t>(v)];
  const Vec3 size = box.size();
  print("  {:<16} {}; {:.4g} x {:.4g} x {:.4g} m", printable_line(object.name), counts_text(summary),
        size.x(), size.y(), size.z());
  if (mass > 0) print(", {:.4g} kg", mass);
  print("{}\n", kind_text(object));
  print_notes(model, object, summary);
}

/// Writes the intersecting primitives as a mesh to look at.
std::filesystem::path write_problems(const StartProblems& problems, const State& state,
                                     const std::string& name) {
  Mesh mesh;
  for (const StartProblem& problem : problems.kept)
    for (const auto& vertices : problem.vertices) {
      const Index first = count_of(mesh.vertices);
      for (const Index v : vertices) mesh.vertices.push_back(state.x[static_cast<size_t>(v)]);
      if (vertices.size() == 2) mesh.edges.push_back({first, first + 1});
      if (vertices.size() == 3) mesh.triangles.push_back({first, first + 1, first + 2});
    }
  std::filesystem::path path = std::filesystem::path("out") / (name + "_problems.ply");
  std::filesystem::create_directories(path.parent_path());
  write_mesh(path, mesh);
  return path;
}

std::string counted_pairs(std::int64_t count) {
  return fmt::format("{} {}", grouped(count), count == 1 ? "pair" : "pairs");
}

std::string kept_text(const StartProblems& problems) {
  const auto kept = static_cast<std::int64_t>(problems.kept.size());
  if (kept == problems.total) return problems.total == 1 ? "It is" : "They are";
  return fmt::format("The first {} of {} are", grouped(kept), counted_pairs(problems.total));
}

}  // namespace

int run_check(const SceneArguments& arguments) {
  const Scene scene = read_named_scene(arguments);
  const std::filesystem::path& file = scene.file;
  const ModelAndState built = build_model(scene);
  const Model& model = built.model;
  print("{}: {}\n", printable_line(file.string()),
        scene.title.empty() ? "no title" : printable_line(scene.title));
  const std::vector<ObjectSummary> objects = summarise_objects(model, built.state);
  for (size_t object = 0; object < objects.size(); ++object)
    print_object(model, built.state, scene.objects[object], objects[object]);
  for (const Plane& plane : model.planes)
    print("  {:<16} half-space, normal ({:.4g}, {:.4g}, {:.4g})\n", printable_line(plane.name),
          plane.normal.x(), plane.normal.y(), plane.normal.z());
  for (const Sphere& sphere : model.spheres) {
    const Vec3& center = built.state.x[static_cast<size_t>(sphere.center)];
    print("  {:<16} {}, radius {:.4g} m{} around ({:.4g}, {:.4g}, {:.4g})\n", printable_line(sphere.name),
          word_of(sphere.kind), radius_of(sphere, built.state.x), sphere.grows() ? " at the start" : "",
          center.x(), center.y(), center.z());
  }
  const std::unique_ptr<Solver> solver = make_solver(scene, model);
  for (const auto* notes : {&model.notes, &solver->notes()})
    for (const std::string& note : *notes) print("  {}\n", printable_line(note));
  const StartProblems problems = find_start_problems(model, built.state.x);
  if (problems.empty()) {
    print("  start            no intersection (exact), every gap above its offset\n");
    for (const std::string& line : solver->warn_about_start(built.state))
      print("  WARNING: {}\n", printable_line(line));
    print("Next: {}\n", command_text("run", arguments));
    return 0;
  }
  print("  start            CANNOT START: {} too close or intersecting\n", counted_pairs(problems.total));
  for (const std::string& line : summarise(problems)) print("    {}\n", printable_line(line));
  print("  To fix the first: {}.\n", printable_line(start_hint(problems.kept[0])));
  print("  {} in {}: open it next to the scene's meshes.\n", kept_text(problems),
        printable_line(write_problems(problems, built.state, file.stem().string()).string()));
  return 2;
}

}  // namespace lacuna
