#include "sim/explain_outcome.h"

#include "base/heap.h"
#include "sim/check_start.h"

#include <fmt/format.h>

namespace lacuna {

namespace {

std::string limited_by(const StepReport& report) {
  return report.limited_by.empty() ? "" : "; motions were limited by " + report.limited_by;
}

std::string explain_start(const ContactSystem& system, Positions x) {
  const std::vector<std::string> lines = summarise(find_start_problems(system.model(), system.surface(), x));
  return "the step cannot start, " + (lines.empty() ? "positions are not finite" : lines[0]);
}

std::string cause_of(const ContactSystem& system, Positions x, const StepReport& report) {
  switch (report.outcome) {
    case Outcome::interrupted:
      return "stopped on request";
    case Outcome::stalled:
      return fmt::format("the state cannot move, not even by a step of {:.3g} s{}", system.dt(),
                         limited_by(report));
    case Outcome::linear_solve_failed:
      return fmt::format("the linear systems could not be solved, not even for a step of {:.3g} s: {}",
                         system.dt(), report.linear_solver);
    case Outcome::infeasible_start:
      return explain_start(system, x);
    case Outcome::out_of_memory:
      return fmt::format(
          "there is not enough memory for the step: the program has taken {:.2g} GB so far ({} vertices, {} "
          "blocks in the matrix); stop other programs, raise a limit (ulimit -v) or use a larger machine to "
          "resume; or make the meshes coarser, dhat and offsets smaller, and run again from the start",
          peak_memory() / 1e9, system.model().vertex_count(), system.matrix().block_count());
    default:
      return "";
  }
}

std::string advise(const StepReport& report) {
  constexpr const char* again = ", then run again from the start: --resume would fail the same way";
  switch (report.outcome) {
    case Outcome::stalled:
      return report.limited_by.starts_with("strain limit")
                 ? fmt::format("try a wider strain limit{}", again)
                 : fmt::format(
                       "remove what blocks the motion (a script that pushes objects into each other), "
                       "or try a larger contact.dhat{}",
                       again);
    case Outcome::linear_solve_failed:
      return fmt::format(
          "look for values far from all others: stiffness, density, limits, size of the mesh{}", again);
    case Outcome::infeasible_start:
      return fmt::format("release it where it touches nothing: change 'release' or the motion before it{}",
                         again);
    default:
      return "";
  }
}

}  // namespace

void explain_outcome(const ContactSystem& system, Positions x, StepReport& report) {
  report.cause = cause_of(system, x, report);
  report.advice = advise(report);
}

}  // namespace lacuna
