#include "scene/playback.h"

#include <cmath>
#include <limits>

namespace lacuna {

namespace {

/// A stretch of time in which the speed changes at a constant rate.
struct Stretch {
  double begin, end;  // s
  double speed;       // at the beginning
  double rate;        // 1/s: change of the speed

  /// log(1 + rate t / speed) / rate, which is t / speed without change.
  double video_time(double time) const {
    const double t = time - begin;
    if (rate == 0) return t / speed;  // the last stretch has no end
    const double x = rate * t / speed;
    return std::abs(x) < 1e-8 ? t / speed * (1 - 0.5 * x) : std::log1p(x) / rate;
  }
  double time_after(double video_time) const {
    const double x = rate * video_time;
    return begin + speed * video_time * (std::abs(x) < 1e-8 ? 1 + 0.5 * x : std::expm1(x) / x);
  }
};

/// visit(stretch) from time 0 on, until it returns false.
template <class Visit>
void for_each_stretch(const Curve<double>& speed, Visit&& visit) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto& keys = speed.keys;
  double begin = 0;
  for (size_t k = 0; k < keys.size(); ++k) {
    if (!(keys[k].time > begin)) continue;
    const double v0 = speed.at(begin), v1 = keys[k].value;
    if (!visit(Stretch{begin, keys[k].time, v0, (v1 - v0) / (keys[k].time - begin)})) return;
    begin = keys[k].time;
  }
  visit(Stretch{begin, infinity, speed.at(begin), 0});
}

}  // namespace

double Playback::video_time(double time) const {
  if (is_real_time()) return time;
  double sum = 0;
  for_each_stretch(speed, [&](const Stretch& stretch) {
    sum += stretch.video_time(std::min(time, stretch.end));
    return time > stretch.end;
  });
  return sum;
}

double Playback::time_at(double video_time) const {
  if (is_real_time()) return video_time;
  double left = video_time, time = 0;
  for_each_stretch(speed, [&](const Stretch& stretch) {
    const double whole = stretch.video_time(stretch.end);
    time = left < whole ? stretch.time_after(left) : stretch.end;
    left -= whole;
    return left >= 0;
  });
  return time;
}

}  // namespace lacuna
