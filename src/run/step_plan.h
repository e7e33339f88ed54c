// The length of each step of a run. Steps end on multiples of Scene::planned_step(), and so on the times of
// frames. A solver may shorten a step on its own: then the next one leads back to where that one should have
// ended.
#pragma once

namespace lacuna {

class StepPlan {
 public:
  explicit StepPlan(double step) : step_(step) {}

  /// s.
  double step() const { return step_; }
  /// s: of the step that begins at a time.
  double next(double time) const;

 private:
  double step_;
};

}  // namespace lacuna
