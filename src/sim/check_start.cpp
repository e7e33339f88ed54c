#include "sim/check_start.h"

#include "base/input_error.h"
#include "contact/candidate_cache.h"
#include "contact/contacts.h"
#include "contact/intersection_check.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace lacuna {

namespace {

class StartCheck {
 public:
  StartCheck(const Model& model, Positions x)
      : model_(model),
        surface_(model.surface),
        x_(x),
        surface_x_(x.first(static_cast<size_t>(surface_.vertex_count()))) {
    for (const Script& script : model.scripts)
      if (script.is_active(0))
        for (const Index v : script.vertices)
          if (v < surface_.vertex_count()) surface_.set_kinematic(v, true);
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
    for (const Pair& pair : check.find(surface_x_)) {
      const Edge& e = surface_.edges()[static_cast<size_t>(pair[0])];
      const Triangle& t = surface_.triangles()[static_cast<size_t>(pair[1])];
      add(StartProblemKind::intersection, {e.begin(), e.end()}, {t.begin(), t.end()}, 0);
    }
  }

  void find_small_gaps() {
    CandidateCache cache(surface_, 0);
    ContactFinder finder(surface_);
    for (const Contact& contact : finder.find(surface_x_, cache.near(surface_x_, model_.dhat), model_.dhat)) {
      const double gap = lacuna::gap(surface_, contact);
      if (gap > 0) continue;
      if (gap == 0 && pair_offset(surface_, contact.kind, contact.pair) == 0 &&
          contact.kind == PairKind::vertex_triangle && is_reported(contact))
        continue;
      add(StartProblemKind::too_close, vertices_of(contact, 0), vertices_of(contact, 1), gap);
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
      }
  }

  /// Touching pairs were found by the exact check already if any edge of theirs crosses.
  bool is_reported(const Contact& contact) const {
    const std::vector<Index> triangle = vertices_of(contact, 1);
    return std::any_of(problems_.begin(), problems_.end(), [&](const StartProblem& problem) {
      return problem.kind == StartProblemKind::intersection && problem.vertices[1] == triangle;
    });
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
    StartProblem problem{kind, {}, {}, {std::move(a), std::move(b)}, Vec3::Zero(), gap};
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
    problems_.push_back(std::move(problem));
  }

  const Vec3& at(Index v) const { return x_[static_cast<size_t>(v)]; }

  const Model& model_;
  Surface surface_;          // with what is scripted at the start
  Positions x_, surface_x_;  // the second without the vertices that carry planes
  std::vector<Index> first_of_object_;
  std::vector<StartProblem> problems_;
};

std::string describe(const StartProblem& problem) {
  const Vec3& p = problem.position;
  const char* verb = problem.kind == StartProblemKind::intersection ? "intersects"
                     : problem.kind == StartProblemKind::too_close  ? "is too close to"
                                                                    : "is behind";
  return fmt::format("'{}' {} '{}' near ({:.6g}, {:.6g}, {:.6g}): {} and {}, gap {:.3g} m", problem.names[0],
                     verb, problem.names[1], p.x(), p.y(), p.z(), problem.parts[0], problem.parts[1],
                     problem.gap);
}

}  // namespace

std::vector<StartProblem> find_start_problems(const Model& model, Positions x) {
  return StartCheck(model, x).find();
}

std::vector<std::string> summarise(const std::vector<StartProblem>& problems) {
  std::vector<std::string> lines;
  std::vector<bool> is_counted(problems.size(), false);
  for (size_t i = 0; i < problems.size(); ++i) {
    if (is_counted[i]) continue;
    size_t count = 0;
    for (size_t k = i; k < problems.size(); ++k)
      if (problems[k].kind == problems[i].kind && problems[k].names == problems[i].names) {
        is_counted[k] = true;
        ++count;
      }
    lines.push_back(describe(problems[i]) +
                    (count > 1 ? fmt::format(" ({} more such pairs)", count - 1) : ""));
  }
  return lines;
}

void require_good_start(const Model& model, Positions x, const std::string& scene_name) {
  const std::vector<StartProblem> problems = find_start_problems(model, x);
  if (problems.empty()) return;
  const std::vector<std::string> lines = summarise(problems);
  std::string text = fmt::format("the scene cannot start, {}", lines[0]);
  for (size_t i = 1; i < std::min<size_t>(lines.size(), 5); ++i) text += "\n  also " + lines[i];
  throw InputError(scene_name, text,
                   "move the objects apart; 'lacuna check' lists every pair and writes a mesh to look at");
}

}  // namespace lacuna
