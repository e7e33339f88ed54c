// The length of each step of a run. Frames are due at multiples of their interval, which is a whole number of
// steps; steps end there. Both are counted in video time (scene/playback.h). A solver may shorten a step on
// its own: then the rest of the frame interval is divided evenly, into steps that are at most 5 % longer than
// planned.
#pragma once

#include "scene/scene.h"

namespace lacuna {

class StepPlan {
 public:
  explicit StepPlan(const Scene& scene)
      : StepPlan(scene.planned_step(), scene.frames_per_second(), scene.playback) {}
  /// Seconds of video, frames per second of video.
  StepPlan(double step, double fps, Playback playback = {});

  /// s: the length of the step that begins at a time. Always above zero.
  double next(double time) const;
  /// The number of steps from one time to another; whole ones differ by rounding.
  double steps_between(double begin, double end) const;
  /// Steps of a frame interval.
  double steps_per_frame() const { return steps_per_frame_; }

 private:
  double step_, steps_per_frame_;
  Playback playback_;
};

}  // namespace lacuna
