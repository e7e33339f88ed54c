#include "geometry/round_wall.h"

namespace lacuna {

namespace {

// Relative width of the bracket at the end: the rest of the time is not worth the rounds.
constexpr double close_enough = 1e-6;
// Part of the way to the zero of a chord, which is the end itself where the room is linear: there rounding
// would decide.
constexpr double short_of_chord = 1 - 1e-9;
// The bracket shrinks quadratically; a bowl's kink in the second derivative costs a few rounds.
constexpr int most_rounds = 50;

struct Room {
  double value, slope;  // m, m per time
};

Room room_at(const RoundMotion& motion, double t) {
  const Vec3 u = motion.from_center + t * motion.from_center_dx;
  const Vec3 radial = radial_vector(motion.kind, motion.axis, u);
  const double length = radial.norm();
  const double growth = length > 0 ? radial.dot(motion.from_center_dx) / length : 0;
  return {motion.reach + t * motion.reach_dx - length, motion.reach_dx - growth};
}

}  // namespace

double time_within_reach(const RoundMotion& motion, double t_max) {
  double low = 0, high = t_max;
  Room at_low = room_at(motion, low), at_high = room_at(motion, high);
  if (at_high.value >= 0 && at_low.value >= 0) return t_max;
  if (!(at_low.value > 0)) return 0;
  // The room is concave: it lies above its chords, whose zeros therefore come too early, and below its
  // tangents, whose zeros come too late.
  for (int round = 0; round < most_rounds && high - low > close_enough * high; ++round) {
    const double chord =
        low + short_of_chord * (high - low) * (at_low.value / (at_low.value - at_high.value));
    const double tangent = high - at_high.value / at_high.slope;
    const Room at_chord = room_at(motion, chord);
    // Rounding decides so close to the wall. At 0.9 of the way a tenth of the room is left, by concavity.
    if (!(chord > low && at_chord.value > 0)) return low + 0.9 * (chord - low);
    low = chord;
    at_low = at_chord;
    if (!(tangent > low && tangent < high)) continue;
    const Room at_tangent = room_at(motion, tangent);
    if (at_tangent.value >= 0) return tangent;  // rounding
    high = tangent;
    at_high = at_tangent;
  }
  return low;
}

}  // namespace lacuna
