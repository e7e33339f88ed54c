#include "verify/check_frame.h"

#include "base/grouped.h"
#include "geometry/predicates.h"
#include "verify/box_tree.h"
#include "verify/distance.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace lacuna::verify {
namespace {

using Corners = std::span<const Index>;

std::string at_text(const Vec3& x) { return fmt::format("({:.6g}, {:.6g}, {:.6g}) m", x.x(), x.y(), x.z()); }

bool share_vertex(Corners a, Corners b) {
  for (Index v : a)
    for (Index w : b)
      if (v == w) return true;
  return false;
}

class FrameCheck {
 public:
  FrameCheck(const FrameFile& frame, const Elements& elements, const Rules& rules, Index number)
      : frame_(frame), elements_(elements), rules_(rules), number_(number), is_free_(frame.positions.size()) {
    find_disabled();
  }

  FrameResult run() {
    if (!are_numbers_finite()) return std::move(result_);
    for (const Index v : elements_.free_vertices) is_free_[static_cast<size_t>(v)] = true;
    check_offsets();
    check_half_spaces();
    check_spheres();
    check_pairs();
    name_exceptions();
    return std::move(result_);
  }

 private:
  const Vec3& x(Index v) const { return frame_.positions[static_cast<size_t>(v)]; }
  Index object_of(Index v) const { return frame_.objects[static_cast<size_t>(v)]; }
  double offset_of(Index v) const { return frame_.offsets[static_cast<size_t>(v)]; }
  bool is_kinematic(Corners a) const {
    return std::all_of(a.begin(), a.end(),
                       [&](Index v) { return frame_.is_kinematic[static_cast<size_t>(v)] != 0; });
  }
  std::string name_of(Index v) const { return rules_.name_of(object_of(v)); }

  /// "edge (3, 4) of cloth"
  std::string primitive_text(Corners a) const {
    static constexpr const char* kinds[] = {"", "vertex", "edge", "triangle"};
    return fmt::format("{} ({}) of {}", kinds[a.size()], fmt::join(a, ", "), name_of(a[0]));
  }
  std::string pair_text(Corners a, Corners b) const {
    return fmt::format("{} and {}", primitive_text(a), primitive_text(b));
  }

  template <class Text>
  void violation(ViolationKind kind, Text&& text) {
    result_.violations.add(kind, number_, text);
  }

  void find_disabled() {
    for (Index object : frame_.objects) object_count_ = std::max(object_count_, object + 1);
    if (rules_.no_contact.empty()) return;
    std::map<std::string, std::vector<Index>> by_name;
    for (Index i = 0; i < object_count_; ++i) by_name[rules_.name_of(i)].push_back(i);
    for (const auto& [a, b] : rules_.no_contact)
      for (const Index i : by_name[a])
        for (const Index j : by_name[b]) disabled_.insert({std::min(i, j), std::max(i, j)});
  }

  enum class Relation : std::uint8_t { neighbours, apart, no_contact, prescribed };

  Relation relation(Corners a, Corners b) const {
    if (share_vertex(a, b)) return Relation::neighbours;
    if (is_kinematic(a) && is_kinematic(b)) return Relation::prescribed;
    if (disabled_.empty()) return Relation::apart;
    const Index i = object_of(a[0]), j = object_of(b[0]);
    return disabled_.contains({std::min(i, j), std::max(i, j)}) ? Relation::no_contact : Relation::apart;
  }

  // -- exceptions

  struct Counts {
    std::int64_t crossings = 0, close = 0;
  };

  /// Of two objects, or of an object and the half-space number j - object_count_; spheres are numbered after
  /// the half-spaces.
  Counts& exception(Relation reason, Index i, Index j) {
    return exceptions_[{std::min(i, j), std::max(i, j), reason}];
  }
  Counts& exception(Relation reason, Corners a, Corners b) {
    return exception(reason, object_of(a[0]), object_of(b[0]));
  }

  void name_exceptions() {
    const auto name = [&](Index i) {
      if (i < object_count_) return rules_.name_of(i);
      const auto wall = static_cast<size_t>(i - object_count_), planes = frame_.half_spaces.size();
      return wall < planes ? frame_.half_spaces[wall].name : frame_.spheres[wall - planes].name;
    };
    for (const auto& [key, counts] : exceptions_) {
      const auto& [i, j, reason] = key;
      result_.exceptions.push_back(
          {{name(i), name(j)},
           reason == Relation::prescribed ? Exception::Reason::prescribed : Exception::Reason::no_contact,
           counts.crossings,
           counts.close,
           1});
    }
  }

