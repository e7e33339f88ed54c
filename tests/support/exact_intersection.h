// Exact answers on integer coordinates, by separating axes: two convex hulls are disjoint exactly if some
// facet normal of their difference separates them. For hulls of few points all such normals can be listed,
// degenerate differences (flat, a line, a point) included.
#pragma once

#include <array>
#include <vector>

namespace lacuna::test {

template <class Int>
using IntPoint = std::array<Int, 3>;

template <class Int>
IntPoint<Int> minus(const IntPoint<Int>& a, const IntPoint<Int>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
template <class Int>
IntPoint<Int> cross(const IntPoint<Int>& a, const IntPoint<Int>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <class Int>
Int dot(const IntPoint<Int>& a, const IntPoint<Int>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class Int>
int sign(const Int& x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

template <class Int>
int exact_orientation(const IntPoint<Int>& a, const IntPoint<Int>& b, const IntPoint<Int>& c,
                      const IntPoint<Int>& d) {
  return sign<Int>(dot(cross(minus(b, a), minus(c, a)), minus(d, a)));
}

template <class Int>
bool separates(const IntPoint<Int>& axis, const std::vector<IntPoint<Int>>& p,
               const std::vector<IntPoint<Int>>& q) {
  bool all_above = true, all_below = true;
  for (const auto& a : p)
    for (const auto& b : q) {
      const Int along = dot(axis, minus(a, b));
      all_above = all_above && along > 0;
      all_below = all_below && along < 0;
    }
  return all_above || all_below;
}

/// Do the convex hulls of p and q share a point?
template <class Int>
bool exact_hulls_intersect(const std::vector<IntPoint<Int>>& p, const std::vector<IntPoint<Int>>& q) {
  const IntPoint<Int> axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::vector<IntPoint<Int>> edges;
  for (const auto* hull : {&p, &q})
    for (size_t i = 0; i < hull->size(); ++i)
      for (size_t j = 0; j < i; ++j) edges.push_back(minus((*hull)[i], (*hull)[j]));
  for (const auto& axis : axes)  // a point
    if (separates<Int>(axis, p, q)) return false;
  for (const auto& e : edges) {  // a line: along it and across it
    if (separates<Int>(e, p, q)) return false;
    for (const auto& axis : axes)
      if (separates<Int>(cross(e, axis), p, q)) return false;
  }
  for (const auto& e : edges)
    for (const auto& f : edges) {  // a solid, and a plane with the sides of a polygon in it
      const IntPoint<Int> normal = cross(e, f);
      if (separates<Int>(normal, p, q)) return false;
      for (const auto& g : edges)
        if (separates<Int>(cross(normal, g), p, q)) return false;
    }
  return true;
}

}  // namespace lacuna::test
