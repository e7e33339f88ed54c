// The length of each step of a run. Frames are due at multiples of their interval, which is a whole number of
// steps; steps end there. A solver may shorten a step on its own: then what is left until the next frame is
// divided evenly, into steps that are at most 5 % longer than planned.
#pragma once

namespace lacuna {

class StepPlan {
 public:
  /// The step of a run in s (Scene::planned_step()), and frames per second.
  StepPlan(double step, double fps);

  /// s.
  double step() const { return step_; }
  /// s: of the step that begins at a time.
  double next(double time) const;

 private:
  double step_, interval_;
};

}  // namespace lacuna
