// Everything that changes from step to step. A checkpoint holds exactly this.
#pragma once

#include "base/types.h"
#include "sim/named_fields.h"

#include <vector>

namespace lacuna {

struct State {
  Index step = 0;
  double time = 0;                       ///< s: the sum of all steps, correctly rounded
  double time_remainder = 0;             ///< s: the exact sum minus `time`
  double dt_before = 0;                  ///< s, of the last step; 0 before the first
  std::vector<Vec3> x, v;                ///< m, m/s, one per vertex of the model
  std::vector<Vec3> x_before, v_before;  ///< of the previous step, for BDF2
  std::vector<double> rest_shapes;       ///< of elements that yield (sim/elements.h); empty without any
  NamedFields memory;                    ///< the solver's own (sim/solver.h); empty before the first step

  /// The time after a step of dt. Steps of one length end at the multiples of it, however many there are.
  double time_after(double dt) const { return sum(dt).time; }
  void count_step(double dt) {
    const Sum next = sum(dt);
    ++step;
    time = next.time;
    time_remainder = next.remainder;
    dt_before = dt;
  }

 private:
  struct Sum {
    double time, remainder;
  };
  /// Knuth's exact sum of two numbers, once for dt and once for the remainder.
  Sum sum(double dt) const {
    const double high = time + dt;
    const double part = high - time;
    const double low = (time - (high - part)) + (dt - part) + time_remainder;
    const double rounded = high + low;
    return {rounded, low - (rounded - high)};
  }
};

}  // namespace lacuna
