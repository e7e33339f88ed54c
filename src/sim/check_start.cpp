#include "sim/check_start.h"

#include "base/input_error.h"
#include "base/printable.h"
#include "contact/broad_phase.h"
#include "contact/contacts.h"
#include "contact/intersection_check.h"
#include "sim/seams.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <tuple>

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

  StartProblems find() {
    if (!model_.contact.is_enabled) return {};
    find_intersections();
    find_small_gaps();
    find_behind_planes();
    find_outside_spheres();
    return std::move(problems_);
  }

 private:
  void find_intersections() {
    IntersectionCheck check(surface_);
    is_crossed_.assign(surface_.triangles().size(), false);
    check.find_in_parts(surface_x_, [&](std::span<const Pair> pairs) {
      for (const Pair& pair : pairs) {
        const Edge& e = surface_.edges()[static_cast<size_t>(pair[0])];
        const Triangle& t = surface_.triangles()[static_cast<size_t>(pair[1])];
        is_crossed_[static_cast<size_t>(pair[1])] = true;
        count(StartProblemKind::intersection, e[0], surface_.object_of(t[0]), [&] {
          return problem(StartProblemKind::intersection, {e.begin(), e.end()}, {t.begin(), t.end()}, 0);
        });
      }
    });
  }

  void find_small_gaps() {
    BroadPhase broad_phase(surface_);
    ContactFinder finder(surface_);
    Candidates candidates;
    broad_phase.fit(surface_x_, model_.dhat);
    for (Index part = 0; part < broad_phase.part_count(); ++part) {
      broad_phase.find_part(part, candidates);
      for (const Contact& contact : finder.find(surface_x_, candidates, model_.dhat)) {
        const double gap = lacuna::gap(surface_, contact);
        if (gap > 0 || (gap == 0 && is_known(contact))) continue;
        const std::vector<Index> a = vertices_of(contact, 0), b = vertices_of(contact, 1);
        count(StartProblemKind::too_close, a[0], surface_.object_of(b[0]), [&] {
          StartProblem found = problem(StartProblemKind::too_close, a, b, gap);
          found.offset = pair_offset(surface_, contact.kind, contact.pair);
          found.is_ball = surface_.is_ball(a[0]) || surface_.is_ball(b[0]);
          return found;
        });
      }
    }
  }

  void find_behind_planes() {
    for (const Plane& plane : model_.planes)
      for (const Index v : surface_.vertices()) {
        if (surface_.is_kinematic(v)) continue;
        const double gap = plane_gap(surface_, plane, x_, v);
        if (gap > 0) continue;
        count(StartProblemKind::behind_plane, v, plane.vertex, [&] {
          StartProblem found = problem(StartProblemKind::behind_plane, {v}, {}, gap);
          found.names[1] = plane.name;
          found.parts[1] = "half-space";
          found.offset = 0.5 * surface_.offset_of(v);
          return found;
        });
      }
  }

  void find_outside_spheres() {
    for (const Sphere& sphere : model_.spheres)
      for (const Index v : surface_.vertices()) {
        if (surface_.is_kinematic(v)) continue;
        const double gap = sphere_gap(surface_, sphere, x_, v);
        if (gap > 0) continue;
        count(StartProblemKind::outside_sphere, v, sphere.center, [&] {
          StartProblem found = problem(StartProblemKind::outside_sphere, {v}, {}, gap);
          found.names[1] = sphere.name;
          found.parts[1] = word_of(sphere.kind);
          found.offset = 0.5 * surface_.offset_of(v);
          return found;
        });
      }
  }

  /// Counts a problem between the object of vertex a and `other`, an object or the vertex of a wall.
  /// problem() is evaluated only if the problem is kept.
  template <class Problem>
  void count(StartProblemKind kind, Index a, Index other, Problem&& problem) {
    ++problems_.total;
    if (problems_.kept.size() < StartProblems::most_kept) problems_.kept.push_back(problem());
    const auto key = std::tuple{kind, surface_.object_of(a), other};
    if (const auto known = group_of_.find(key); known != group_of_.end()) {
      ++problems_.groups[known->second].count;
    } else if (problems_.groups.size() < StartProblems::most_kept) {
      group_of_.emplace(key, problems_.groups.size());
      problems_.groups.push_back({problem(), 1});
    }
  }

  /// A vertex on a triangle that the exact check has already reported.
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

  StartProblem problem(StartProblemKind kind, std::vector<Index> a, std::vector<Index> b, double gap) const {
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
    return problem;
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
  Positions x_, surface_x_;  // the second without the vertices that carry walls
  std::vector<Index> first_of_object_;
  std::vector<bool> is_crossed_;  // per triangle
  StartProblems problems_;
  std::map<std::tuple<StartProblemKind, Index, Index>, size_t> group_of_;
};

