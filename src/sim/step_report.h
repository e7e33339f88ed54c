// Report of one time step.
#pragma once

#include "base/types.h"
#include "base/words.h"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lacuna {

enum class Outcome : std::uint8_t {
  converged,          ///< the step is done
  interrupted,        ///< asked to stop; the state is that of the last finished step
  iteration_limit,    ///< the solver's iterations did not converge
  stalled,            ///< no step along any direction lowers the energy, far from converged
  infeasible_script,  ///< prescribed motion pushes objects into each other
  linear_solve_failed,
  infeasible_start,  ///< an object released by a script touches something
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
  double pressure = 0,
         pins = 0;  ///< J: of closed surfaces, 0 for the rest shape; of the springs of soft pins
  double total() const { return kinetic + elastic + gravity + contact + pressure + pins; }
};

/// Wall seconds by phase.
struct PhaseSeconds {
  double contacts = 0, assembly = 0, linear_solve = 0, step_bound = 0, line_search = 0, other = 0;
};

/// A number or text that one solver reports and others do not, under its name in steps.jsonl, which must not
/// be that of a field of StepReport.
struct Measure {
  std::string_view name;  ///< lives as long as the program
  std::variant<double, Index, bool, std::string> value;
};

/// Something in a step that the user should know although the step is done. A run counts those of one kind.
struct StepWarning {
  std::string_view kind;  ///< "in N steps" goes before it; lives as long as the program
  std::string detail;     ///< of this step; may be empty
};

/// What all solvers report, and the measures of one.
struct StepReport {
  Outcome outcome = Outcome::converged;
  std::string cause;            ///< if not converged: one sentence for the user, with names and positions
  std::string advice;           ///< if not converged: advice, if resuming alone would fail again
  std::string change;           ///< if not converged: "key=value" with which resuming may succeed
  Index step = 0;               ///< the attempted one
  double time = 0, dt = 0;      ///< s, at the end of that step
  Index iterations = 0;         ///< of the solver's outer loop
  Index linear_iterations = 0;  ///< 0 with a direct solver
  std::string linear_solver;    ///< which one, and why
  Index contacts = 0;           ///< at the end
  double min_gap = std::numeric_limits<double>::infinity();  ///< m, infinity without contacts
  double max_strain = 0;   ///< largest |singular value - 1| of a deformation gradient
  double max_stretch = 0;  ///< largest singular value of sheets and rods, 0 without any
  /// Smallest remaining fraction of the way to a strain limit, infinity without limits.
  double limit_margin = std::numeric_limits<double>::infinity();
  double residual = 0;  ///< m/s, in the measure of the solver's termination rule
  EnergyReport energy;
  Vec3 momentum = Vec3::Zero(),
       angular_momentum =
           Vec3::Zero();     ///< of all dynamic vertices, scripted ones included, about the origin
  std::string limited_by;    ///< "contact of A and B", "inversion of A", "strain limit of A", "energy" or ""
  double smallest_step = 1;  ///< shortest accepted part of a search direction
  std::vector<Measure> measures;
  std::vector<StepWarning> warnings;
  PhaseSeconds seconds;

  /// Nothing if the solver does not report it.
  template <class Value>
  std::optional<Value> measure(std::string_view name) const {
    for (const Measure& m : measures)
      if (m.name == name)
        if (const Value* value = std::get_if<Value>(&m.value)) return *value;
    return std::nullopt;
  }
};

}  // namespace lacuna
