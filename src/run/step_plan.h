// The length of each step of a run. Frames are due at multiples of their interval, which is a whole number of
// steps; steps end there. Both are counted in video time (scene/playback.h). A solver may shorten a step on
// its own: then what is left until the next frame is divided evenly, into steps that are at most 5 % longer
// than planned.
#pragma once

#include "scene/playback.h"

namespace lacuna {

class StepPlan {
 public:
  /// The step of a run in s (Scene::planned_step()), and frames per second.
  StepPlan(double step, double fps, Playback playback = {});

  /// s.
  double step() const { return step_; }
  /// How many steps it is from one time to another.
  double steps_between(double begin, double end) const {
    return (playback_.video_time(end) - playback_.video_time(begin)) / step_;
  }
  /// s: of the step that begins at a time.
  double next(double time) const;

 private:
  double step_, interval_;
  Playback playback_;
};

}  // namespace lacuna
