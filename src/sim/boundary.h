// Scripted vertices during one time step (IPC, algorithm 1, line 18, its supplement and code; docs/step.md).
// They first move towards their targets until they are blocked; if they arrive, they are prescribed.
// Otherwise they become unknowns that an augmented Lagrangian pulls to the targets, until the rest is a
// thousandth of the way, or 1 % with no further progress.
//
// A curved path is followed in legs, straight lines from one way-point to the next; once blocked, the
// vertices are pulled to each way-point in turn.
#pragma once

#include "sim/model.h"

namespace lacuna {

class Boundary {
 public:
  explicit Boundary(const Model& model);

  /// Finds the scripted vertices of the step that ends at `time`, and their targets. Returns true if the set
  /// of scripted vertices changed.
  bool begin_step(double time);

  const std::vector<std::uint8_t>& is_scripted() const { return is_scripted_; }
  /// Scripted and not pulled: not unknowns now.
  const std::vector<std::uint8_t>& is_projected() const { return is_projected_; }

  /// Makes the next way-point of the step the target; false at the end of the path. Before the first leg the
  /// targets are those at the end of the step.
  bool begin_next_leg();

  /// Remaining displacement to the targets at x, zero for free vertices.
  void missing(Positions x, std::span<Vec3> out) const;

  /// Called after the scripted vertices moved by a fraction `moved` (0 to 1) of the remaining displacement at
  /// x_start, on this leg.
  void begin_pulling(Positions x_start, double moved);
  bool is_pulling() const { return is_pulling_; }
  /// 1 at the targets, 0 at the start of the step; 1 if there is nothing to do.
  double completion(Positions x) const;
  /// The largest rotation of any script in this step, degrees.
  double turn_deg() const;

  /// Called after each Newton iteration: strengthens the pull, proceeds to the next leg when the targets are
  /// reached, or ends. `is_settled`: the direction was small.
  void update(Positions x, bool is_settled);
  /// Pulling harder no longer helps: an immovable object is between a vertex and its target.
  bool is_infeasible() const { return is_infeasible_; }
  /// The pulled vertex that is farthest from its target.
  Index worst_vertex(Positions x) const;

  // Energy  sum_i -sqrt(m_i) l_i . (x_i - target_i) + 1/2 rho m_i |x_i - target_i|^2  over pulled vertices.
  double energy_change(Positions x_from, Positions x_to) const;
  void add_gradient(Positions x, std::span<Vec3> gradient) const;
  /// Adds rho m_i to the diagonal of pulled vertices.
  void add_diagonal(std::span<double> diagonal) const;

 private:
  void set_targets(double time);
  double leg_completion(Positions x) const;
  void finish_leg(Positions x);

  const Model& model_;
  std::vector<std::uint8_t> is_scripted_, was_scripted_, is_projected_;
  std::vector<Vec3> target_;          // per vertex
  std::vector<Index> scripted_;       // ascending
  std::vector<Index> pulled_;         // ascending
  std::vector<Vec3> multiplier_;      // per pulled vertex
  std::vector<Vec3> script_targets_;  // scratch
  double end_time_ = 0;               // of the step
  std::vector<double> way_points_;    // times, ascending, the last is end_time_
  size_t legs_begun_ = 0;
  double stiffness_ = 0, moved_ = 0;
  double way2_ = 0;  // sum of squared distances to go, at the start of the leg
  bool is_pulling_ = false, is_infeasible_ = false;
  double best_completion_ = 0;
  int fruitless_updates_ = 0, fruitless_iterations_ = 0;
};

}  // namespace lacuna
