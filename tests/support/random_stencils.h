// Random stencils of contact pairs, most of them adversarial: exactly and nearly degenerate shapes, closest
// points on the border of a region, tiny gaps, integer lattices with their ties, large offsets, all scales.
// Size is about 1 before scaling.
#pragma once

#include "support/random.h"
#include "support/reference_distance.h"

#include <algorithm>
#include <string>

namespace lacuna::test {

template <size_t n>
struct Stencil {
  std::array<Vec3, n> x;
  std::string family;
};

struct Shape {
  std::array<Vec3, 3> x;
  const char* name;
};

/// A triangle; its first two vertices also serve as an edge.
inline Shape random_triangle(Random& random) {
  const Vec3 a = random.in_box(), b = random.in_box();
  const double thin = random.power_of_ten(-12, -3);
  switch (random.below(10)) {
    case 0:
      return {{random.lattice(2), random.lattice(2), random.lattice(2)}, "lattice"};
    case 1: {  // products of integers: exactly collinear
      const Vec3 origin = random.lattice(2), step = random.lattice(1);
      return {{origin + random.between(-3, 3) * step, origin + random.between(-3, 3) * step,
               origin + random.between(-3, 3) * step},
              "collinear"};
    }
    case 2:
      return {{a, a, a}, "collapsed to a point"};
    case 3:
      return {random.chance(0.5) ? std::array{a, a, b} : std::array{a, b, b}, "collapsed to an edge"};
    case 4:
      return {{a, b, b + thin * random.direction()}, "needle"};
    case 5:
      return {{a, b, a + random.uniform(0, 1) * (b - a) + thin * random.orthogonal_to(b - a)}, "cap"};
    case 6:
      return {{a, b, a + random.uniform(1, 3) * (b - a) + random.power_of_ten(-3, 0) * random.in_box()},
              "obtuse"};
    case 7: {  // three points on the integer multiples of one irrational step, up to rounding
      const Vec3 step = 0.3 * random.in_box();
      return {{a, a + random.between(-3, 3) * step, a + random.between(-3, 3) * step},
              "collinear but for rounding"};
    }
    default:
      return {{a, b, random.in_box()}, "random"};
  }
}

/// Some point of the closed triangle, often on an edge or a vertex.
inline Vec3 point_of_triangle(Random& random, const std::array<Vec3, 3>& t) {
  switch (random.below(4)) {
    case 0:
      return t[random.below(3)];
    case 1: {
      const int k = random.below(3);
      return t[k] + random.uniform(0, 1) * (t[(k + 1) % 3] - t[k]);
    }
    default: {
      double u = random.uniform(0, 1), v = random.uniform(0, 1);
      if (u + v > 1) u = 1 - u, v = 1 - v;
      return t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
    }
  }
}

/// Random scale (a power of two half of the time, which keeps exact degeneracies) and offset.
template <size_t n>
std::string place(Random& random, std::array<Vec3, n>& x) {
  std::string name;
  const int choice = random.below(4);
  if (choice < 2) {
    const double scale = choice == 0 ? std::ldexp(1.0, random.between(-20, 20)) : random.power_of_ten(-6, 6);
    for (Vec3& v : x) v *= scale;
    name = ", scaled";
  }
  if (random.chance(0.25)) {
    const Vec3 offset = 1000 * random.lattice(1);
    for (Vec3& v : x) v += offset;
    name += ", far from the origin";
  }
  return name;
}

inline Stencil<4> random_point_triangle(Random& random) {
  Shape t = random_triangle(random);
  for (int k = 2; k > 0; --k) std::swap(t.x[k], t.x[random.below(k + 1)]);
  const Vec3 e = t.x[1] - t.x[0], n = e.cross(t.x[2] - t.x[0]), m = e.cross(n);
  const double gap = random.power_of_ten(-10, 0);
  Vec3 p;
  std::string name;
  switch (random.below(7)) {
    case 0:
      p = random.in_box(), name = "random point";
      break;
    case 1:
      p = random.lattice(2), name = "lattice point";
      break;
    case 2:  // exact for lattice triangles: on the border between an edge's and a vertex's region
      p = t.x[0] + random.between(-2, 2) * n + random.between(-2, 2) * m, name = "above a border line";
      break;
    case 3:
      p = point_of_triangle(random, t.x), name = "touching";
      break;
    case 4:
      p = point_of_triangle(random, t.x) + gap * random.direction(), name = "tiny gap, any direction";
      break;
    case 5:
      p = point_of_triangle(random, t.x) + gap * random.orthogonal_to(e), name = "tiny gap, across an edge";
      break;
    default: {
      const double length = n.norm();
      p = point_of_triangle(random, t.x) + (length > 0 ? Vec3(gap / length * n) : Vec3(0, 0, gap));
      name = "tiny gap, along the normal";
    }
  }
  Stencil<4> s{{p, t.x[0], t.x[1], t.x[2]}, {}};
  const std::string placed = place(random, s.x);
  s.family = std::string(t.name) + " triangle, " + name + placed;
  return s;
}

inline Stencil<3> random_point_edge(Random& random) {
  const Stencil<4> s = random_point_triangle(random);
  return {{s.x[0], s.x[1], s.x[2]}, s.family};
}

inline Stencil<2> random_point_point(Random& random) {
  const Stencil<4> s = random_point_triangle(random);
  return {{s.x[0], s.x[1]}, s.family};
}

inline Stencil<4> random_edge_edge(Random& random) {
  const Vec3 a = random.in_box();
  Vec3 u = random.in_box(), v = random.in_box();
  std::string name = "random edges";
  bool is_lattice = false;
  switch (random.below(9)) {
    case 0:
      is_lattice = true, u = random.lattice(2), v = random.lattice(2), name = "lattice edges";
      break;
    case 1:
      is_lattice = true, u = random.lattice(1), name = "parallel edges";
      v = random.between(-3, 3) * u, u = random.between(-3, 3) * u;
      break;
    case 2:
      v = random.between(-4, 4) / 2.0 * u, name = "parallel but for rounding";
      break;
    case 3:
      v = random.uniform(-2, 2) * u + random.power_of_ten(-14, -2) * random.orthogonal_to(u);
      name = "nearly parallel edges";
      break;
    case 4:
      (random.chance(0.5) ? u : v) = Vec3::Zero(), name = "one zero-length edge";
      break;
    case 5:
      u = v = Vec3::Zero(), name = "two zero-length edges";
      break;
    case 6:
      v *= random.power_of_ten(-12, -1), name = "long and short edge";
      break;
    case 7:  // planes of the lattice: coplanar exactly
      is_lattice = true, u = random.lattice(2), v = random.lattice(2), u[0] = v[0] = 0;
      name = "coplanar edges";
      break;
    default:
      break;
  }
  // b's point at t is placed at a gap from a's point at s.
  const double parameters[] = {0, 1, 0.5, random.uniform(0, 1), random.uniform(-1, 2)};
  const double s = parameters[random.below(5)], t = parameters[random.below(5)];
  const double gap = random.power_of_ten(-10, 0);
  Vec3 from_a_to_b = Vec3::Zero();
  const Vec3 n = u.cross(v);
  switch (random.below(5)) {
    case 0:
      name += ", meeting";
      break;
    case 1:
      from_a_to_b = gap * random.direction(), name += ", tiny gap in any direction";
      break;
    case 2:
      from_a_to_b = random.lattice(2), name += ", lattice gap";
      break;
    default:
      from_a_to_b = n.norm() > 0   ? Vec3(gap / n.norm() * n)
                    : u.norm() > 0 ? Vec3(gap * random.orthogonal_to(u))
                                   : Vec3(0, 0, gap);
      name += ", tiny gap along the common normal";
  }
  const Vec3 a0 = is_lattice ? random.lattice(2) : a;
  const Vec3 b0 = a0 + s * u - t * v + from_a_to_b;
  Stencil<4> stencil{{a0, a0 + u, b0, b0 + v}, {}};
  if (random.chance(0.5)) {
    std::swap(stencil.x[0], stencil.x[2]);
    std::swap(stencil.x[1], stencil.x[3]);
  }
  stencil.family = name + place(random, stencil.x);
  return stencil;
}

template <class Pair>
Stencil<Pair::node_count> random_stencil(Random& random) {
  if constexpr (std::is_same_v<Pair, PointPointPair>) return random_point_point(random);
  if constexpr (std::is_same_v<Pair, PointEdgePair>) return random_point_edge(random);
  if constexpr (std::is_same_v<Pair, PointTrianglePair>) return random_point_triangle(random);
  if constexpr (std::is_same_v<Pair, EdgeEdgePair>) return random_edge_edge(random);
}

/// All digits, to paste into a test.
template <size_t n>
std::string digits_of(const std::array<Vec3, n>& x) {
  std::string text;
  for (const Vec3& v : x) {
    char line[128];
    std::snprintf(line, sizeof line, "{%.17g, %.17g, %.17g} ", v[0], v[1], v[2]);
    text += line;
  }
  return text;
}

}  // namespace lacuna::test