  /// A negative offset would turn boxes inside out and hide pairs that are too close.
  void check_offsets() {
    for (Index v = 0; v < count_of(frame_.positions); ++v)
      if (offset_of(v) < 0)
        violation(ViolationKind::topology, [&] {
          return fmt::format("vertex {} of {} has the offset {:g} m, which is below 0", v, name_of(v),
                             offset_of(v));
        });
  }

  bool are_numbers_finite() {
    bool is_good = true;
    for (Index v = 0; v < count_of(frame_.positions); ++v) {
      const Vec3& velocity = frame_.velocities[static_cast<size_t>(v)];
      if (x(v).allFinite() && velocity.allFinite() && std::isfinite(offset_of(v))) continue;
      is_good = is_good && x(v).allFinite();
      violation(ViolationKind::not_finite, [&] {
        return fmt::format("vertex {} of {} has {}", v, name_of(v),
                           !x(v).allFinite()       ? "the position " + at_text(x(v))
                           : !velocity.allFinite() ? "a velocity that is not finite"
                                                   : "an offset that is not finite");
      });
    }
    return is_good;
  }

  void check_half_spaces() {
    for (const PlacedHalfSpace& h : frame_.half_spaces) {
      const Point<long double> normal = h.normal.cast<long double>().normalized(),
                               point = h.point.cast<long double>();
      const Index number = object_count_ + static_cast<Index>(&h - frame_.half_spaces.data());
      for (Index v = 0; v < count_of(frame_.positions); ++v) {
        const long double height = normal.dot(x(v).cast<long double>() - point);
        if (is_kinematic({&v, 1})) {
          if (!(height > 0)) ++exception(Relation::prescribed, object_of(v), number).crossings;
          continue;
        }
        const auto gap = static_cast<double>(height - 0.5L * offset_of(v));
        const auto where = [&] {
          return fmt::format("vertex {} of {} is {:.6g} m from {}, at {}", v, name_of(v),
                             static_cast<double>(height), h.name, at_text(x(v)));
        };
        if (!(height > 0))
          violation(ViolationKind::half_space, where);
        else if (!(gap > 0))
          violation(ViolationKind::gap, [&] {
            return fmt::format("{}, but half its offset is {:.6g} m", where(), 0.5 * offset_of(v));
          });
        note_gap(gap, [&] { return fmt::format("{} and {}", name_of(v), h.name); });
      }
    }
  }

  /// The room between a point and the wall, without the code that the solvers use.
  static long double room_in(const PlacedSphere& s, const Vec3& x) {
    using Vector = Point<long double>;
    Vector from_center = x.cast<long double>() - s.center.cast<long double>();
    const Vector axis = s.axis.cast<long double>().normalized();
    const long double height = axis.dot(from_center);
    if (s.kind == RoundKind::bowl && height > 0) from_center -= height * axis;
    return static_cast<long double>(s.radius) - from_center.norm();
  }

  void check_spheres() {
    for (const PlacedSphere& s : frame_.spheres) {
      const Index number =
          object_count_ + count_of(frame_.half_spaces) + static_cast<Index>(&s - frame_.spheres.data());
      for (Index v = 0; v < count_of(frame_.positions); ++v) {
        const long double room = room_in(s, x(v));
        if (is_kinematic({&v, 1})) {
          if (!(room > 0)) ++exception(Relation::prescribed, object_of(v), number).crossings;
          continue;
        }
        const auto gap = static_cast<double>(room - 0.5L * offset_of(v));
        const auto where = [&] {
          return fmt::format("vertex {} of {} is {:.6g} m {} {}, at {}", v, name_of(v),
                             static_cast<double>(std::abs(room)), room > 0 ? "inside" : "outside", s.name,
                             at_text(x(v)));
        };
        if (!(room > 0))
          violation(ViolationKind::sphere, where);
        else if (!(gap > 0))
          violation(ViolationKind::gap, [&] {
            return fmt::format("{}, but half its offset is {:.6g} m", where(), 0.5 * offset_of(v));
          });
        note_gap(gap, [&] { return fmt::format("{} and {}", name_of(v), s.name); });
      }
    }
  }

  // -- pairs

