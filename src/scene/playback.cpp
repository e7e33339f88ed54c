#include "scene/playback.h"

#include <cmath>
#include <limits>

namespace lacuna {

namespace {

// Below this change of the speed, a second term of a series is exact to the last digit.
constexpr double small_change = 1e-8;

/// A stretch of time in which the speed changes at a constant rate.
struct Stretch {
  double length;  // s, may be infinite
  double speed;   // at the beginning
  double rate;    // 1/s: change of the speed

  /// log(1 + rate t / speed) / rate, which is t / speed without change.
  double video_time(double t) const {
    if (rate == 0) return t / speed;
    const double x = rate * t / speed;
    return std::abs(x) < small_change ? t / speed * (1 - 0.5 * x) : std::log1p(x) / rate;
  }
  /// The inverse.
  double time(double video) const {
    if (rate == 0) return speed * video;
    const double x = rate * video;
    return speed * video * (std::abs(x) < small_change ? 1 + 0.5 * x : std::expm1(x) / x);
  }
};

/// visit(stretch) for the stretches after a time, until it returns false.
template <class Visit>
void for_each_stretch(const Curve<double>& speed, double begin, Visit&& visit) {
  const auto& keys = speed.keys;
  for (size_t k = 0; k < keys.size(); ++k) {
    if (!(keys[k].time > begin)) continue;
    const bool is_constant = k == 0 || keys[k - 1].value == keys[k].value;
    const double v1 = keys[k].value, v0 = is_constant ? v1 : speed.at(begin), length = keys[k].time - begin;
    if (!visit(Stretch{length, v0, (v1 - v0) / length})) return;
    begin = keys[k].time;
  }
  visit(Stretch{std::numeric_limits<double>::infinity(), keys.back().value, 0});
}

}  // namespace

double Playback::video_time(double time) const {
  if (is_real_time()) return time;
  double sum = 0, left = time;
  for_each_stretch(speed, 0, [&](const Stretch& stretch) {
    sum += stretch.video_time(std::min(left, stretch.length));
    left -= stretch.length;
    return left > 0;
  });
  return sum;
}

double Playback::time_passed(double from, double video) const {
  if (is_real_time()) return video;
  double sum = 0, left = video;
  for_each_stretch(speed, from, [&](const Stretch& stretch) {
    const double whole = stretch.video_time(stretch.length);
    sum += left < whole ? stretch.time(left) : stretch.length;
    left -= whole;
    return left > 0;
  });
  return sum;
}

}  // namespace lacuna
