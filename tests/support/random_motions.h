// Random motions of contact pairs, most of them hard for collision detection: sliding at a tiny gap,
// spinning, fast, nearly pure translation, stretching, grazing, exactly head-on.
#pragma once

#include "support/random_stencils.h"

namespace lacuna::test {

template <class Pair>
struct RandomMotion {
  StencilOf<Pair> x, dx;
  const char* family;
};

/// Two primitives of size about 1 whose closest points are `distance` apart along the unit vector `normal`
/// (from second to first); slivers only nearly so.
template <class Pair>
StencilOf<Pair> stencil_at_distance(Random& random, double distance, Vec3& normal) {
  const auto parameter = [&] { return random.chance(0.2) ? double(random.below(2)) : random.uniform(0, 1); };
  const Vec3 q = random.in_box();  // the second primitive's closest point
  if constexpr (std::is_same_v<Pair, PointPointPair>) {
    normal = random.direction();
    return {q + distance * normal, q};
  } else if constexpr (std::is_same_v<Pair, PointEdgePair>) {
    const Vec3 e = random.in_box();
    normal = random.orthogonal_to(e);
    const Vec3 a = q - parameter() * e;
    return {q + distance * normal, a, a + e};
  } else if constexpr (std::is_same_v<Pair, EdgeEdgePair>) {
    const Vec3 u = random.in_box();
    const int shape = random.below(4);
    Vec3 v = random.in_box();
    if (shape == 0) v = random.uniform(-2, 2) * u;
    if (shape == 1) v = random.uniform(-2, 2) * u + random.power_of_ten(-10, -1) * random.orthogonal_to(u);
    const Vec3 n = u.cross(v);
    normal = shape == 0 || !(n.norm() > 0) ? random.orthogonal_to(u) : n.normalized();
    if (random.chance(0.5)) normal = -normal;
    const Vec3 a = q + distance * normal - parameter() * u, b = q - parameter() * v;
    return {a, a + u, b, b + v};
  } else {
    const Vec3 e = random.in_box();
    Vec3 f = random.in_box();
    if (random.chance(0.2))
      f = random.uniform(0, 1) * e + random.power_of_ten(-8, -1) * random.orthogonal_to(e);
    normal = e.cross(f).normalized();
    if (random.chance(0.5)) normal = -normal;
    double s = parameter(), t = parameter();
    if (s + t > 1) s = 1 - s, t = 1 - t;
    const Vec3 a = q - s * e - t * f;
    return {q + distance * normal, a, a + e, a + f};
  }
}

template <class Pair>
RandomMotion<Pair> random_motion(Random& random, double distance) {
  constexpr int n = Pair::node_count;
  RandomMotion<Pair> m{};
  Vec3 normal;
  m.x = stencil_at_distance<Pair>(random, distance, normal);
  m.dx.fill(Vec3::Zero());
  const double speed = random.power_of_ten(-3, 3);
  const Vec3 tangent = random.orthogonal_to(normal);
  const auto move_first = [&](const Vec3& d) {
    for (int i = 0; i < Pair::first; ++i) m.dx[i] += d;
  };
  const auto spin = [&](int begin, int end) {
    Vec3 center = Vec3::Zero();
    for (int i = begin; i < end; ++i) center += m.x[i] / (end - begin);
    const Vec3 axes[] = {normal, tangent, (m.x[end - 1] - m.x[begin]).normalized(), random.direction()};
    const Vec3 axis = speed * axes[random.below(4)];
    for (int i = begin; i < end; ++i)
      if (end - begin > 1) m.dx[i] += axis.cross(m.x[i] - center);
  };
  switch (random.below(10)) {
    case 0:
      m.family = "random";
      for (Vec3& d : m.dx) d = speed * random.in_box();
      break;
    case 1:
      m.family = "head-on";
      move_first(-speed * normal);
      break;
    case 2:
      m.family = "sliding";
      move_first(speed * tangent);
      break;
    case 3:
      m.family = "spinning";
      spin(0, Pair::first);
      spin(Pair::first, n);
      break;
    case 4:
      m.family = "translation of both";
      for (Vec3& d : m.dx) d = 1000 * tangent + random.power_of_ten(-6, 0) * random.in_box();
      break;
    case 5:
      m.family = "diverging";
      move_first(speed * normal + random.uniform(0, 1) * speed * tangent);
      break;
    case 6:
      m.family = "passing through";
      move_first(-random.uniform(0.5, 3) * (distance + random.power_of_ten(-3, 0)) * normal +
                 random.uniform(0, 1) * tangent);
      break;
    case 7:
      m.family = "grazing";
      move_first(-random.uniform(0.5, 1.5) * distance * normal + speed * tangent);
      break;
    case 8:
      m.family = "stretching";
      for (int i = 0; i < n; ++i) m.dx[i] = speed * (m.x[i] - m.x[i < Pair::first ? 0 : Pair::first]);
      move_first(-random.uniform(0, 2) * distance * normal);
      break;
    default:
      m.family = "resting";
  }
  if (random.chance(0.2)) {
    const Vec3 offset = 1000 * random.lattice(1);
    for (Vec3& v : m.x) v += offset;
  }
  return m;
}

}  // namespace lacuna::test
