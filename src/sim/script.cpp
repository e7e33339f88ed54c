#include "sim/script.h"

#include "mesh/measures.h"
#include "mesh/transform.h"

#include <algorithm>
#include <cmath>

namespace lacuna {

namespace {

RigidMotion turn_about(const Vec3& center, const Mat3& rotation) {
  return {rotation, center - rotation * center};
}

RigidMotion pose(const Move& move, double elapsed, const Vec3&) {
  return {Mat3::Identity(), elapsed * move.velocity};
}

RigidMotion pose(const Spin& spin, double elapsed, const Vec3& center) {
  const double rate = spin.rate_deg.norm();
  if (rate == 0) return {};
  return turn_about(spin.about.value_or(center), axis_rotation(spin.rate_deg, rate * elapsed));
}

RigidMotion pose(const Keyframes& keyframes, double elapsed, const Vec3& center) {
  const auto& keys = keyframes.keys;
  const auto after = std::upper_bound(keys.begin(), keys.end(), elapsed,
                                      [](double t, const Keyframes::Key& key) { return t < key.time; });
  const auto& k1 = after == keys.end() ? keys.back() : *after;
  const auto& k0 = after == keys.begin() ? keys.front() : *(after - 1);
  const double span = k1.time - k0.time;
  const double part = span > 0 ? std::clamp((elapsed - k0.time) / span, 0.0, 1.0) : 0;
  // Interpolates angles, not rotations: a key may have any number of turns.
  const Mat3 rotation = euler_rotation((1 - part) * k0.rotate_deg + part * k1.rotate_deg);
  RigidMotion motion = turn_about(keyframes.about.value_or(center), rotation);
  motion.translation += (1 - part) * k0.translate + part * k1.translate;
  return motion;
}

RigidMotion pose(const MeshSequence&, double, const Vec3&) { return {}; }

double elapsed_time(const Motion& motion, double time) {
  return std::clamp(time, motion.from, std::max(motion.from, motion.to)) - motion.from;
}

// Times closer than this fraction of a step are the same: multiples of the step are rounded.
constexpr double same_time = 1e-6;

double turn_deg(const Spin& spin, double t0, double t1) { return spin.rate_deg.norm() * (t1 - t0); }

/// The sum of the angles about three axes is at least the rotation, and equals it where only one of them
/// changes.
double turn_deg(const Keyframes& keyframes, double t0, double t1) {
  const auto& keys = keyframes.keys;
  auto k1 = std::upper_bound(keys.begin(), keys.end(), t0,
                             [](double t, const Keyframes::Key& key) { return t < key.time; });
  if (k1 == keys.begin() && k1 != keys.end()) ++k1;
  double sum = 0;
  for (; k1 != keys.end() && (k1 - 1)->time < t1; ++k1) {
    const auto k0 = k1 - 1;
    const double overlap = std::min(t1, k1->time) - std::max(t0, k0->time);
    sum += overlap / (k1->time - k0->time) * (k1->rotate_deg - k0->rotate_deg).lpNorm<1>();
  }
  return sum;
}

double turn_deg(const Move&, double, double) { return 0; }
double turn_deg(const MeshSequence&, double, double) { return 0; }

void add_corners(const Keyframes& keyframes, double t0, double t1, size_t, std::vector<double>& times) {
  const auto& keys = keyframes.keys;
  auto key = std::upper_bound(keys.begin(), keys.end(), t0,
                              [](double t, const Keyframes::Key& k) { return t < k.time; });
  for (; key != keys.end() && key->time < t1; ++key) times.push_back(key->time);
}

void add_corners(const MeshSequence& sequence, double t0, double t1, size_t mesh_count,
                 std::vector<double>& times) {
  for (double k = std::floor(t0 * sequence.fps) + 1; k < static_cast<double>(mesh_count); ++k) {
    if (k / sequence.fps >= t1) return;
    times.push_back(k / sequence.fps);
  }
}

void add_corners(const Move&, double, double, size_t, std::vector<double>&) {}
void add_corners(const Spin&, double, double, size_t, std::vector<double>&) {}

}  // namespace

RigidMotion rigid_motion_at(const std::vector<Motion>& motions, double time, const Vec3& center) {
  RigidMotion total;
  for (const Motion& motion : motions) {
    const RigidMotion next = std::visit(
        [&](const auto& kind) { return pose(kind, elapsed_time(motion, time), center); }, motion.kind);
    total = {next.rotation * total.rotation, next.rotation * total.translation + next.translation};
  }
  return total;
}

void Script::targets(double time, std::span<Vec3> out) const {
  const RigidMotion motion = rigid_motion_at(motions, time, bounds(start).center());
  if (sequence.empty()) {
    for (size_t i = 0; i < start.size(); ++i) out[i] = is_moving() ? motion(start[i]) : start[i];
    return;
  }
  const auto follows = std::find_if(motions.begin(), motions.end(), [](const Motion& m) {
    return std::holds_alternative<MeshSequence>(m.kind);
  });
  const double frame = elapsed_time(*follows, time) * std::get<MeshSequence>(follows->kind).fps;
  const auto last = static_cast<double>(sequence.size() - 1);
  const double at = std::min(frame, last);
  const auto k = static_cast<size_t>(std::min(std::floor(at), std::max(0.0, last - 1)));
  const double part = at - static_cast<double>(k);
  const auto& before = sequence[k];
  const auto& after = sequence[std::min(k + 1, sequence.size() - 1)];
  for (size_t i = 0; i < start.size(); ++i) out[i] = motion((1 - part) * before[i] + part * after[i]);
}

double Script::turn_deg(double t0, double t1) const {
  double sum = 0;
  for (const Motion& motion : motions)
    sum += std::visit(
        [&](const auto& kind) {
          return lacuna::turn_deg(kind, elapsed_time(motion, t0), elapsed_time(motion, t1));
        },
        motion.kind);
  return sum;
}

void Script::add_corners(double t0, double t1, std::vector<double>& times) const {
  for (const Motion& motion : motions) {
    const size_t first = times.size();
    std::visit(
        [&](const auto& kind) {
          lacuna::add_corners(kind, elapsed_time(motion, t0), elapsed_time(motion, t1), sequence.size(),
                              times);
        },
        motion.kind);
    for (size_t i = first; i < times.size(); ++i) times[i] += motion.from;
    for (const double time : {motion.from, motion.to})
      if (time > t0 && time < t1) times.push_back(time);
  }
}

void find_way_points(std::span<const Script> scripts, double t0, double t1, std::vector<double>& times) {
  const double same = same_time * (t1 - t0);
  const auto follows = [&](const Script& script) {
    return script.is_moving() && script.is_active(0.5 * (t0 + t1));
  };
  times.clear();
  for (const Script& script : scripts)
    if (follows(script)) script.add_corners(t0 + same, t1 - same, times);
  std::sort(times.begin(), times.end());
  times.erase(
      std::unique(times.begin(), times.end(), [&](double kept, double next) { return next - kept <= same; }),
      times.end());
  times.push_back(t1);
  const size_t corner_count = times.size();
  for (size_t i = 0; i < corner_count; ++i) {
    const double begin = i == 0 ? t0 : times[i - 1], end = times[i];
    double turn = 0;
    for (const Script& script : scripts)
      if (follows(script)) turn = std::max(turn, script.turn_deg(begin, end));
    const double legs = std::ceil(turn / largest_leg_deg - same_time);
    for (double k = 1; k < legs; ++k) times.push_back(begin + (end - begin) * (k / legs));
  }
  std::sort(times.begin(), times.end());
}

}  // namespace lacuna
