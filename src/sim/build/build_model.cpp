#include "sim/build/build_model.h"

#include "base/input_error.h"
#include "mesh/file/read_mesh.h"
#include "mesh/measures.h"
#include "mesh/transform.h"
#include "scene/place_mesh.h"
#include "scene/select_vertices.h"
#include "sim/build/add_elements.h"
#include "sim/build/add_loads.h"
#include "sim/build/add_stitches.h"
#include "sim/build/check_turns.h"
#include "sim/build/pair_friction.h"
#include "sim/build/refuse_crowds.h"
#include "sim/build/suggest_offset.h"
#include "sim/resolve_size.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

namespace lacuna {

namespace {

constexpr double radians_per_degree = std::numbers::pi / 180;

class Builder {
 public:
  explicit Builder(const Scene& scene) : scene_(scene) {}

  ModelAndState build() {
    model_.notes = scene_.notes;
    plan_step();
    choose_integrator();
    set_air(scene_.air, model_);
    if (scene_.objects.empty())
      throw InputError(scene_.file.string(), "has no objects", "add an [[object]] table with a mesh");
    for (const SceneObject& object : scene_.objects) add(object);
    for (const HalfSpace& half_space : scene_.half_spaces) add(half_space);
    for (const RoundWall& wall : scene_.round_walls) add(wall);
    ignore_pairs();
    set_pair_friction(scene_, model_);
    resolve_sizes();
    check_turns(scene_, model_);
    suggest_offset(scene_, model_);
    add_stitches(scene_, placed_, first_, model_);
    if (model_.contact.is_enabled) refuse_crowds(scene_, model_, state_.x);
    model_.elements.finish(model_.vertex_count());
    state_.rest_shapes = model_.elements.rest_shapes();
    return {std::move(model_), std::move(state_)};
  }

 private:
  void plan_step() {
    const double planned = scene_.planned_step();
    model_.step = scene_.playback.time_passed(0, planned);
    if (std::abs(planned - scene_.step) > 1e-6 * scene_.step)
      model_.notes.push_back(fmt::format(
          "steps of {:.6g} s instead of {:g} s, so that {:g} frames per second fall on their times", planned,
          scene_.step, scene_.frames_per_second()));
  }

  void choose_integrator() {
    model_.integrator = scene_.integrator;
    const SolverEntry& solver = entry_of(scene_.solver);
    if (solver.has_integrators || scene_.integrator == Integrator::implicit_euler) return;
    if (scene_.integrator == Integrator::quasi_static)
      throw InputError(scene_.file.string(),
                       fmt::format("integrator = \"{}\": the solver '{}' cannot find an equilibrium without "
                                   "simulating the motion that leads to it",
                                   word_of(scene_.integrator), solver.name),
                       "use --solver ipc, or integrator = \"implicit-euler\"");
    model_.integrator = Integrator::implicit_euler;
    model_.notes.push_back(fmt::format("integrator = \"{}\" is ignored: the solver '{}' integrates with {}",
                                       word_of(scene_.integrator), solver.name, word_of(model_.integrator)));
  }