  /// How far beyond the offset gaps are measured: a tenth of a mean edge finds what is close without
  /// measuring every pair of neighbours' neighbours.
  double chosen_margin() const {
    double sum = 0;
    for (const Edge& e : elements_.edges) sum += (x(e[0]) - x(e[1])).norm();
    if (sum > 0) return 0.1 * sum / static_cast<double>(elements_.edges.size());
    Box box;
    for (const Vec3& p : frame_.positions) box.add(p);
    return 1e-3 * box.diagonal() + 1e-12;
  }

  template <class Primitives>
  BoxTree tree_of(const Primitives& primitives) const {
    std::vector<Box> boxes;
    boxes.reserve(primitives.size());
    for (const auto& primitive : primitives) {
      const Corners corners = corners_of(primitive);
      Box& box = boxes.emplace_back();
      double offset = 0;
      for (Index v : corners) {
        box.add(x(v));
        offset = std::max(offset, offset_of(v));
      }
      box.inflate(0.5 * (offset + margin_));
    }
    return BoxTree(std::move(boxes));
  }

  template <size_t n>
  static Corners corners_of(const std::array<Index, n>& simplex) {
    return simplex;
  }
  static Corners corners_of(const Index& vertex) { return {&vertex, 1}; }

  void check_pairs() {
    margin_ = chosen_margin();
    result_.smallest.reach = margin_;
    std::vector<Index> vertices(frame_.positions.size());
    for (size_t v = 0; v < vertices.size(); ++v) vertices[v] = static_cast<Index>(v);
    const BoxTree triangles = tree_of(elements_.triangles), edges = tree_of(elements_.edges);
    BoxTree::for_each_overlap(edges, triangles, [&](Index e, Index t) {
      check_intersection(elements_.edges[static_cast<size_t>(e)],
                         elements_.triangles[static_cast<size_t>(t)]);
    });
    BoxTree::for_each_overlap(tree_of(vertices), triangles, [&](Index v, Index t) {
      check_gap({&v, 1}, elements_.triangles[static_cast<size_t>(t)]);
    });
    edges.for_each_own_overlap([&](Index a, Index b) {
      check_gap(elements_.edges[static_cast<size_t>(a)], elements_.edges[static_cast<size_t>(b)]);
    });
    BoxTree::for_each_overlap(tree_of(elements_.free_vertices), tree_of(elements_.free_edges),
                              [&](Index v, Index e) {
                                check_gap({&elements_.free_vertices[static_cast<size_t>(v)], 1},
                                          elements_.free_edges[static_cast<size_t>(e)]);
                              });
    tree_of(elements_.particles).for_each_own_overlap([&](Index a, Index b) {
      check_gap({&elements_.particles[static_cast<size_t>(a)], 1},
                {&elements_.particles[static_cast<size_t>(b)], 1});
    });
  }

  void check_intersection(const Edge& e, const Triangle& t) {
    Box edge_box, triangle_box;
    for (Index v : e) edge_box.add(x(v));
    for (Index v : t) triangle_box.add(x(v));
    if (!edge_box.overlaps(triangle_box)) return;
    const Relation how = relation(e, t);
    if (how == Relation::neighbours || !edge_intersects_triangle(x(e[0]), x(e[1]), x(t[0]), x(t[1]), x(t[2])))
      return;
    if (how != Relation::apart) {
      ++exception(how, e, t).crossings;
      return;
    }
    violation(ViolationKind::intersection, [&] {
      return fmt::format("{} share a point, near {}", pair_text(e, t), at_text(0.5 * (x(e[0]) + x(e[1]))));
    });
  }

  /// Rods and particles of two objects, and particles, which may be balls, with anything: only their gap
  /// shows a crossing.
  bool can_cross_unseen(Corners a, Corners b) const {
    const auto is_free = [&](Index v) { return is_free_[static_cast<size_t>(v)]; };
    if (object_of(a[0]) == object_of(b[0])) return false;
    if (is_particle(a) || is_particle(b)) return true;
    return std::all_of(a.begin(), a.end(), is_free) && std::all_of(b.begin(), b.end(), is_free);
  }
  bool is_particle(Corners a) const {
    return a.size() == 1 && std::binary_search(elements_.particles.begin(), elements_.particles.end(), a[0]);
  }

