// Report of one iteration of a solver's outer loop: a line of iterations.jsonl.
#pragma once

#include "base/types.h"
#include "base/words.h"

#include <cstdint>
#include <string>

namespace lacuna {

enum class DirectionKind : std::uint8_t {
  newton,    ///< solves the linear system
  gradient,  ///< steepest descent, where there is no Newton direction or it makes no progress
};
template <>
inline constexpr auto words<DirectionKind> =
    make_words<DirectionKind>({{"newton", DirectionKind::newton}, {"gradient", DirectionKind::gradient}});

struct IterationReport {
  Index step = 0, friction_pass = 0, iteration = 0;  ///< all from 1, the last counted through the step
  DirectionKind direction = DirectionKind::newton;
  double residual = 0;       ///< m/s, of the direction, in the measure of the termination rule
  double bound = 1;          ///< largest safe step length; 1 is the whole direction
  double part = 0;           ///< step length taken, 0 if none, above 1 if extended
  double energy_change = 0;  ///< J, of the minimised function
  Index contacts = 0;        ///< merged stencils, after it
  double min_gap = 0;        ///< m, after it; infinity without contacts
  std::string limited_by;    ///< as in StepReport; empty if the whole direction was taken
};

}  // namespace lacuna
