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
  // Angles, not rotations: a key may turn by any number of turns.
  const Mat3 rotation = euler_rotation((1 - part) * k0.rotate_deg + part * k1.rotate_deg);
  RigidMotion motion = turn_about(keyframes.about.value_or(center), rotation);
  motion.translation += (1 - part) * k0.translate + part * k1.translate;
  return motion;
}

RigidMotion pose(const MeshSequence&, double, const Vec3&) { return {}; }

double elapsed_time(const Motion& motion, double time) {
  return std::clamp(time, motion.from, std::max(motion.from, motion.to)) - motion.from;
}

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

}  // namespace lacuna
