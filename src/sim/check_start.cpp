#include "sim/check_start.h"

#include "base/input_error.h"
#include "contact/candidate_cache.h"
#include "contact/contacts.h"
#include "contact/intersection_check.h"
#include "sim/seams.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace lacuna {

namespace {

class StartCheck {
 public:
  StartCheck(const Model& model, const Surface& surface, Positions x)
      : model_(model),
        surface_(surface),
        sewn_(sewn_vertices(model)),
        x_(x),
        surface_x_(x.first(static_cast<size_t>(surface_.vertex_count()))) {
    for (Index v = 0; v < surface_.vertex_count(); ++v)
      if (v == 0 || surface_.object_of(v) != surface_.object_of(v - 1)) first_of_object_.push_back(v);
  }

  std::vector<StartProblem> find() {
    if (!model_.contact.is_enabled) return {};
    find_intersections();
    find_small_gaps();
    find_behind_planes();
    return std::move(problems_);
  }

 private:
  void find_intersections() {
    IntersectionCheck check(surface_);
    is_crossed_.assign(surface_.triangles().size(), false);
    for (const Pair& pair : check.find(surface_x_)) {
      const Edge& e = surface_.edges()[static_cast<size_t>(pair[0])];
      const Triangle& t = surface_.triangles()[static_cast<size_t>(pair[1])];
      is_crossed_[static_cast<size_t>(pair[1])] = true;
      add(StartProblemKind::intersection, {e.begin(), e.end()}, {t.begin(), t.end()}, 0);
    }
  }

  void find_small_gaps() {
    CandidateCache cache(surface_, 0);
    ContactFinder finder(surface_);
    for (const Contact& contact : finder.find(surface_x_, cache.near(surface_x_, model_.dhat), model_.dhat)) {
      const double gap = lacuna::gap(surface_, contact);
      if (gap > 0) continue;
      if (gap == 0 && is_known(contact)) continue;
      add(StartProblemKind::too_close, vertices_of(contact, 0), vertices_of(contact, 1), gap);
      problems_.back().offset = pair_offset(surface_, contact.kind, contact.pair);
    }
  }

  void find_behind_planes() {
    for (const Plane& plane : model_.planes)
      for (const Index v : surface_.vertices()) {
        if (surface_.is_kinematic(v)) continue;
        const double gap = plane.normal.dot(at(v) - at(plane.vertex)) - 0.5 * surface_.offset_of(v);
        if (gap > 0) continue;
        add(StartProblemKind::behind_plane, {v}, {}, gap);
        problems_.back().names[1] = plane.name;
        problems_.back().parts[1] = "half-space";
        problems_.back().offset = 0.5 * surface_.offset_of(v);
      }
  }

  /// A vertex on a triangle that the exact check has found crossed already.
  bool is_known(const Contact& contact) const {
    return contact.kind == PairKind::vertex_triangle &&
           pair_offset(surface_, contact.kind, contact.pair) == 0 &&
           is_crossed_[static_cast<size_t>(contact.pair[1])];
  }

  std::vector<Index> vertices_of(const Contact& contact, size_t side) const {
    const auto primitive = static_cast<size_t>(contact.pair[side]);
    if (contact.kind == PairKind::edge_edge || (side == 1 && contact.kind == PairKind::vertex_edge)) {
      const Edge& e = surface_.edges()[primitive];
      return {e.begin(), e.end()};
    }
    if (side == 1 && contact.kind == PairKind::vertex_triangle) {
      const Triangle& t = surface_.triangles()[primitive];
      return {t.begin(), t.end()};
    }
    return {contact.pair[side]};
  }

  void add(StartProblemKind kind, std::vector<Index> a, std::vector<Index> b, double gap) {
    StartProblem problem{kind, {}, {}, {std::move(a), std::move(b)}, Vec3::Zero(), gap, 0};
    for (size_t side = 0; side < 2; ++side) {
      const auto& vertices = problem.vertices[side];
      if (vertices.empty()) continue;
      const auto object = static_cast<size_t>(surface_.object_of(vertices[0]));
      problem.names[side] = model_.object_names[object];
      std::vector<Index> local = vertices;
      for (Index& v : local) v -= first_of_object_[object];
      constexpr std::array kinds{"vertex", "edge", "triangle"};
      problem.parts[side] = fmt::format("{} {}", kinds[vertices.size() - 1], fmt::join(local, "-"));
    }
    for (const Index v : problem.vertices[0])
      problem.position += at(v) / static_cast<double>(problem.vertices[0].size());
    problem.is_sewn = are_sewn(problem.vertices[0], problem.vertices[1]);
    problems_.push_back(std::move(problem));
  }

