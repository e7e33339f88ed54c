// The length of each step of a run, so that frames fall on their times.
//
// Frames are never interpolated: each is a state that a solver has computed and `lacuna verify` can prove. So
// steps must end on the times of frames. If the interval between frames is no multiple of the scene's step,
// it is divided evenly into somewhat shorter steps; if it is shorter than a step, every step has its frame. A
// solver may shorten a step on its own: then the next one leads back to where that one should have ended.
#pragma once

namespace lacuna {

class StepPlan {
 public:
  StepPlan(double step, double fps);

  /// s: at most that of the scene.
  double step() const { return step_; }
  /// s: of the step that begins at a time.
  double next(double time) const;

 private:
  double step_;
};

}  // namespace lacuna
