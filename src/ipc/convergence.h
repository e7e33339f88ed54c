// When a step has converged: the two rules of the papers, both on the Newton direction as a velocity.
#pragma once

#include "ipc/script_pull.h"
#include "ipc/settings.h"
#include "solve/vector_operations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lacuna::ipc {

/// The time, s, that converts the tolerance (a speed) into a small displacement. A static solve has no speed:
/// parts that move less than the tolerance times a hundredth of a second are at rest.
inline double judged_dt(const Model& model, double dt) {
  return model.integrator == Integrator::quasi_static ? std::min(dt, 0.01) : dt;
}

class Convergence {
 public:
  Convergence(const Model& model, const Settings& settings, const ScriptPull& pull, double dt)
      : model_(model), settings_(settings), pull_(pull), judged_dt_(judged_dt(model, dt)) {}

  /// Records the direction of an iteration and returns its size, m/s. It counts only if it solves the Newton
  /// system.
  double measure(Positions direction, bool is_solution) {
    largest_ = largest_component(direction) / judged_dt_;
    const auto& known = pull_.is_known();
    const auto unknowns = std::max<long>(1, std::count(known.begin(), known.end(), 0));
    const double mean = std::sqrt(dot(direction, direction) / static_cast<double>(unknowns)) / judged_dt_;
    last_three_ = {last_three_[1], last_three_[2], mean};
    const double size = settings_.rule == TerminationRule::max_velocity ? largest_ : mean;
    if (!is_solution) doubt();
    return size;
  }

  /// The last direction says nothing about how close the minimum is.
  void doubt() {
    largest_ = infinity;
    last_three_.fill(infinity);
  }
  /// Whether a small direction is no proof of convergence with friction: one direction may be small because
  /// friction is stiff at rest, though several in a row are not. With a tolerance above epsv sticking is not
  /// resolved anyway.
  bool needs_friction_forces() const {
    return settings_.rule == TerminationRule::max_velocity && settings_.newton_tolerance <= model_.epsv;
  }
  /// The minimum number of iterations.
  Index least_iterations() const { return settings_.rule == TerminationRule::max_velocity ? 1 : 3; }

  bool is_met() const {
    if (settings_.rule == TerminationRule::max_velocity) return largest_ < settings_.newton_tolerance;
    return *std::max_element(last_three_.begin(), last_three_.end()) <= settings_.newton_tolerance;
  }
  /// Close enough to a minimum to judge the pull on scripted vertices.
  bool is_settled() const { return largest_ < std::max(settings_.newton_tolerance, 1e-2 * model_.size); }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  const Model& model_;
  const Settings& settings_;
  const ScriptPull& pull_;
  double judged_dt_;
  double largest_ = infinity;
  std::array<double, 3> last_three_{infinity, infinity, infinity};
};

}  // namespace lacuna::ipc
