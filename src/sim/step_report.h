// What one time step did and how it ended.
#pragma once

#include "base/types.h"
#include "base/words.h"

#include <limits>
#include <optional>
#include <string>

namespace lacuna {

enum class Outcome : std::uint8_t {
  converged,
  interrupted,        ///< asked to stop; the state is that of the last finished step
  iteration_limit,    ///< Newton's method did not converge
  stalled,            ///< no step along any direction lowers the energy, far from converged
  infeasible_script,  ///< prescribed motion pushes things into each other
  linear_solve_failed,
  infeasible_start,  ///< what a script has let go of touches something
  out_of_memory,
};
template <>
inline constexpr auto words<Outcome> = make_words<Outcome>({{"converged", Outcome::converged},
                                                            {"interrupted", Outcome::interrupted},
                                                            {"iteration_limit", Outcome::iteration_limit},
                                                            {"stalled", Outcome::stalled},
                                                            {"infeasible_script", Outcome::infeasible_script},
                                                            {"linear_solve_failed",
                                                             Outcome::linear_solve_failed},
                                                            {"infeasible_start", Outcome::infeasible_start},
                                                            {"out_of_memory", Outcome::out_of_memory}});

struct EnergyReport {
  double kinetic = 0, elastic = 0, gravity = 0, contact = 0;  ///< J
  double total() const { return kinetic + elastic + gravity + contact; }
};

/// Wall seconds by phase.
struct PhaseSeconds {
  double contacts = 0, assembly = 0, linear_solve = 0, step_bound = 0, line_search = 0, other = 0;
};

struct StepReport {
  Outcome outcome = Outcome::converged;
  std::string cause;        ///< if not converged: one sentence for the user, with names and positions
  Index step = 0;           ///< the one that was tried
  double time = 0, dt = 0;  ///< s, at the end of that step
  Index iterations = 0;     ///< Newton
  Index friction_passes = 0;
  bool is_damped = false;  ///< Newmark's would have gained energy: it was done again by implicit Euler
  bool is_friction_settled =
      true;  ///< false: told to lag until it agrees, it did not within a hundred passes
  /// Of a static step: the part of the load of the worst body that nothing but inertia holds at its end, 0 in
  /// equilibrium.
  std::optional<double> unbalanced;
  std::string not_in_equilibrium;  ///< if that is not small: why, one sentence for the user
  Index linear_iterations = 0;     ///< 0 with the direct solver
  Index contacts = 0;              ///< merged stencils at the end
  double min_gap = 0;              ///< m, infinity without contacts
  double max_strain = 0;           ///< largest |singular value - 1| of a deformation gradient
  double max_stretch = 0;          ///< largest singular value of sheets and threads, 0 without any
  /// Least part of the way to a strain limit that is left, infinity without limits.
  double limit_margin = std::numeric_limits<double>::infinity();
  double residual = 0;  ///< m/s, in the measure of the termination rule
  double barrier = 0;   ///< stiffness used last
  EnergyReport energy;
  Vec3 momentum = Vec3::Zero(),
       angular_momentum = Vec3::Zero();  ///< of all solids, scripted parts included, about the origin
  std::string limited_by;     ///< "contact of A and B", "inversion of A", "strain limit of A", "energy" or ""
  double smallest_step = 1;   ///< shortest accepted part of a Newton direction
  std::string linear_solver;  ///< which one, and why
  PhaseSeconds seconds;
};

}  // namespace lacuna
