#include "sim/scripted_vertices.h"

#include <algorithm>

namespace lacuna {

ScriptedVertices::ScriptedVertices(const Model& model)
    : model_(model),
      is_scripted_(model.rest.size(), 0),
      script_of_(model.rest.size(), -1),
      target_(model.rest.size(), Vec3::Zero()) {}

bool ScriptedVertices::begin_step(double time, double dt) {
  was_scripted_ = is_scripted_;
  std::fill(is_scripted_.begin(), is_scripted_.end(), 0);
  std::fill(script_of_.begin(), script_of_.end(), -1);
  end_time_ = time;
  dt_ = dt;
  set_targets(time);
  find_way_points(model_.scripts, time - dt, time, way_points_);
  legs_begun_ = 0;
  vertices_.clear();
  for (Index v = 0; v < count_of(is_scripted_); ++v)
    if (is_scripted_[static_cast<size_t>(v)]) vertices_.push_back(v);
  return is_scripted_ != was_scripted_;
}

void ScriptedVertices::set_targets(double time) {
  for (size_t s = 0; s < model_.scripts.size(); ++s) {
    const Script& script = model_.scripts[s];
    // Tested in the middle of the step, so that the rounding of step times does not matter.
    if (!script.is_active(end_time_ - 0.5 * dt_)) continue;
    script_targets_.resize(script.vertices.size());
    script.targets(time, script_targets_);
    for (size_t i = 0; i < script.vertices.size(); ++i) {
      const auto v = static_cast<size_t>(script.vertices[i]);
      is_scripted_[v] = 1;
      script_of_[v] = static_cast<Index>(s);
      target_[v] = script_targets_[i];
    }
  }
}

bool ScriptedVertices::begin_next_leg() {
  if (legs_begun_ == leg_count()) return false;
  if (leg_count() > 1) set_targets(way_points_[static_cast<size_t>(legs_begun_)]);
  ++legs_begun_;
  return true;
}

double ScriptedVertices::turn_deg() const {
  double most = 0;
  for (const Script& script : model_.scripts)
    if (script.is_active(end_time_ - 0.5 * dt_))
      most = std::max(most, script.turn_deg(end_time_ - dt_, end_time_));
  return most;
}

void ScriptedVertices::missing(Positions x, std::span<Vec3> out) const {
  std::fill(out.begin(), out.end(), Vec3::Zero());
  for (const Index i : vertices_) {
    const auto v = static_cast<size_t>(i);
    out[v] = target_[v] - x[v];
  }
}

}  // namespace lacuna
