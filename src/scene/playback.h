// Slow motion: how fast the frames of a run pass through its time. Steps and frames are planned in video
// time, in which the run lasts longer where it is slowed down; scripts and everything physical know only the
// time of the simulation.
#pragma once

#include "scene/curve.h"

namespace lacuna {

struct Playback {
  /// Simulated seconds per second of video, above zero, over simulated time. Without keys: 1.
  Curve<double> speed;

  bool is_real_time() const { return speed.keys.empty(); }
  /// Seconds of video up to a time in s.
  double video_time(double time) const;
  /// How much time passes, from a time on, in this many seconds of video. As long as the speed is constant,
  /// equal lengths of video give exactly equal lengths of time.
  double time_passed(double from, double video) const;
};

}  // namespace lacuna
