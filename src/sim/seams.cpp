#include "sim/seams.h"

#include "base/printable.h"
#include "geometry/distance.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace lacuna {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double mean_offset(const Surface& surface, Index a, Index b) {
  return 0.5 * (surface.offset_of(a) + surface.offset_of(b));
}

/// visit(nodes): the nodes of every stitch, the sewn vertex first.
template <class Visit>
void for_each_stitch(const Model& model, Visit&& visit) {
  for (const auto& nodes : model.elements.of<VertexStitch>().nodes) visit(std::span<const Index>(nodes));
  for (const auto& nodes : model.elements.of<EdgeStitch>().nodes) visit(std::span<const Index>(nodes));
}

/// The stitches of two objects.
struct Seam {
  double offset = 0;                ///< m, mean
  double shortest_edge = infinity;  ///< m, at rest, of the edges at a sewn vertex
  Index inside = -1;                ///< a vertex within a solid
};

class SeamNotes {
 public:
  explicit SeamNotes(Model& model) : model_(model), surface_(model.surface) {}

  void add() {
    for_each_stitch(model_, [&](std::span<const Index> nodes) { take(nodes); });
    if (seams_.empty()) return;
    find_inner_vertices();
    find_edges();
    for (const auto& [objects, seam] : seams_) {
      note_distance(objects, seam);
      if (seam.inside >= 0) note_inside(objects, seam);
    }
  }

 private:
  using Objects = std::array<Index, 2>;

  Objects objects_of(std::span<const Index> nodes) const {
    const Index a = surface_.object_of(nodes[0]), b = surface_.object_of(nodes[1]);
    return {std::min(a, b), std::max(a, b)};
  }

  void take(std::span<const Index> nodes) {
    const Objects objects = objects_of(nodes);
    if (surface_.may_collide(objects[0], objects[1]))
      seams_[objects].offset = mean_offset(surface_, nodes[0], nodes[1]);
  }

  void find_inner_vertices() {
    std::vector<bool> is_inner(static_cast<size_t>(surface_.vertex_count()));
    for (const Tet& t : model_.tets)
      for (const Index v : t) is_inner[static_cast<size_t>(v)] = true;
    for (const Index v : surface_.vertices()) is_inner[static_cast<size_t>(v)] = false;
    for_each_stitch(model_, [&](std::span<const Index> nodes) {
      const auto seam = seams_.find(objects_of(nodes));
      if (seam == seams_.end() || seam->first[0] == seam->first[1]) return;
      for (const Index v : nodes)
        if (is_inner[static_cast<size_t>(v)]) seam->second.inside = v;
    });
  }

  void find_edges() {
    std::vector<double> shortest(static_cast<size_t>(surface_.vertex_count()), infinity);
    for (const Edge& e : surface_.edges())
      for (const Index v : e) {
        double& length = shortest[static_cast<size_t>(v)];
        length = std::min(length, (rest(e[0]) - rest(e[1])).norm());
      }
    for_each_stitch(model_, [&](std::span<const Index> nodes) {
      const auto seam = seams_.find(objects_of(nodes));
      if (seam == seams_.end()) return;
      for (const Index v : nodes)
        seam->second.shortest_edge = std::min(seam->second.shortest_edge, shortest[static_cast<size_t>(v)]);
    });
  }

  void note_distance(const Objects& objects, const Seam& seam) {
    const double closed = seam.offset + model_.dhat;
    std::string text = fmt::format(
        "the seam of {} closes to {:.4g} m, where contact begins: offset {:.4g} m + dhat {:.4g} m",
        names(objects), closed, seam.offset, model_.dhat);
    if (closed > 0.5 * seam.shortest_edge)
      text +=
          fmt::format("; that is wide compared with edges of {:.4g} m: make {} smaller for a tighter seam",
                      seam.shortest_edge, seam.offset > model_.dhat ? "their offsets" : "dhat");
    model_.notes.push_back(std::move(text));
  }

  void note_inside(const Objects& objects, const Seam& seam) {
    const Index solid = surface_.object_of(seam.inside);
    double depth2 = infinity;
    for (const Triangle& t : surface_.triangles())
      if (surface_.object_of(t[0]) == solid)
        depth2 =
            std::min(depth2, point_triangle_distance2(rest(seam.inside), rest(t[0]), rest(t[1]), rest(t[2])));
    model_.notes.push_back(
        fmt::format("the seam of {} cannot close: a sewn vertex lies {:.4g} m inside '{}', whose surface "
                    "keeps the other {:.4g} m away; name a vertex of the surface",
                    names(objects), std::sqrt(depth2), name(solid), std::sqrt(depth2) + seam.offset));
  }

  const Vec3& rest(Index v) const { return model_.rest[static_cast<size_t>(v)]; }
  std::string name(Index object) const {
    return printable_line(model_.object_names[static_cast<size_t>(object)]);
  }
  std::string names(const Objects& objects) const {
    return objects[0] == objects[1] ? fmt::format("'{}' with itself", name(objects[0]))
                                    : fmt::format("'{}' and '{}'", name(objects[0]), name(objects[1]));
  }

  Model& model_;
  const Surface& surface_;
  std::map<Objects, Seam> seams_;
};

}  // namespace

double closed_seam(const Model& model, Index vertex_a, Index vertex_b) {
  const Surface& surface = model.surface;
  if (!model.contact.is_enabled ||
      !surface.may_collide(surface.object_of(vertex_a), surface.object_of(vertex_b)))
    return 0;
  return mean_offset(surface, vertex_a, vertex_b) + model.dhat;
}

void note_seams(Model& model) {
  if (model.contact.is_enabled) SeamNotes(model).add();
}

std::vector<std::array<Index, 2>> sewn_vertices(const Model& model) {
  std::vector<std::array<Index, 2>> pairs;
  for_each_stitch(model, [&](std::span<const Index> nodes) {
    for (const Index v : nodes.subspan(1)) pairs.push_back({std::min(nodes[0], v), std::max(nodes[0], v)});
  });
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace lacuna
