// The contact model that all solvers share: the range of contact, and friction. How contact forces are
// computed, by a barrier or otherwise, depends on the solver.
#pragma once

#include "scene/place.h"
#include "scene/sized_value.h"

namespace lacuna {

struct ContactSettings {
  bool is_enabled = true;
  SizedValue dhat{1e-3, true};  ///< m
  Place dhat_place;             ///< where dhat was written, for messages; without a file if it was not
  double friction = 0;          ///< of objects and half-spaces without a coefficient of their own
  SizedValue epsv{1e-3, true};  ///< m/s
};

}  // namespace lacuna