  const Vec3& at(Index v) const { return x_[static_cast<size_t>(v)]; }

  bool are_sewn(const std::vector<Index>& a, const std::vector<Index>& b) const {
    for (const Index v : a)
      for (const Index w : b)
        if (std::binary_search(sewn_.begin(), sewn_.end(), std::array{std::min(v, w), std::max(v, w)}))
          return true;
    return false;
  }

  const Model& model_;
  const Surface& surface_;
  std::vector<std::array<Index, 2>> sewn_;
  Positions x_, surface_x_;  // the second without the vertices that carry planes
  std::vector<Index> first_of_object_;
  std::vector<bool> is_crossed_;  // per triangle
  std::vector<StartProblem> problems_;
};

/// They are apart, but not by enough.
bool is_offset_to_blame(const StartProblem& problem) {
  return problem.kind != StartProblemKind::intersection && problem.offset > 0 &&
         problem.gap + problem.offset > 0;
}

std::string describe(const StartProblem& problem) {
  const Vec3& p = problem.position;
  const char* verb = problem.kind == StartProblemKind::intersection ? "intersects"
                     : problem.kind == StartProblemKind::too_close  ? "is too close to"
                                                                    : "is behind";
  std::string text = fmt::format("'{}' {} '{}' near ({:.6g}, {:.6g}, {:.6g}): {} and {}, gap {:.3g} m",
                                 problem.names[0], verb, problem.names[1], p.x(), p.y(), p.z(),
                                 problem.parts[0], problem.parts[1], problem.gap);
  if (is_offset_to_blame(problem))
    text += fmt::format(", for they are {:.3g} m apart and their offsets keep {:.3g} m",
                        problem.gap + problem.offset, problem.offset);
  return text;
}

std::string place_of(const Scene& scene, const std::string& name) {
  for (const SceneObject& object : scene.objects)
    if (object.name == name && !object.place.file.empty()) return object.place.text();
  return scene.file.string();
}

}  // namespace

std::vector<StartProblem> find_start_problems(const Model& model, Positions x) {
  Surface surface = model.surface;
  for (const Script& script : model.scripts)
    if (script.is_active(0))
      for (const Index v : script.vertices)
        if (v < surface.vertex_count()) surface.set_kinematic(v, true);
  return find_start_problems(model, surface, x);
}

std::vector<StartProblem> find_start_problems(const Model& model, const Surface& surface, Positions x) {
  return StartCheck(model, surface, x).find();
}

std::vector<std::string> summarise(const std::vector<StartProblem>& problems) {
  struct Group {
    const StartProblem* first;
    size_t count;
  };
  std::vector<Group> groups;
  std::map<std::pair<StartProblemKind, std::array<std::string, 2>>, size_t> number_of;
  for (const StartProblem& problem : problems) {
    const auto [at, is_new] = number_of.try_emplace({problem.kind, problem.names}, groups.size());
    if (is_new) groups.push_back({&problem, 0});
    ++groups[at->second].count;
  }
  std::vector<std::string> lines;
  for (const Group& group : groups)
    lines.push_back(describe(*group.first) +
                    (group.count > 1 ? fmt::format(" ({} more such pairs)", group.count - 1) : ""));
  return lines;
}

std::string start_hint(const StartProblem& problem) {
  const auto& [a, b] = problem.names;
  if (problem.is_sewn)
    return fmt::format(
        "they are sewn together there: begin with the seam open by more than {:.3g} m, the stitches "
        "close it; or merge the sewn vertices in the mesh",
        problem.offset);
  if (!is_offset_to_blame(problem))
    return a != b ? "move the objects apart"
                  : fmt::format("move the parts of '{}' apart, or use self_contact = false", a);
  if (a == b)
    return fmt::format(
        "make the offset of '{}' smaller, its mesh coarser, or unfold it; self_contact = false "
        "lets it pass through itself",
        a);
  return fmt::format("move '{}' and '{}' apart by {:.3g} m, or make their offsets smaller", a, b,
                     -problem.gap);
}

void require_good_start(const Model& model, Positions x, const Scene& scene) {
  const std::vector<StartProblem> problems = find_start_problems(model, x);
  if (problems.empty()) return;
  const std::vector<std::string> lines = summarise(problems);
  std::string text = fmt::format("the scene cannot start, {}", lines[0]);
  for (size_t i = 1; i < std::min<size_t>(lines.size(), 5); ++i) text += "\n  also " + lines[i];
  throw InputError(
      place_of(scene, problems[0].names[0]), text,
      start_hint(problems[0]) + "; 'lacuna check' lists every pair and writes a mesh to look at");
}

}  // namespace lacuna
