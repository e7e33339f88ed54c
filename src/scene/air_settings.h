// The air around all objects, and its wind.
#pragma once

#include "base/types.h"

namespace lacuna {

struct AirSettings {
  double density = 0;        ///< kg/m^3; 0: no air
  Vec3 wind{0, 0, 0};        ///< m/s
  double normal = 1.3;       ///< drag coefficient across a surface: that of a flat plate
  double tangential = 0.05;  ///< along it
  double rate = 0;           ///< 1/s: linear drag of all deformable objects, whatever the density
};

}  // namespace lacuna
