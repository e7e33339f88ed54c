// A value over time: one number or vector, or keys with straight lines between them.
#pragma once

#include "base/types.h"

#include <algorithm>
#include <vector>

namespace lacuna {

/// Before the first key and after the last the value is constant. There is at least one key wherever a curve
/// is evaluated.
template <class T>
struct Curve {
  struct Key {
    double time = 0;  ///< s
    T value{};
  };
  std::vector<Key> keys;  ///< rising times

  bool is_constant() const { return keys.size() < 2; }

  T at(double time) const {
    const auto after = std::upper_bound(keys.begin(), keys.end(), time,
                                        [](double t, const Key& key) { return t < key.time; });
    if (after == keys.begin()) return keys.front().value;
    if (after == keys.end()) return keys.back().value;
    const Key &k0 = *(after - 1), &k1 = *after;
    const double part = (time - k0.time) / (k1.time - k0.time);
    return (1 - part) * k0.value + part * k1.value;
  }

  /// The mean from t0 to t1, exact: over each straight piece it is the value in the middle.
  T mean(double t0, double t1) const {
    if (is_constant() || !(t1 > t0)) return at(t1);
    T sum = 0 * keys.front().value;
    double begin = t0;
    const auto add_up_to = [&](double end) {
      if (!(end > begin)) return;
      sum += ((end - begin) / (t1 - t0)) * at(0.5 * (begin + end));
      begin = end;
    };
    for (const Key& key : keys) add_up_to(std::min(key.time, t1));
    add_up_to(t1);
    return sum;
  }
};

}  // namespace lacuna