  void check_gap(Corners a, Corners b) {
    const Relation how = relation(a, b);
    if (how == Relation::neighbours || (how == Relation::prescribed && !can_cross_unseen(a, b))) return;
    std::array<Vec3, 3> points_a, points_b;
    for (size_t i = 0; i < a.size(); ++i) points_a[i] = x(a[i]);
    for (size_t i = 0; i < b.size(); ++i) points_b[i] = x(b[i]);
    const std::span<const Vec3> pa(points_a.data(), a.size()), pb(points_b.data(), b.size());
    const double offset = 0.5 * (offset_of(a[0]) + offset_of(b[0]));
    double gap = distance<double>(pa, pb) - offset;
    if (gap < 1e-3 * margin_)
      gap = static_cast<double>(distance<long double>(pa, pb) - static_cast<long double>(offset));
    if (how != Relation::apart) {
      if (!(gap > 0)) ++exception(how, a, b).close;
      return;
    }
    if (!(gap > 0))
      violation(ViolationKind::gap, [&] {
        return fmt::format("{} are {:.6g} m apart, less than their offset {:.6g} m, at {}", pair_text(a, b),
                           gap + offset, offset, at_text(points_a[0]));
      });
    note_gap(gap, [&] { return pair_text(a, b); });
  }

  template <class Text>
  void note_gap(double gap, Text&& text) {
    if (!(gap < result_.smallest.gap)) return;
    result_.smallest.gap = gap;
    result_.smallest.frame = number_;
    result_.smallest.between = text();
  }

  const FrameFile& frame_;
  const Elements& elements_;
  const Rules& rules_;
  Index number_;
  Index object_count_ = 0;
  double margin_ = 0;
  std::set<std::array<Index, 2>> disabled_;  // objects, in ascending order
  std::vector<bool> is_free_;                // vertices of no triangle
  std::map<std::tuple<Index, Index, Relation>, Counts> exceptions_;
  FrameResult result_;
};

}  // namespace

Elements::Elements(const FrameFile& frame) : triangles(frame.triangles), free_edges(frame.edges) {
  enum : std::uint8_t { nothing, edge, triangle };
  std::vector<std::uint8_t> highest(frame.positions.size(), nothing);
  for (const Edge& e : frame.edges) {
    for (Index v : e) highest[static_cast<size_t>(v)] = edge;
    edges.push_back({std::min(e[0], e[1]), std::max(e[0], e[1])});
  }
  for (const Triangle& t : triangles)
    for (size_t i = 0; i < 3; ++i) {
      highest[static_cast<size_t>(t[i])] = triangle;
      edges.push_back({std::min(t[i], t[(i + 1) % 3]), std::max(t[i], t[(i + 1) % 3])});
    }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  for (Index v = 0; v < count_of(highest); ++v) {
    if (highest[static_cast<size_t>(v)] != triangle) free_vertices.push_back(v);
    if (highest[static_cast<size_t>(v)] == nothing) particles.push_back(v);
  }
}

std::string Rules::name_of(Index object) const {
  return object < count_of(object_names) ? object_names[static_cast<size_t>(object)]
                                         : fmt::format("object {}", object);
}

std::string Exception::text() const {
  const auto counted = [](std::int64_t count, const char* one, const char* many) {
    return count == 0 ? "" : fmt::format("{} {}", grouped(count), count == 1 ? one : many);
  };
  const auto& [a, b] = names;
  const char* why = reason == Reason::prescribed ? "both prescribed"
                    : a == b                     ? "which the scene excludes (self_contact = false)"
                                                 : "which the scene excludes (no_contact)";
  return fmt::format("{}{}{} {} in {}, {}", counted(crossings, "crossing", "crossings"),
                     crossings > 0 && close > 0 ? " and " : "",
                     counted(close, "pair closer than its offset", "pairs closer than their offset"),
                     a == b ? fmt::format("within '{}'", a) : fmt::format("between '{}' and '{}'", a, b),
                     counted(frames, "frame", "frames"), why);
}

void add_exceptions(std::vector<Exception>& all, const std::vector<Exception>& more) {
  for (const Exception& exception : more) {
    const auto same = std::find_if(all.begin(), all.end(), [&](const Exception& e) {
      return e.names == exception.names && e.reason == exception.reason;
    });
    if (same == all.end()) {
      all.push_back(exception);
      continue;
    }
    same->crossings += exception.crossings;
    same->close += exception.close;
    same->frames += exception.frames;
  }
}

void SmallestGap::take(const SmallestGap& other) {
  reach = std::min(reach, other.reach);
  if (!(other.gap < gap)) return;
  gap = other.gap;
  frame = other.frame;
  between = other.between;
}

FrameResult check_frame(const FrameFile& frame, const Elements& elements, const Rules& rules, Index number) {
  return FrameCheck(frame, elements, rules, number).run();
}

}  // namespace lacuna::verify
