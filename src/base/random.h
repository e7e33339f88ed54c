// Random numbers that are the same on every platform: std::mt19937_64 is specified to the bit, the standard
// distributions are not.
#pragma once

#include <cstdint>
#include <random>

namespace lacuna {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// In [0, 1), 53 random bits.
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

  /// In [lower, upper).
  double uniform(double lower, double upper) { return lower + (upper - lower) * uniform(); }

  /// In [0, count); the bias of the remainder is below 2^-32 for the counts that occur here.
  std::uint64_t below(std::uint64_t count) { return engine_() % count; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace lacuna
