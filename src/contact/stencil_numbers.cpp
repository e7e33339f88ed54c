#include "contact/stencil_numbers.h"

#include "contact/contact_areas.h"
#include "geometry/edge_edge_mollifier.h"

namespace lacuna {

namespace {
std::uint64_t unsigned_of(Index i) { return static_cast<std::uint64_t>(i); }
}  // namespace

StencilNumbers::StencilNumbers(const Surface& surface, Positions rest_positions)
    : surface_(surface),
      triangle_edges_(edges_of_triangles(surface)),
      vertex_count_(unsigned_of(surface.vertex_count())),
      edge_count_(surface.edges().size()),
      triangle_count_(surface.triangles().size()) {
  const auto rest = [&](Index v) -> const Vec3& { return rest_positions[static_cast<size_t>(v)]; };
  for (const Edge& e : surface.edges()) {
    rest_length2_.push_back((rest(e[1]) - rest(e[0])).squaredNorm());
    LACUNA_CHECK(rest_length2_.back() > 0, "edge {} {} has zero rest length", e[0], e[1]);
  }
  const std::uint64_t v = vertex_count_, e = edge_count_, t = triangle_count_;
  constexpr std::uint64_t limit = 1u << 29;  // so that the sum below stays within 63 bits
  LACUNA_CHECK(std::max({v, e, t}) < limit, "vertices={} edges={} triangles={}: more than can be numbered", v,
               e, t);
  const std::uint64_t points = v * (v + e + t);
  first_ = {0, v * v, v * (v + e), points, points + e * e, points + 10 * e * e};
}

std::uint64_t StencilNumbers::point_point(Index p, Index q) const {
  return first(StencilKind::point_point) + unsigned_of(std::min(p, q)) * vertex_count_ +
         unsigned_of(std::max(p, q));
}
std::uint64_t StencilNumbers::point_edge(Index p, Index edge) const {
  return first(StencilKind::point_edge) + unsigned_of(p) * edge_count_ + unsigned_of(edge);
}
std::uint64_t StencilNumbers::point_edge(Index p, Index edge, PointEdgeRegion region) const {
  if (region == PointEdgeRegion::interior) return point_edge(p, edge);
  return point_point(p, surface_.edges()[static_cast<size_t>(edge)][region == PointEdgeRegion::a ? 0 : 1]);
}
std::uint64_t StencilNumbers::point_triangle(Index p, Index triangle) const {
  return first(StencilKind::point_triangle) + unsigned_of(p) * triangle_count_ + unsigned_of(triangle);
}
std::uint64_t StencilNumbers::edge_edge(Index a, Index b) const {
  return first(StencilKind::edge_edge) + unsigned_of(a) * edge_count_ + unsigned_of(b);
}
std::uint64_t StencilNumbers::mollified(Index a, Index b, EdgeEdgeRegion region) const {
  return first(StencilKind::mollified) + (unsigned_of(a) * edge_count_ + unsigned_of(b)) * 9 +
         static_cast<std::uint64_t>(region);
}

double StencilNumbers::threshold(size_t edge_a, size_t edge_b) const {
  return 1e-3 * rest_length2_[edge_a] * rest_length2_[edge_b];  // as EdgeEdgeMollifier::threshold
}

bool StencilNumbers::is_nearly_parallel(Positions x, Index edge_a, Index edge_b) const {
  const auto a = static_cast<size_t>(edge_a), b = static_cast<size_t>(edge_b);
  const auto direction = [&](const Edge& e) -> Vec3 {
    return x[static_cast<size_t>(e[1])] - x[static_cast<size_t>(e[0])];
  };
  return edge_edge_mollifier(direction(surface_.edges()[a]), direction(surface_.edges()[b]), threshold(a, b))
      .is_active;
}

std::uint64_t StencilNumbers::of(Positions x, const Contact& contact) const {
  const auto [i, j] = contact.pair;
  if (contact.kind == PairKind::edge_edge && is_nearly_parallel(x, i, j))
    return mollified(i, j, static_cast<EdgeEdgeRegion>(contact.region));
  return of_features(contact);
}

std::uint64_t StencilNumbers::of_features(const Contact& contact) const {
  const auto [i, j] = contact.pair;
  const size_t region = contact.region, second = static_cast<size_t>(j);
  switch (contact.kind) {
    case PairKind::vertex_triangle:  // regions: vertices 0 to 2, edges 01, 12, 20, face
      if (region < 3) return point_point(i, surface_.triangles()[second][region]);
      if (region < 6) return point_edge(i, triangle_edges_[second][region - 3]);
      return point_triangle(i, j);
    case PairKind::edge_edge: {
      const size_t on_a = region / 3, on_b = region % 3;  // 0 and 1 are the ends, 2 is inside
      const Edge &a = surface_.edges()[static_cast<size_t>(i)], &b = surface_.edges()[second];
      if (on_a == 2 && on_b == 2) return edge_edge(i, j);
      if (on_a == 2) return point_edge(b[on_b], i);
      if (on_b == 2) return point_edge(a[on_a], j);
      return point_point(a[on_a], b[on_b]);
    }
    case PairKind::vertex_edge:
      return point_edge(i, j, static_cast<PointEdgeRegion>(region));
    default:
      return point_point(i, j);
  }
}

ContactStencil StencilNumbers::stencil(std::uint64_t number) const {
  size_t kind = 0;
  while (number >= first_[kind + 1]) ++kind;
  number -= first_[kind];
  ContactStencil stencil;
  stencil.kind = static_cast<StencilKind>(kind);
  if (stencil.kind == StencilKind::mollified) {
    stencil.region = static_cast<std::uint8_t>(number % 9);
    number /= 9;
  }
  const std::uint64_t count = stencil.kind == StencilKind::point_point      ? vertex_count_
                              : stencil.kind == StencilKind::point_triangle ? triangle_count_
                                                                            : edge_count_;
  const std::uint64_t i = number / count, j = number % count;
  const auto p = static_cast<Index>(i);
  size_t first_of_second = 1;
  if (stencil.kind == StencilKind::point_point) {
    stencil.nodes = {p, static_cast<Index>(j), -1, -1};
  } else if (stencil.kind == StencilKind::point_edge) {
    const Edge& e = surface_.edges()[j];
    stencil.nodes = {p, e[0], e[1], -1};
  } else if (stencil.kind == StencilKind::point_triangle) {
    const Triangle& t = surface_.triangles()[j];
    stencil.nodes = {p, t[0], t[1], t[2]};
  } else {
    const Edge &a = surface_.edges()[i], &b = surface_.edges()[j];
    stencil.nodes = {a[0], a[1], b[0], b[1]};
    first_of_second = 2;
    if (stencil.kind == StencilKind::mollified) stencil.threshold = threshold(i, j);
  }
  stencil.offset2 = square(
      0.5 * (surface_.offset_of(stencil.nodes[0]) + surface_.offset_of(stencil.nodes[first_of_second])));
  return stencil;
}

}  // namespace lacuna