/// They are apart, but closer than the offset.
bool is_offset_to_blame(const StartProblem& problem) {
  return problem.kind != StartProblemKind::intersection && problem.offset > 0 &&
         problem.gap + problem.offset > 0 && !problem.is_ball;
}

std::string describe(const StartProblem& problem) {
  const Vec3& p = problem.position;
  const char* verb = problem.kind == StartProblemKind::intersection   ? "intersects"
                     : problem.is_ball                                ? "cuts into"
                     : problem.kind == StartProblemKind::too_close    ? "is too close to"
                     : problem.kind == StartProblemKind::behind_plane ? "is behind"
                                                                      : "is outside";
  std::string text = fmt::format("'{}' {} '{}' near ({:.6g}, {:.6g}, {:.6g}): {} and {}, gap {:.3g} m",
                                 printable_line(problem.names[0]), verb, printable_line(problem.names[1]),
                                 p.x(), p.y(), p.z(), problem.parts[0], problem.parts[1], problem.gap);
  if (is_offset_to_blame(problem))
    text += fmt::format(", they are {:.3g} m apart but their offsets require {:.3g} m",
                        problem.gap + problem.offset, problem.offset);
  return text;
}

std::string place_of(const Scene& scene, const std::string& name) {
  for (const SceneObject& object : scene.objects)
    if (object.name == name && !object.place.file.empty()) return object.place.text();
  return scene.file.string();
}

}  // namespace

StartProblems find_start_problems(const Model& model, Positions x) {
  Surface surface = model.surface;
  for (const Script& script : model.scripts)
    if (script.is_active(0))
      for (const Index v : script.vertices)
        if (v < surface.vertex_count()) surface.set_kinematic(v, true);
  return find_start_problems(model, surface, x);
}

StartProblems find_start_problems(const Model& model, const Surface& surface, Positions x) {
  return StartCheck(model, surface, x).find();
}

std::vector<std::string> summarise(const StartProblems& problems) {
  std::vector<std::string> lines;
  std::int64_t others = problems.total;
  for (const StartProblems::Group& group : problems.groups) {
    lines.push_back(describe(group.first) +
                    (group.count > 1 ? fmt::format(" ({} more such pairs)", group.count - 1) : ""));
    others -= group.count;
  }
  if (others > 0) lines.push_back(fmt::format("and {} pairs of other objects", others));
  return lines;
}

std::string start_hint(const StartProblem& problem) {
  const std::string a = printable_line(problem.names[0]), b = printable_line(problem.names[1]);
  if (problem.is_sewn)
    return fmt::format(
        "they are sewn together there: start with the seam open by more than {:.3g} m, the stitches close "
        "it; or merge the sewn vertices in the mesh",
        problem.offset);
  if (problem.kind == StartProblemKind::outside_sphere)
    return fmt::format("move '{}' by {:.3g} m into '{}', or make its radius larger", a, -problem.gap, b);
  if (problem.is_ball)
    return fmt::format("move '{}' and '{}' apart by {:.3g} m, or make the radius of the ball smaller", a, b,
                       -problem.gap);
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
  const StartProblems problems = find_start_problems(model, x);
  if (problems.empty()) return;
  const std::vector<std::string> lines = summarise(problems);
  std::string others;
  for (size_t i = 1; i < std::min<size_t>(lines.size(), 5); ++i)
    others += fmt::format("also {}\n  ", lines[i]);
  throw InputError(place_of(scene, problems.kept[0].names[0]), "the scene cannot start, " + lines[0],
                   others + start_hint(problems.kept[0]) +
                       "; 'lacuna check' counts every pair and writes a mesh to look at");
}

}  // namespace lacuna
