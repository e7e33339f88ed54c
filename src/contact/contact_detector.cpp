#include "contact/contact_detector.h"

#include "base/parallel.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lacuna {

namespace {

Index first_vertex(const Surface& surface, PairKind kind, const Pair& pair, size_t side) {
  const auto primitive = static_cast<size_t>(pair[side]);
  if (kind == PairKind::edge_edge || (side == 1 && kind == PairKind::vertex_edge))
    return surface.edges()[primitive][0];
  if (side == 1 && kind == PairKind::vertex_triangle) return surface.triangles()[primitive][0];
  return pair[side];
}

}  // namespace

ContactDetector::ContactDetector(const Surface& surface, Positions rest, std::span<const ContactPlane> planes,
                                 const DetectorSettings& settings, std::span<const ContactSphere> spheres)
    : surface_(surface),
      planes_(planes.begin(), planes.end()),
      spheres_(spheres.begin(), spheres.end()),
      dhat_(settings.dhat),
      candidates_(surface, settings.slack_of_dhat * settings.dhat),
      finder_(surface),
      contact_set_(surface, rest, settings.weights, settings.edge_pairs),
      intersection_check_(surface) {
  for (const ContactPlane& plane : planes_) normals_.push_back(plane.normal);
  for (const ContactSphere& sphere : spheres_) normals_.push_back(sphere.axis);
}

const std::vector<ContactStencil>& ContactDetector::find(Positions x) {
  if (found_revision_ == surface_.revision() && std::ranges::equal(x, found_at_))
    return contact_set_.stencils();
  found_revision_ = -1;
  contact_set_.build(of_surface(x), unsorted_pairs(x, dhat_), dhat_);
  contact_set_.add_planes(x, planes_, dhat_);
  contact_set_.add_spheres(x, spheres_, planes_.size(), dhat_);
  found_at_.assign(x.begin(), x.end());
  found_revision_ = surface_.revision();
  return contact_set_.stencils();
}

/// In an order that depends on where the candidates were searched.
const std::vector<Contact>& ContactDetector::unsorted_pairs(Positions x, const ContactRange& range) {
  const Positions surface_x = of_surface(x);
  return finder_.find(surface_x, candidates_.near(surface_x, range), range);
}

const std::vector<Contact>& ContactDetector::near_pairs(Positions x, const ContactRange& range) {
  near_pairs_ = unsorted_pairs(x, range);
  std::sort(near_pairs_.begin(), near_pairs_.end(), [](const Contact& a, const Contact& b) {
    return std::tie(a.kind, a.pair) < std::tie(b.kind, b.pair);
  });
  return near_pairs_;
}

MotionBound ContactDetector::bound(Positions x, Positions p, const MotionLimits& limits) {
  MotionBound bound{limits.t_max};
  bound_by_planes(x, p, limits, bound);
  bound_by_spheres(x, p, limits, bound);
  x = of_surface(x);
  p = of_surface(p);
  const double kept_gap = limits.kept_of_dhat * dhat_;
  const auto narrow = [&](const Candidates& candidates) {
    const StepBound found =
        bound_step(surface_, x, p, candidates,
                   {.gap_fraction = limits.gap_fraction, .kept_gap = kept_gap, .t_max = bound.time});
    if (!found.is_limited) return;
    bound = {found.time,
             {first_vertex(surface_, found.kind, found.pair, 0),
              first_vertex(surface_, found.kind, found.pair, 1)}};
  };
  // First the pairs that are close now: they usually limit the step so much that no others need be looked for
  // (IPC, section 4.6). Those not in the list are farther than its range, and cannot come within kept_gap
  // before that is used up.
  narrow(candidates_.near(x, dhat_));
  const double range = candidates_.guaranteed_range(x);
  if (2 * bound.time * largest_motion(p) <= range - kept_gap) return bound;
  end_.resize(x.size());
  parallel_for(count_of(x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    end_[v] = x[v] + bound.time * p[v];
  });
  narrow(candidates_.along(x, end_, kept_gap));
  return bound;
}

void ContactDetector::bound_by_planes(Positions x, Positions p, const MotionLimits& limits,
                                      MotionBound& bound) const {
  for (const ContactPlane& plane : planes_) {
    const auto o = static_cast<size_t>(plane.vertex);
    for (const Index i : surface_.moving_vertices()) {
      const auto v = static_cast<size_t>(i);
      if (surface_.is_kinematic(i)) continue;
      const double approach = -plane.normal.dot(p[v] - p[o]);
      if (!(approach > 0)) continue;
      const double gap = plane_gap(surface_, plane, x, i);
      if (const double time = (gap - kept(gap, limits)) / approach; time < bound.time)
        bound = {time, {i, plane.vertex}};
    }
  }
}

