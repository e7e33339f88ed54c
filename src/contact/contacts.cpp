#include "contact/contacts.h"

#include "geometry/distance.h"

#include <cmath>
#include <limits>

namespace lacuna {

namespace {

struct Closest {
  double distance2;
  std::uint8_t region;
  double reach;  ///< range plus offset of the pair
};

/// Mean over the two primitives of range and offset.
template <size_t a, size_t b>
double reach(const Surface& surface, const ContactRange& range, const std::array<Index, a>& vertices_a,
             const std::array<Index, b>& vertices_b) {
  return 0.5 * (range.of(vertices_a) + surface.offset_of(vertices_a[0]) + range.of(vertices_b) +
                surface.offset_of(vertices_b[0]));
}

template <class Region>
std::uint8_t label(Region region) {
  return static_cast<std::uint8_t>(region);
}

}  // namespace

template <class ClosestOf>
void ContactFinder::collect(const std::vector<Pair>& pairs, PairKind kind, ClosestOf&& closest_of) {
  constexpr Index chunk_size = 8192;
  collector_.collect(count_of(pairs), chunk_size, contacts_,
                     [&](Index begin, Index end, std::vector<Contact>& found) {
                       for (Index i = begin; i < end; ++i) {
                         const Pair& pair = pairs[static_cast<size_t>(i)];
                         const Closest closest = closest_of(pair);
                         if (closest.distance2 < square(closest.reach))
                           found.push_back({pair, kind, closest.region, closest.distance2});
                       }
                     });
}

const std::vector<Contact>& ContactFinder::find(Positions x, const Candidates& candidates,
                                                const ContactRange& range) {
  contacts_.clear();
  const auto at = [&](Index v) -> const Vec3& { return x[static_cast<size_t>(v)]; };
  const auto edge = [&](Index e) -> const Edge& { return surface_.edges()[static_cast<size_t>(e)]; };
  const auto vertex = [](Index v) { return std::array{v}; };

  collect(candidates.vertex_triangle, PairKind::vertex_triangle, [&](const Pair& pair) -> Closest {
    const Triangle& t = surface_.triangles()[static_cast<size_t>(pair[1])];
    const auto closest = closest_point_triangle(at(pair[0]), at(t[0]), at(t[1]), at(t[2]));
    return {closest.distance2, label(closest.region), reach(surface_, range, vertex(pair[0]), t)};
  });
  collect(candidates.edge_edge, PairKind::edge_edge, [&](const Pair& pair) -> Closest {
    const Edge &a = edge(pair[0]), &b = edge(pair[1]);
    const auto closest = closest_edge_edge(at(a[0]), at(a[1]), at(b[0]), at(b[1]));
    return {closest.distance2, label(closest.region()), reach(surface_, range, a, b)};
  });
  collect(candidates.vertex_edge, PairKind::vertex_edge, [&](const Pair& pair) -> Closest {
    const Edge& e = edge(pair[1]);
    const auto closest = closest_point_edge(at(pair[0]), at(e[0]), at(e[1]));
    return {closest.distance2, label(closest.region()), reach(surface_, range, vertex(pair[0]), e)};
  });
  collect(candidates.vertex_vertex, PairKind::vertex_vertex, [&](const Pair& pair) -> Closest {
    return {point_point_distance2(at(pair[0]), at(pair[1])), 0,
            reach(surface_, range, vertex(pair[0]), vertex(pair[1]))};
  });
  return contacts_;
}

double pair_offset(const Surface& surface, PairKind kind, const Pair& pair) {
  const auto vertex_of = [&](int side) {
    const auto primitive = static_cast<size_t>(pair[static_cast<size_t>(side)]);
    if (kind == PairKind::edge_edge) return surface.edges()[primitive][0];
    if (side == 1 && kind == PairKind::vertex_triangle) return surface.triangles()[primitive][0];
    if (side == 1 && kind == PairKind::vertex_edge) return surface.edges()[primitive][0];
    return pair[static_cast<size_t>(side)];
  };
  return 0.5 * (surface.offset_of(vertex_of(0)) + surface.offset_of(vertex_of(1)));
}

double gap(const Surface& surface, const Contact& contact) {
  const double offset = pair_offset(surface, contact.kind, contact.pair);
  const double distance = std::sqrt(contact.distance2);
  return offset > 0 ? (contact.distance2 - square(offset)) / (distance + offset) : distance;
}

double smallest_gap(const Surface& surface, const std::vector<Contact>& contacts) {
  double least = std::numeric_limits<double>::infinity();
  for (const Contact& contact : contacts) least = std::min(least, gap(surface, contact));
  return least;
}

}  // namespace lacuna
