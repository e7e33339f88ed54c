// What continuous collision detection is compared with: the true distance along a path, and plain additive
// CCD as published.
#pragma once

#include "support/reference_distance.h"

#include <cstddef>

namespace lacuna::test {

/// A pair in linear motion, relative to its first vertex, in long double.
template <class Pair>
class Path {
 public:
  static constexpr int n = Pair::node_count;

  Path(const StencilOf<Pair>& x, const StencilOf<Pair>& dx)
      : x_(relative<long double>(x)), dx_(relative<long double>(dx)) {
    Triple<long double> mean;
    for (const auto& d : dx_) mean = mean + d;
    mean = (1.0L / n) * mean;
    long double side[2] = {0, 0};
    for (int i = 0; i < n; ++i) {
      x_max_ = std::max(x_max_, static_cast<double>(square_root(x_[i].norm2())));
      long double& most = side[i < Pair::first ? 0 : 1];
      most = std::max(most, square_root((dx_[i] - mean).norm2()));
    }
    speed_ = side[0] + side[1];
  }

  long double distance(long double t) const { return square_root(Pair::least2(at(t))); }
  /// The distance changes at most this fast: each side's points by the fastest of its vertices.
  long double speed() const { return speed_; }
  /// Lengths that enter a computation up to t_max; rounding errors are proportional to it.
  double extent(double t_max) const { return x_max_ + t_max * static_cast<double>(speed_); }

  /// Least distance on [0, time]. Intervals on which the distance cannot fall below `floor` are skipped;
  /// where that takes more than max_samples steps, samples are time / max_samples apart and the lowest is
  /// refined by golden sections.
  long double least(double time, long double floor, int max_samples) const {
    const long double shortest = static_cast<long double>(time) / max_samples;
    long double t = 0, least = distance(0), t_least = 0, width = 0;
    while (t < time && speed_ > 0) {
      const long double now = distance(t);
      if (now < least) least = now, t_least = t;
      const long double safe = (now - floor) / speed_;
      if (safe < shortest) width = shortest;
      t += std::max(safe, shortest);
    }
    const long double last = distance(time);
    if (last < least) least = last, t_least = time;
    if (width > 0) least = std::min(least, refined(t_least - width, t_least + width, time));
    return least;
  }

 private:
  std::array<Triple<long double>, n> at(long double t) const {
    std::array<Triple<long double>, n> y;
    for (int i = 0; i < n; ++i) y[i] = x_[i] + t * dx_[i];
    return y;
  }
  long double refined(long double low, long double high, long double time) const {
    constexpr long double golden = 0.381966011250105L;
    low = std::max(low, 0.0L), high = std::min(high, time);
    long double m0 = low + golden * (high - low), m1 = high - golden * (high - low);
    long double d0 = distance(m0), d1 = distance(m1), least = std::min(d0, d1);
    for (int i = 0; i < 24; ++i) {
      if (d0 < d1) {
        high = m1, m1 = m0, d1 = d0, m0 = low + golden * (high - low), d0 = distance(m0);
      } else {
        low = m0, m0 = m1, d0 = d1, m1 = high - golden * (high - low), d1 = distance(m1);
      }
      least = std::min({least, d0, d1});
    }
    return least;
  }

  std::array<Triple<long double>, n> x_, dx_;
  long double speed_ = 0;
  double x_max_ = 0;
};

struct PlainResult {
  double time;
  int rounds;
};

/// Additive CCD (Codimensional IPC, algorithm 1): advance by (1 - s) gap / speed until the gap falls below s
/// times its start; the last advance is withdrawn. Stops after max_rounds with the time reached.
template <class Pair>
PlainResult plain_additive_ccd(const Path<Pair>& path, double offset, double s, double t_max,
                               int max_rounds) {
  const auto gap_at = [&](long double t) { return path.distance(t) - offset; };
  long double gap = gap_at(0), t = 0;
  const long double kept = s * gap;
  if (!(gap > 0)) return {0, 1};
  if (!(path.speed() > 0)) return {t_max, 1};
  for (int round = 1; round <= max_rounds; ++round) {
    const long double advance = (1 - s) * gap / path.speed();
    if (t + advance > t_max) return {t_max, round};
    gap = gap_at(t + advance);
    if (t > 0 && gap < kept) return {static_cast<double>(t), round};
    t += advance;
  }
  return {static_cast<double>(t), max_rounds};
}

}  // namespace lacuna::test
