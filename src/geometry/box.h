// Boxes for the broad phase: single precision, rounded outwards, so that no pair is lost to rounding.
// Box4 is one box in two registers; Box8 is eight boxes tested at once.
#pragma once

#include "base/types.h"

#include <bit>
#include <cmath>
#include <limits>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace lacuna {

using Float4 = float __attribute__((vector_size(16)));

struct Box4 {
  Float4 min, max;  ///< x, y, z and an unused lane

  static Box4 empty() {
    constexpr float inf = std::numeric_limits<float>::infinity();
    return {Float4{inf, inf, inf, inf}, Float4{-inf, -inf, -inf, -inf}};
  }
  Box4 united(const Box4& other) const {
    return {min < other.min ? min : other.min, max > other.max ? max : other.max};
  }
};

/// The box around a point (given relative to some origin), grown by radius. Always finite, so that it never
/// overlaps an empty box: a coordinate that is NaN or too large for a float extends it to the largest finite
/// value.
inline Box4 box_around(const Vec3& x, double radius) {
  const auto down = [](double value) {
    constexpr float lowest = std::numeric_limits<float>::lowest();
    const auto f = static_cast<float>(value);
    const float below = f - (std::abs(f) * 0x1p-23F + std::numeric_limits<float>::min());
    return below >= lowest ? below : lowest;
  };
  const auto up = [&](double value) { return -down(-value); };
  return {Float4{down(x[0] - radius), down(x[1] - radius), down(x[2] - radius), 0},
          Float4{up(x[0] + radius), up(x[1] + radius), up(x[2] + radius), 0}};
}

/// A box that is not empty, grown by a radius to all sides, rounded outwards and finite as above.
inline Box4 grown(const Box4& box, float radius) {
  constexpr float lowest = std::numeric_limits<float>::lowest(), least = std::numeric_limits<float>::min();
  const auto down = [](Float4 value) {
    const Float4 size = value < 0 ? -value : value;
    const Float4 below = value - (size * 0x1p-23F + least);
    return below >= lowest ? below : Float4{lowest, lowest, lowest, lowest};
  };
  return {down(box.min - radius), -down(-box.max - radius)};
}

struct alignas(32) Box8 {
  float min[3][8], max[3][8];

  void set(int lane, const Box4& box) {
    for (int k = 0; k < 3; ++k) {
      min[k][lane] = box.min[k];
      max[k][lane] = box.max[k];
    }
  }
  Box4 get(int lane) const {
    return {Float4{min[0][lane], min[1][lane], min[2][lane], 0},
            Float4{max[0][lane], max[1][lane], max[2][lane], 0}};
  }
  Box4 united() const {
    Box4 box = get(0);
    for (int lane = 1; lane < 8; ++lane) box = box.united(get(lane));
    return box;
  }
};

/// A set of lanes, one bit each.
using Lanes = unsigned;

/// The lanes of `boxes` whose box overlaps `box` (touching included).
inline Lanes overlapping(const Box8& boxes, const Box4& box) {
#ifdef __AVX2__
  __m256 hit = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
  for (int k = 0; k < 3; ++k) {
    const __m256 below = _mm256_cmp_ps(_mm256_load_ps(boxes.min[k]), _mm256_set1_ps(box.max[k]), _CMP_LE_OQ);
    const __m256 above = _mm256_cmp_ps(_mm256_load_ps(boxes.max[k]), _mm256_set1_ps(box.min[k]), _CMP_GE_OQ);
    hit = _mm256_and_ps(hit, _mm256_and_ps(below, above));
  }
  return static_cast<Lanes>(_mm256_movemask_ps(hit));
#else
  Lanes lanes = 0;
  for (int lane = 0; lane < 8; ++lane) {
    bool hit = true;
    for (int k = 0; k < 3; ++k)
      hit = hit && boxes.min[k][lane] <= box.max[k] && boxes.max[k][lane] >= box.min[k];
    lanes |= static_cast<Lanes>(hit) << lane;
  }
  return lanes;
#endif
}

/// Eight numbers side by side, and the lanes that equal a value.
struct alignas(32) Index8 {
  Index value[8];

  Lanes equal_to(Index wanted) const {
#ifdef __AVX2__
    const __m256i all = _mm256_load_si256(reinterpret_cast<const __m256i*>(value));
    return static_cast<Lanes>(
        _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(all, _mm256_set1_epi32(wanted)))));
#else
    Lanes lanes = 0;
    for (int lane = 0; lane < 8; ++lane) lanes |= static_cast<Lanes>(value[lane] == wanted) << lane;
    return lanes;
#endif
  }
};

/// body(lane) for each lane of the set, in ascending order.
template <class Body>
void for_each_lane(Lanes lanes, Body&& body) {
  for (; lanes; lanes &= lanes - 1) body(std::countr_zero(lanes));
}

}  // namespace lacuna