  void add(const SceneObject& object) {
    const PlacedMesh& placed = placed_.emplace_back(place_mesh(object, scene_.detail));
    for (const std::string& notice : placed.notices)
      model_.notes.push_back(fmt::format("'{}': {}", object.name, notice));
    const Mesh& mesh = placed.mesh;
    const auto first = static_cast<Index>(model_.rest.size());
    first_.push_back(first);
    const bool is_obstacle = std::holds_alternative<Obstacle>(object.kind);
    model_.rest.insert(model_.rest.end(), placed.rest.begin(), placed.rest.end());
    state_.x.insert(state_.x.end(), mesh.vertices.begin(), mesh.vertices.end());
    model_.mass.resize(model_.rest.size(), 0);
    model_.is_dynamic.resize(model_.rest.size(), is_obstacle ? 0 : 1);
    model_.object_names.push_back(object.name);
    model_.object_friction.push_back(object.friction.value_or(scene_.contact.friction));
    const size_t first_edge = model_.surface.edges().size();
    model_.surface.add(mesh, {.offset = object.offset,
                              .is_kinematic = is_obstacle,
                              .has_self_contact = object.self_contact,
                              .is_static = is_obstacle && object.motions.empty(),
                              .is_ball = object.is_ball});
    check_edges(object, first, first_edge);
    add_elements({object, placed, first}, model_);
    add_loads({object, placed, first}, scene_.air, model_);
    model_.is_thin = model_.is_thin || !(is_obstacle || std::holds_alternative<SolidMaterial>(object.kind));
    add_velocity(object, mesh);
    if (is_obstacle)
      add_script(object, {SelectAll{}, object.motions, forever, object.place}, mesh.vertices, first);
    for (const FixedGroup& group : object.fixed)
      group.stiffness > 0 ? add_pins(object, group, mesh.vertices, first)
                          : add_script(object, group, mesh.vertices, first);
    for (const BodyForce& force : object.forces) {
      std::vector<Index> vertices = select_vertices(force.select, mesh.vertices, {object.name, force.place});
      for (Index& v : vertices) v += first;
      model_.forces.push_back({std::move(vertices), force.acceleration, force.from, force.to});
    }
  }

  void check_edges(const SceneObject& object, Index first, size_t first_edge) {
    for (const Edge& e : std::span(model_.surface.edges()).subspan(first_edge)) {
      // Squared, because the squared length is needed and may underflow.
      const double length2 =
          (model_.rest[static_cast<size_t>(e[0])] - model_.rest[static_cast<size_t>(e[1])]).squaredNorm();
      if (!(length2 > 0))
        throw InputError(object.place.text(),
                         fmt::format("'{}': the edge between vertices {} and {} has no length at rest",
                                     object.name, e[0] - first, e[1] - first),
                         "merge the two vertices in the mesh");
    }
  }

  /// A static solve does not use it; frames would show a motion that never happened.
  void add_velocity(const SceneObject& object, const Mesh& mesh) {
    if (scene_.integrator == Integrator::quasi_static) {
      if (!object.velocity.isZero(0) || !object.angular_velocity_deg.isZero(0))
        model_.notes.push_back(
            fmt::format("'{}': its velocity is ignored, because integrator = \"{}\" has no inertia",
                        object.name, word_of(scene_.integrator)));
      state_.v.resize(state_.x.size(), Vec3::Zero());
      return;
    }
    const Vec3 center = bounds(mesh.vertices).center();
    const Vec3 rate = radians_per_degree * object.angular_velocity_deg;
    for (const Vec3& x : mesh.vertices) state_.v.emplace_back(object.velocity + rate.cross(x - center));
  }

  void add_script(const SceneObject& object, const FixedGroup& group, const std::vector<Vec3>& start,
                  Index first) {
    Script script = make_script(object, group, start, first);
    if (is_scripted_at_first(script))
      for (const Index v : script.vertices) state_.v[static_cast<size_t>(v)].setZero();
    model_.scripts.push_back(std::move(script));
  }

  void add_pins(const SceneObject& object, const FixedGroup& group, const std::vector<Vec3>& start,
                Index first) {
    model_.loads.pins.push_back({make_script(object, group, start, first), group.stiffness});
  }

  static Script make_script(const SceneObject& object, const FixedGroup& group,
                            const std::vector<Vec3>& start, Index first) {
    Script script;
    script.motions = group.motions;
    script.release = group.release;
    const std::vector<Index> selected = select_vertices(group.select, start, {object.name, group.place});
    for (const Index v : selected) {
      script.vertices.push_back(first + v);
      script.start.push_back(start[static_cast<size_t>(v)]);
    }
    for (const Motion& motion : group.motions)
      if (const auto* sequence = std::get_if<MeshSequence>(&motion.kind))
        read_sequence(object, *sequence, motion.place, selected, start.size(), script);
    return script;
  }

  bool is_scripted_at_first(const Script& script) const { return script.is_active(0.5 * model_.step); }

