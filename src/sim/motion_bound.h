// What limits a motion of all vertices: a pair that comes too close, or an element.
#pragma once

#include "contact/contact_detector.h"
#include "sim/model.h"

#include <string>

namespace lacuna {

/// The largest step length along a direction: until a pair comes too close, or an element limits it.
struct DirectionBound : MotionBound {
  Index element = -1;
};

/// "contact of A and B", "inversion of A" or "strain limit of A" for a motion from x; "" if nothing limits
/// it.
std::string name_limit(const Model& model, const DirectionBound& bound, Positions x);

}  // namespace lacuna
