// Order along a Hilbert curve: points close in the order are close in the plane.
#pragma once

#include <cstdint>
#include <utility>

namespace lacuna {

/// Index of a cell along the Hilbert curve of a 2^16 x 2^16 square (the classical bitwise construction).
inline std::uint64_t hilbert_place(std::uint64_t x, std::uint64_t y) {
  constexpr std::uint64_t side = 1 << 16;
  std::uint64_t place = 0;
  for (std::uint64_t s = side / 2; s > 0; s /= 2) {
    const std::uint64_t right = (x & s) != 0, upper = (y & s) != 0;
    place += s * s * ((3 * right) ^ upper);
    if (upper == 0) {
      if (right == 1) {
        x = side - 1 - x;
        y = side - 1 - y;
      }
      std::swap(x, y);
    }
  }
  return place;
}

}  // namespace lacuna
