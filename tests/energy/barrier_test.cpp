#include "energy/barrier.h"

#include "support/random.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

using Long = long double;

Long reference(Long s, Long S) { return s < S ? -(s - S) * (s - S) * std::log(s / S) : 0; }

/// From the definition, differentiated by hand, in 64 bits of mantissa.
Long reference_first(Long s, Long S) { return -2 * (s - S) * std::log(s / S) - (s - S) * (s - S) / s; }

TEST(LogBarrier, HasTheDerivativesThatDifferencesGive) {
  Random random(1);
  for (int i = 0; i < 10000; ++i) {
    const double S = random.power_of_ten(-12, 2), s = S * random.uniform(0.01, 0.99);
    const LogBarrier b = LogBarrier::at(s, S);
    EXPECT_NEAR(b.value, static_cast<double>(reference(s, S)), 1e-14 * S * S);
    // Steps of 1e-6 s: truncation below 1e-11, rounding 1e-19 / 1e-6, of derivatives that grow like 1/s.
    const Long step = 1e-6L * s;
    const Long first = (reference(s + step, S) - reference(s - step, S)) / (2 * step);
    const Long second = (reference_first(s + step, S) - reference_first(s - step, S)) / (2 * step);
    EXPECT_NEAR(b.first, static_cast<double>(first), 1e-9 * S * S / s);
    EXPECT_NEAR(b.second, static_cast<double>(second), 1e-9 * S * S / (s * s));
  }
}

TEST(LogBarrier, KeepsItsDigitsFromTinyGapsToTheActivation) {
  Random random(2);
  for (int i = 0; i < 100000; ++i) {
    const double S = random.power_of_ten(-12, 2);
    const double part = random.chance(0.5) ? random.power_of_ten(-18, 0) : 1 - random.power_of_ten(-9, 0);
    const double s = S * part;
    if (!(s > 0 && s < S)) continue;
    const LogBarrier b = LogBarrier::at(s, S);
    // s - S is exact in long double; the logarithm next to 1 is taken as log1p there too.
    const Long gap = Long(s) - Long(S),
               log = s < 0.5 * S ? std::log(Long(s) / Long(S)) : std::log1p(gap / Long(S));
    const Long value = -gap * gap * log, first = -2 * gap * log - gap * gap / s;
    EXPECT_NEAR(b.value / static_cast<double>(value), 1, 1e-14);
    EXPECT_NEAR(b.first / static_cast<double>(first), 1, 1e-14);
    EXPECT_NEAR(b.second / static_cast<double>(-2 * log - 4 * gap / s + gap * gap / s / s), 1, 1e-14);
  }
}

TEST(LogBarrier, StartsLikeACubicAtTheActivation) {
  // L = y + y^2/2 + ..., so b = S^2 y^3 (1 + y/2), b' = -3 S y^2 (1 + 2y/3), b'' = 6 y (1 + y), to O(y^2).
  for (double y : {1e-4, 1e-6, 1e-8}) {
    const double S = 4, s = S * (1 - y), exact_y = (S - s) / S;
    const LogBarrier b = LogBarrier::at(s, S);
    EXPECT_NEAR(b.value / (S * S * exact_y * exact_y * exact_y * (1 + exact_y / 2)), 1, 2 * y * y + 1e-15);
    EXPECT_NEAR(b.first / (-3 * S * exact_y * exact_y * (1 + 2 * exact_y / 3)), 1, 2 * y * y + 1e-15);
    EXPECT_NEAR(b.second / (6 * exact_y * (1 + exact_y)), 1, 2 * y * y + 1e-15);
  }
}

TEST(LogBarrier, FallsTowardsTheActivationAndIsConvex) {
  double last = std::numeric_limits<double>::infinity(), last_first = -last;
  for (double s = 1e-300; s < 1; s = s < 1e-3 ? s * 1.5 : s + 1e-3) {
    const LogBarrier b = LogBarrier::at(s, 1);
    EXPECT_LT(b.value, last);
    EXPECT_GE(b.first, last_first);
    EXPECT_GT(b.value, 0);
    EXPECT_LT(b.first, 0);
    EXPECT_GT(b.second, 0);
    last = b.value, last_first = b.first;
  }
}

TEST(LogBarrier, IsZeroBeyondAndInfiniteAtNoGap) {
  for (double s : {1.0, 1.5, 1e300}) {
    const LogBarrier b = LogBarrier::at(s, 1);
    EXPECT_EQ(b.value, 0);
    EXPECT_EQ(b.first, 0);
    EXPECT_EQ(b.second, 0);
  }
  for (double s : {0.0, -1e-300, -1.0}) EXPECT_EQ(LogBarrier::at(s, 1).value, INFINITY);
}

TEST(LogBarrier, BeginsAtTheOffsetPlusDhat) {
  const double offset = 1e-3, dhat = 1e-4;
  EXPECT_NEAR(LogBarrier::activation(offset, dhat), (offset + dhat) * (offset + dhat) - offset * offset,
              1e-21);
}

}  // namespace
}  // namespace lacuna::test
