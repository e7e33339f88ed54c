// When a step has converged: the two rules of the papers, both on the Newton direction as a velocity.
#pragma once

#include "sim/boundary.h"
#include "solve/vector_operations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lacuna {

class Convergence {
 public:
  Convergence(const Model& model, const Boundary& boundary) : model_(model), boundary_(boundary) {}

  /// Takes the direction of an iteration and returns its size, m/s. It counts if it is a solution of the
  /// Newton system.
  double measure(Positions direction, bool is_solution) {
    largest_ = largest_component(direction) / model_.judged_dt;
    const auto& fixed = boundary_.is_projected();
    const auto unknowns = std::max<long>(1, std::count(fixed.begin(), fixed.end(), 0));
    const double mean =
        std::sqrt(dot(direction, direction) / static_cast<double>(unknowns)) / model_.judged_dt;
    last_three_ = {last_three_[1], last_three_[2], mean};
    const double size = model_.ipc.rule == TerminationRule::max_velocity ? largest_ : mean;
    if (!is_solution) doubt();
    return size;
  }

  /// The last direction says nothing about how close the minimum is.
  void doubt() {
    largest_ = infinity;
    last_three_.fill(infinity);
  }
  /// Whether a small direction proves nothing where friction is at work: one may be small because friction is
  /// stiff at rest, though several in a row are not. With a tolerance above epsv nobody asks whether things
  /// stick.
  bool needs_friction_forces() const {
    return model_.ipc.rule == TerminationRule::max_velocity && model_.tolerance <= model_.epsv;
  }
  /// Iterations that it takes at least.
  Index least_iterations() const { return model_.ipc.rule == TerminationRule::max_velocity ? 1 : 3; }

  bool is_met() const {
    if (model_.ipc.rule == TerminationRule::max_velocity) return largest_ < model_.tolerance;
    return *std::max_element(last_three_.begin(), last_three_.end()) <= model_.tolerance;
  }
  /// Close enough to a minimum to judge the pull on scripted vertices.
  bool is_settled() const { return largest_ < std::max(model_.tolerance, 1e-2 * model_.size); }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  const Model& model_;
  const Boundary& boundary_;
  double largest_ = infinity;
  std::array<double, 3> last_three_{infinity, infinity, infinity};
};

}  // namespace lacuna
