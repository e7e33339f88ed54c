#include "contact/contacts.h"

#include "base/parallel.h"
#include "geometry/distance.h"

#include <cmath>
#include <limits>

namespace lacuna {

namespace {

struct Closest {
  double distance2;
  std::uint8_t region;
};

/// closest(pair) for each pair; those in range are appended chunk by chunk, so their order is fixed.
template <class ClosestOf, class OffsetOf>
void collect(const std::vector<Pair>& pairs, PairKind kind, double range, std::vector<Contact>& contacts,
             OffsetOf&& offset_of, ClosestOf&& closest_of) {
  constexpr Index chunk_size = 8192;
  std::vector<std::vector<Contact>> chunks(static_cast<size_t>(chunk_count(count_of(pairs), chunk_size)));
  for_each_chunk(count_of(pairs), chunk_size, [&](Index chunk, Index begin, Index end) {
    auto& found = chunks[static_cast<size_t>(chunk)];
    for (Index i = begin; i < end; ++i) {
      const Pair& pair = pairs[static_cast<size_t>(i)];
      const double offset = offset_of(pair);
      const Closest closest = closest_of(pair);
      if (closest.distance2 < square(range + offset))
        found.push_back({pair, kind, closest.region, closest.distance2, offset});
    }
  });
  for (const auto& found : chunks) contacts.insert(contacts.end(), found.begin(), found.end());
}

}  // namespace

void find_contacts(const Surface& surface, Positions x, const Candidates& candidates, double range,
                   std::vector<Contact>& contacts) {
  contacts.clear();
  const auto at = [&](Index v) -> const Vec3& { return x[static_cast<size_t>(v)]; };
  const auto edge = [&](Index e) -> const Edge& { return surface.edges()[static_cast<size_t>(e)]; };
  const auto triangle = [&](Index t) -> const Triangle& { return surface.triangles()[static_cast<size_t>(t)]; };
  const auto mean_offset = [&](Index a, Index b) { return 0.5 * (surface.offset_of(a) + surface.offset_of(b)); };
  const auto label = [](auto region) { return static_cast<std::uint8_t>(region); };

  collect(
      candidates.vertex_triangle, PairKind::vertex_triangle, range, contacts,
      [&](const Pair& pair) { return mean_offset(pair[0], triangle(pair[1])[0]); },
      [&](const Pair& pair) -> Closest {
        const Triangle& t = triangle(pair[1]);
        const auto closest = closest_point_triangle(at(pair[0]), at(t[0]), at(t[1]), at(t[2]));
        return {closest.distance2, label(closest.region)};
      });
  collect(
      candidates.edge_edge, PairKind::edge_edge, range, contacts,
      [&](const Pair& pair) { return mean_offset(edge(pair[0])[0], edge(pair[1])[0]); },
      [&](const Pair& pair) -> Closest {
        const Edge &a = edge(pair[0]), &b = edge(pair[1]);
        const auto closest = closest_edge_edge(at(a[0]), at(a[1]), at(b[0]), at(b[1]));
        return {closest.distance2, label(closest.region())};
      });
  collect(
      candidates.vertex_edge, PairKind::vertex_edge, range, contacts,
      [&](const Pair& pair) { return mean_offset(pair[0], edge(pair[1])[0]); },
      [&](const Pair& pair) -> Closest {
        const auto closest = closest_point_edge(at(pair[0]), at(edge(pair[1])[0]), at(edge(pair[1])[1]));
        return {closest.distance2, label(closest.region())};
      });
  collect(
      candidates.vertex_vertex, PairKind::vertex_vertex, range, contacts,
      [&](const Pair& pair) { return mean_offset(pair[0], pair[1]); },
      [&](const Pair& pair) -> Closest { return {point_point_distance2(at(pair[0]), at(pair[1])), 0}; });
}

double smallest_gap(const std::vector<Contact>& contacts) {
  double least = std::numeric_limits<double>::infinity();
  for (const Contact& contact : contacts) least = std::min(least, contact.gap());
  return least;
}

}  // namespace lacuna
