// Which vertices follow a script during one time step, and where they belong at its end.
//
// A curved path is followed in legs, straight lines from one way-point to the next.
#pragma once

#include "sim/model.h"

namespace lacuna {

class ScriptedVertices {
 public:
  explicit ScriptedVertices(const Model& model);

  /// For the step of length dt that ends at `time`. True if the set of scripted vertices changed.
  bool begin_step(double time, double dt);

  /// Per vertex of the model.
  const std::vector<std::uint8_t>& is_scripted() const { return is_scripted_; }
  /// In rising order.
  const std::vector<Index>& vertices() const { return vertices_; }
  /// The script that holds a vertex: the last one of those that are active; -1 without.
  Index script_of(Index vertex) const { return script_of_[static_cast<size_t>(vertex)]; }
  const Vec3& target(Index vertex) const { return target_[static_cast<size_t>(vertex)]; }

  /// Makes the next way-point of the step the target; false at the end of the path. Before the first leg the
  /// targets are those at the end of the step.
  bool begin_next_leg();
  Index leg_count() const { return count_of(way_points_); }
  Index legs_begun() const { return legs_begun_; }

  /// Remaining displacement to the targets at x; zero for vertices that are not scripted.
  void missing(Positions x, std::span<Vec3> out) const;
  /// The largest rotation of any script in this step, degrees.
  double turn_deg() const;

 private:
  void set_targets(double time);

  const Model& model_;
  std::vector<std::uint8_t> is_scripted_, was_scripted_;
  std::vector<Index> script_of_;  // per vertex
  std::vector<Vec3> target_;      // per vertex
  std::vector<Index> vertices_;
  std::vector<Vec3> script_targets_;  // scratch
  double end_time_ = 0, dt_ = 0;
  std::vector<double> way_points_;  // times, rising, the last is end_time_
  Index legs_begun_ = 0;
};

}  // namespace lacuna
