#include "sim/build/check_turns.h"

#include "base/input_error.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace lacuna {

namespace {

// The chord of the first is the diameter; that of the second is 1 % shorter than its arc and deviates from
// the circle by 3 % of the radius.
constexpr double half_turn_deg = 180, noted_turn_deg = 30;
// Relative to half a turn: rates and steps are rounded.
constexpr double rounding = 1e-9;

struct StepTurn {
  double degrees = 0;   // in one step
  double dt = 0;        // s: its length
  double rate_deg = 0;  // degrees/s, the fastest within it
  size_t script = 0;
  const Motion* motion = nullptr;  // the one that rotates most
};

/// In the step that starts at t0.
StepTurn turn_of(const Script& script, double t0, double dt) {
  StepTurn turn;
  turn.degrees = script.turn_deg(t0, t0 + dt);
  turn.dt = dt;
  std::vector<double> times{t0};
  script.add_corners(t0, t0 + dt, times);
  times.push_back(t0 + dt);
  std::sort(times.begin(), times.end());
  for (size_t i = 1; i < times.size(); ++i)
    if (times[i] > times[i - 1])
      turn.rate_deg =
          std::max(turn.rate_deg, script.turn_deg(times[i - 1], times[i]) / (times[i] - times[i - 1]));
  double most = -1;
  for (const Motion& motion : script.motions) {
    Script alone;
    alone.motions = {motion};
    const double degrees = alone.turn_deg(t0, t0 + dt);
    if (degrees > most) turn.motion = &motion;
    most = std::max(most, degrees);
  }
  return turn;
}

/// Rates are constant between corners, so only steps with a corner and their neighbours need checking.
StepTurn largest_turn(const Script& script, const Scene& scene) {
  const Playback& playback = scene.playback;
  const double step = scene.planned_step();
  std::vector<double> corners{0};
  script.add_corners(0, scene.duration, corners);
  for (const auto& key : playback.speed.keys) corners.push_back(key.time);
  StepTurn largest;
  for (const double corner : corners)
    for (const double beside : {-1.0, 0.0, 1.0}) {
      const double video = (std::floor(playback.video_time(corner) / step) + beside) * step;
      if (video < 0) continue;
      const double t0 = playback.time_passed(0, video), dt = playback.time_passed(t0, step);
      if (t0 >= std::min(scene.duration, script.release)) continue;
      if (script.turn_deg(t0, t0 + dt) > largest.degrees) largest = turn_of(script, t0, dt);
    }
  return largest;
}

StepTurn largest_turn(const Model& model, const Scene& scene) {
  StepTurn largest;
  for (size_t s = 0; s < model.scripts.size(); ++s) {
    StepTurn turn = largest_turn(model.scripts[s], scene);
    turn.script = s;
    if (turn.degrees > largest.degrees) largest = turn;
  }
  return largest;
}

}  // namespace

void check_turns(const Scene& scene, Model& model) {
  const StepTurn turn = largest_turn(model, scene);
  if (turn.degrees <= noted_turn_deg) return;
  const Index vertex = model.scripts[turn.script].vertices[0];
  const std::string& name = model.object_names[static_cast<size_t>(model.surface.object_of(vertex))];
  const std::string what =
      fmt::format("'{}' rotates by {:.4g} degrees in one step of {:.4g} s", name, turn.degrees, turn.dt);
  // `step` is in seconds of video.
  const double step_of_degree = scene.planned_step() / turn.dt / turn.rate_deg;
  const double smooth_step = noted_turn_deg * step_of_degree;
  if (turn.degrees >= half_turn_deg * (1 - rounding))
    throw InputError(turn.motion->place.text(),
                     fmt::format("{}: from half a turn on its velocity is ambiguous", what),
                     fmt::format("set step below {:.3g}; step = {:.3g} makes it {:g} degrees",
                                 half_turn_deg * step_of_degree, smooth_step, noted_turn_deg));
  model.notes.push_back(
      fmt::format("{}: it follows its path, but drags what it touches along the chord; step = {:.3g} makes "
                  "it {:g} degrees",
                  what, smooth_step, noted_turn_deg));
}

}  // namespace lacuna