void ContactDetector::bound_by_spheres(Positions x, Positions p, const MotionLimits& limits,
                                       MotionBound& bound) const {
  for (const ContactSphere& sphere : spheres_) {
    const auto c = static_cast<size_t>(sphere.center), rim = static_cast<size_t>(sphere.rim);
    for (const Index i : surface_.moving_vertices()) {
      const auto v = static_cast<size_t>(i);
      if (surface_.is_kinematic(i)) continue;
      const RoundMotion motion = round_motion(sphere, i, {x[v], x[c], x[rim]}, {p[v], p[c], p[rim]}, limits);
      if (const double time = time_within_reach(motion, bound.time); time < bound.time)
        bound = {time, {i, sphere.center}};
    }
  }
}

/// Of a vertex, the centre and the rim.
RoundMotion ContactDetector::round_motion(const ContactSphere& sphere, Index vertex,
                                          const std::array<Vec3, 3>& x, const std::array<Vec3, 3>& dx,
                                          const MotionLimits& limits) const {
  RoundMotion motion{
      .kind = sphere.kind, .axis = sphere.axis, .from_center = x[0] - x[1], .from_center_dx = dx[0] - dx[1]};
  const double radius = sphere.grows() ? sphere.axis.dot(x[2] - x[1]) : sphere.radius;
  const double room = radius - 0.5 * surface_.offset_of(vertex);
  const double gap = room - radial_vector(sphere.kind, sphere.axis, motion.from_center).norm();
  motion.reach = room - kept(gap, limits);
  motion.reach_dx = sphere.grows() ? sphere.axis.dot(dx[2] - dx[1]) : 0;
  return motion;
}

MotionTests ContactDetector::motion_tests(Positions x, Positions p, const MotionLimits& limits) {
  add_walls(x, p, limits);
  x = of_surface(x);
  end_.resize(x.size());
  parallel_for(count_of(x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    end_[v] = x[v] + p[v];
  });
  return {candidates_.along(x, end_, limits.kept_of_dhat * dhat_), wall_pairs_};
}

/// Those that vertex and wall together may reach, however far each of them goes.
void ContactDetector::add_walls(Positions x, Positions p, const MotionLimits& limits) {
  wall_pairs_.clear();
  const auto length = [&](Index v) { return p[static_cast<size_t>(v)].norm(); };
  const auto add = [&](Index wall, double speed, auto&& gap_of) {
    for (const Index v : surface_.moving_vertices()) {
      if (surface_.is_kinematic(v)) continue;
      const double gap = gap_of(v);
      if (speed + length(v) > gap - kept(gap, limits)) wall_pairs_.push_back({v, wall});
    }
  };
  for (const ContactPlane& plane : planes_)
    add(static_cast<Index>(&plane - planes_.data()), length(plane.vertex),
        [&](Index v) { return plane_gap(surface_, plane, x, v); });
  for (const ContactSphere& sphere : spheres_)
    add(static_cast<Index>(planes_.size()) + static_cast<Index>(&sphere - spheres_.data()),
        2 * length(sphere.center) + length(sphere.rim),
        [&](Index v) { return sphere_gap(surface_, sphere, x, v); });
}

std::array<Index, 4> ContactDetector::wall_vertices(const WallPair& pair) const {
  const auto wall = static_cast<size_t>(pair.wall);
  if (wall < planes_.size()) return {pair.vertex, planes_[wall].vertex, -1, -1};
  const ContactSphere& sphere = spheres_[wall - planes_.size()];
  return {pair.vertex, sphere.center, sphere.rim, -1};
}

double ContactDetector::first_hit(const WallPair& pair, const StoppingMotion& motion, double from,
                                  const MotionLimits& limits) const {
  const std::array<Index, 4> v = wall_vertices(pair);
  if (v[2] < 0) {
    const Vec3& normal = planes_[static_cast<size_t>(pair.wall)].normal;
    return lacuna::first_hit(motion, std::array{v[0], v[1]}, from, [&](const auto& x, const auto& dx) {
      const double gap = normal.dot(x[0] - x[1]) - 0.5 * surface_.offset_of(pair.vertex);
      const double approach = -normal.dot(dx[0] - dx[1]);
      return approach > 0 ? (gap - kept(gap, limits)) / approach : 1;
    });
  }
  const ContactSphere& sphere = spheres_[static_cast<size_t>(pair.wall) - planes_.size()];
  return lacuna::first_hit(motion, std::array{v[0], v[1], v[2]}, from, [&](const auto& x, const auto& dx) {
    return time_within_reach(round_motion(sphere, pair.vertex, x, dx, limits), 1);
  });
}

double ContactDetector::largest_motion(Positions p) const {
  const std::vector<Index>& moving = surface_.moving_vertices();
  return std::sqrt(parallel_max(count_of(moving), 0, [&](Index i) {
    return p[static_cast<size_t>(moving[static_cast<size_t>(i)])].squaredNorm();
  }));
}

}  // namespace lacuna
