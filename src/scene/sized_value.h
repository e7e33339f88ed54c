// Lengths and speeds that a scene gives in SI units or as multiples of its size.
#pragma once

namespace lacuna {

/// A number, or one to be multiplied by the size of the scene: the diagonal of the box around the rest
/// positions of everything that deforms, in metres (IPC's convention).
struct SizedValue {
  double value = 0;
  bool is_relative = false;
};

}  // namespace lacuna