  static void read_sequence(const SceneObject& object, const MeshSequence& sequence, const Place& place,
                            const std::vector<Index>& selected, size_t vertex_count, Script& script) {
    if (!script.sequence.empty())
      throw InputError(place.text(), fmt::format("'{}' has two mesh sequences", object.name), "keep one");
    for (const auto& file : sequence.files) {
      const Mesh mesh = read_frame(file, place);
      if (mesh.vertices.size() != vertex_count)
        throw InputError(place.text(),
                         fmt::format("{} has {} vertices, '{}' has {}", file.string(), mesh.vertices.size(),
                                     object.name, vertex_count),
                         "every mesh of a sequence needs the vertices of the object, in its order");
      std::vector<Vec3>& frame = script.sequence.emplace_back();
      for (const Index v : selected) frame.push_back(mesh.vertices[static_cast<size_t>(v)]);
    }
  }

  static Mesh read_frame(const std::filesystem::path& file, const Place& place) {
    try {
      return read_mesh(file).mesh;
    } catch (const InputError& error) {
      throw InputError(place.text(), fmt::format("{}: {}", error.where, error.problem), error.hint);
    }
  }

  void add(const HalfSpace& half_space) {
    const Index vertex = add_scripted_vertex(half_space.point, half_space.motions);
    model_.planes.push_back({{vertex, half_space.normal.normalized()},
                             half_space.name,
                             half_space.friction.value_or(scene_.contact.friction)});
  }

  /// The rim moves with the centre, and along the axis with the radius.
  void add(const RoundWall& wall) {
    const Vec3 axis = wall.axis.normalized();
    const double start = wall.radius.at(0);
    std::vector<Motion> rim_motions = wall.motions;
    if (!wall.radius.is_constant()) {
      Keyframes growth;
      for (const auto& [time, radius] : wall.radius.keys)
        growth.keys.push_back({time, (radius - start) * axis, Vec3::Zero()});
      rim_motions.push_back({std::move(growth), 0, forever, wall.place});
    }
    const Index center = add_scripted_vertex(wall.center, wall.motions);
    const Index rim = add_scripted_vertex(wall.center + start * axis, rim_motions);
    model_.spheres.push_back({{center, rim, axis, wall.kind, wall.radius.is_constant() ? start : 0},
                              wall.name,
                              wall.friction.value_or(scene_.contact.friction)});
  }

  /// A vertex that carries a half-space or a sphere.
  Index add_scripted_vertex(const Vec3& position, const std::vector<Motion>& motions) {
    const auto vertex = static_cast<Index>(model_.rest.size());
    model_.rest.push_back(position);
    state_.x.push_back(position);
    state_.v.emplace_back(Vec3::Zero());
    model_.mass.push_back(0);
    model_.is_dynamic.push_back(0);
    Script script;
    script.motions = motions;
    script.vertices = {vertex};
    script.start = {position};
    model_.scripts.push_back(std::move(script));
    return vertex;
  }

  void ignore_pairs() {
    const auto number = [&](const std::string& name) {
      const auto at = std::find(model_.object_names.begin(), model_.object_names.end(), name);
      if (at == model_.object_names.end())
        throw InputError(scene_.file.string(),
                         fmt::format("no_contact names '{}', which is not an object", name));
      return static_cast<Index>(at - model_.object_names.begin());
    };
    for (const auto& [a, b] : scene_.no_contact) model_.surface.disable(number(a), number(b));
  }

