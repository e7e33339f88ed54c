// Scripted vertices during one time step (IPC, algorithm 1, line 18, its supplement and code; docs/step.md).
// They first move towards their targets until they are blocked; if they arrive, their positions are known.
// Otherwise they become unknowns that an augmented Lagrangian pulls to the targets,
// until 0.1 % of the way is left, or 1 % with no further progress. A path of several legs is pulled along one
// after the other.
#pragma once

#include "sim/scripted_vertices.h"

namespace lacuna::ipc {

class ScriptPull {
 public:
  ScriptPull(const Model& model, ScriptedVertices& scripted);

  /// After ScriptedVertices::begin_step().
  void begin_step();

  /// Scripted and not pulled: not unknowns now.
  const std::vector<std::uint8_t>& is_known() const { return is_known_; }

  /// Called after the scripted vertices moved by a fraction `moved` (0 to 1) of the remaining displacement at
  /// x_start, on this leg.
  void begin(Positions x_start, double moved);
  bool is_pulling() const { return is_pulling_; }
  /// 1 at the targets, 0 at the start of the step; 1 if there is nothing to do.
  double completion(Positions x) const;

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
  double leg_completion(Positions x) const;
  void finish_leg(Positions x);

  const Model& model_;
  ScriptedVertices& scripted_;
  std::vector<std::uint8_t> is_known_;
  std::vector<Index> pulled_;     // ascending
  std::vector<Vec3> multiplier_;  // per pulled vertex
  double stiffness_ = 0, moved_ = 0;
  double way2_ = 0;  // sum of squared distances to go, at the start of the leg
  bool is_pulling_ = false, is_infeasible_ = false;
  double best_completion_ = 0;
  int fruitless_updates_ = 0, fruitless_iterations_ = 0;
};

}  // namespace lacuna::ipc
