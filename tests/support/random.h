// Random numbers with a known seed: LACUNA_TEST_SEED, or a fixed one. Print it with every failure.
#pragma once

#include "base/types.h"

#include <cmath>
#include <cstdlib>
#include <random>

namespace lacuna::test {

inline std::uint64_t seed() {
  const char* text = std::getenv("LACUNA_TEST_SEED");
  return text ? std::strtoull(text, nullptr, 10) : 20240607;
}

class Random {
 public:
  /// Streams of different numbers are independent.
  explicit Random(std::uint64_t stream = 0) : engine_(seed() + 0x9e3779b97f4a7c15u * stream) {}

  double uniform(double low, double high) { return low + (high - low) * unit(); }
  /// 10^x, x uniform.
  double power_of_ten(double low, double high) { return std::pow(10.0, uniform(low, high)); }
  int below(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool chance(double probability) { return unit() < probability; }

  Vec3 in_box(double half_size = 1) {
    const double x = uniform(-half_size, half_size), y = uniform(-half_size, half_size);
    return {x, y, uniform(-half_size, half_size)};
  }
  Vec3 lattice(int half_size) {
    const double x = between(-half_size, half_size), y = between(-half_size, half_size);
    return {x, y, static_cast<double>(between(-half_size, half_size))};
  }
  Vec3 direction() {
    for (;;) {
      const Vec3 d = in_box();
      const double n = d.norm();
      if (n > 0.1 && n < 1) return d / n;
    }
  }
  /// A unit vector orthogonal to d; any one if d is zero.
  Vec3 orthogonal_to(const Vec3& d) {
    if (!(d.norm() > 0)) return direction();
    for (;;) {
      const Vec3 c = d.cross(direction());
      if (c.norm() > 0.1 * d.norm()) return c.normalized();
    }
  }
  Mat3 rotation() {
    const Vec3 x = direction(), y = orthogonal_to(x);
    Mat3 R;
    R << x, y, x.cross(y);
    return R;
  }

 private:
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  std::mt19937_64 engine_;
};

}  // namespace lacuna::test