  /// Lengths and tolerances relative to the size of the solids (IPC, section 5.5 and figure 23, and its
  /// scripts).
  void resolve_sizes() {
    std::vector<Vec3> solid;
    double total_mass = 0;
    for (size_t v = 0; v < model_.rest.size(); ++v)
      if (model_.is_dynamic[v]) {
        solid.push_back(model_.rest[v]);
        total_mass += model_.mass[v];
      }
    model_.size = bounds(solid.empty() ? model_.rest : solid).size().norm();
    if (!(model_.size > 0)) model_.size = 1;
    model_.mean_mass = solid.empty() ? 1 : total_mass / static_cast<double>(solid.size());
    for (size_t v = 0; v < model_.rest.size(); ++v)
      if (model_.mass[v] == 0) model_.mass[v] = model_.mean_mass;

    model_.contact = scene_.contact;
    model_.dhat = resolve_size("dhat", scene_.contact.dhat, "m", model_.size, model_.notes);
    check_dhat();
    check_round_walls();
    model_.epsv = resolve_size("epsv", scene_.contact.epsv, "m/s", model_.size, model_.notes);
    model_.gravity_over_time = scene_.gravity_over_time;
    const bool has_keys = !scene_.gravity_over_time.keys.empty();
    model_.gravity = has_keys ? scene_.gravity_over_time.at(0) : scene_.gravity;
  }

  /// Contacts know walls by a number of 16 bits. The range of contact must end before the centre, where the
  /// distance to the wall has a cusp.
  void check_round_walls() {
    const size_t walls = model_.planes.size() + model_.spheres.size();
    constexpr auto most_walls = static_cast<size_t>(std::numeric_limits<std::int16_t>::max());
    if (walls > most_walls)
      throw InputError(
          scene_.file.string(),
          fmt::format("has {} half-spaces, containers and bowls; {} is the limit", walls, most_walls),
          "use obstacles with meshes");
    if (!model_.contact.is_enabled) return;
    double offset = 0;
    for (const SceneObject& object : scene_.objects)
      if (!std::holds_alternative<Obstacle>(object.kind)) offset = std::max(offset, object.offset);
    for (const RoundWall& wall : scene_.round_walls) {
      double radius = wall.radius.at(0);
      for (const auto& key : wall.radius.keys) radius = std::min(radius, key.value);
      const double reach = model_.dhat + 0.5 * offset;
      if (radius > reach) continue;
      throw InputError(wall.place.text(),
                       fmt::format("'{}' has a radius of {:.3g} m, but contact begins {:.3g} m from its wall "
                                   "(dhat and half the largest offset): beyond its centre",
                                   wall.name, radius, reach),
                       "make the radius larger, or contact.dhat smaller");
    }
  }

  /// Positions are known to 1e-16 of their size; distances of contacts must be known to a thousandth.
  void check_dhat() {
    if (!model_.contact.is_enabled) return;
    double largest = 0, edges = 0;
    for (const Vec3& x : state_.x) largest = std::max(largest, x.lpNorm<Eigen::Infinity>());
    const Place& place = scene_.contact.dhat_place;
    if (model_.dhat < 1e-12 * largest)
      throw InputError(
          place.file.empty() ? scene_.file.string() : place.text(),
          fmt::format("contact.dhat is {:.3g} m, below the precision of positions up to {:.3g} m",
                      model_.dhat, largest),
          "make dhat larger, about 1e-3 of the size of the deformable objects, or move the scene to the "
          "origin");
    for (const Edge& e : model_.surface.edges())
      edges += (model_.rest[static_cast<size_t>(e[0])] - model_.rest[static_cast<size_t>(e[1])]).norm();
    const double mean_edge = edges / std::max<double>(1, static_cast<double>(model_.surface.edges().size()));
    if (mean_edge > 0 && model_.dhat > mean_edge)
      model_.notes.push_back(
          fmt::format("dhat is larger than the mean edge of the surfaces, {:.3g} m: parts of one body repel "
                      "each other from afar, and steps are slow",
                      mean_edge));
    if (model_.dhat < 1e-6 * model_.size)
      model_.notes.push_back(
          fmt::format("dhat is below a millionth of the size of the deformable objects, {:.3g} m: steps will "
                      "take many iterations",
                      model_.size));
  }

  const Scene& scene_;
  std::vector<PlacedMesh> placed_;  // one per object, like the next
  std::vector<Index> first_;
  Model model_;
  State state_;
};

}  // namespace

ModelAndState build_model(const Scene& scene) { return Builder(scene).build(); }

}  // namespace lacuna
