#include "sim/explain_outcome.h"

#include "sim/check_start.h"

#include <fmt/core.h>

#include <algorithm>

namespace lacuna {

namespace {

/// What was let go at a place where it touches something: scripted things may pass through each other.
std::string explain_start(const Model& model, const Workspace& w) {
  const std::vector<std::string> lines =
      summarise(find_start_problems(model, w.potential.surface(), w.potential.at().x));
  return "the step cannot start, " + (lines.empty() ? "positions are not finite" : lines[0]);
}

std::string explain_blocked_script(const Model& model, Workspace& w) {
  const Boundary& boundary = w.potential.boundary();
  const Positions x = w.potential.at().x;
  boundary.missing(x, w.direction);
  const DirectionBound bound = w.potential.bound(w.direction, 0.5);
  return fmt::format("the prescribed motion of {} cannot reach its target: {:.1f} % of the way is blocked{}",
                     describe_vertex(model, boundary.worst_vertex(x), x),
                     std::clamp(100 * (1 - boundary.completion(x)), 0.0, 100.0),
                     bound.time < 1 ? " by " + name_limit(model, bound, x) : "");
}

}  // namespace

std::string name_limit(const Model& model, const DirectionBound& bound, Positions x) {
  if (bound.vertices[0] < 0) {
    if (bound.element < 0) return "";
    const Stencil& element = model.elements.stencils()[static_cast<size_t>(bound.element)];
    return fmt::format("{} of {}", model.elements.has_limit(bound.element) ? "strain limit" : "inversion",
                       describe_vertex(model, element.nodes[0], x));
  }
  return fmt::format("contact of {} and {}", describe_vertex(model, bound.vertices[0], x),
                     describe_vertex(model, bound.vertices[1], x));
}

std::string advise(const StepReport& report) {
  const auto from_the_start = [](const char* remedy) {
    return fmt::format("{}, then run again from the start: --resume would only come to the same end", remedy);
  };
  switch (report.outcome) {
    case Outcome::converged:
    case Outcome::interrupted:
    case Outcome::iteration_limit:
      return "";
    case Outcome::stalled:
      return from_the_start(report.limited_by.starts_with("strain limit")
                                ? "try a wider strain limit or a shorter step"
                                : "try a shorter step, a larger contact.dhat or a larger newton.tolerance");
    case Outcome::infeasible_script:
      return from_the_start(
          "let the motion end earlier with 'to' or leave out what is in its way (no_contact lets two objects "
          "pass "
          "through each other)");
    case Outcome::linear_solve_failed:
      return from_the_start(
          "try a shorter step, and look for values far from all others: stiffness, density, limits, size of "
          "the mesh");
    case Outcome::infeasible_start:
      return from_the_start("let it go where it touches nothing: change 'release' or the motion before it");
  }
  return "";
}

std::string explain_outcome(const Model& model, Workspace& w, const StepReport& report) {
  const Positions x = w.potential.at().x;
  switch (report.outcome) {
    case Outcome::converged:
      return "";
    case Outcome::interrupted:
      return "stopped on request";
    case Outcome::iteration_limit:
      return fmt::format(
          "Newton's method did not converge in {} iterations (residual {:.3g} m/s, wanted {:.3g}){}",
          report.iterations, report.residual, model.tolerance,
          report.limited_by.empty() ? "" : "; steps were limited by " + report.limited_by);
    case Outcome::stalled:
      return fmt::format("no step lowers the energy although the residual is {:.3g} m/s (wanted {:.3g}){}",
                         report.residual, model.tolerance,
                         report.limited_by.empty() ? "" : "; steps were limited by " + report.limited_by);
    case Outcome::infeasible_script:
      return explain_blocked_script(model, w);
    case Outcome::linear_solve_failed:
      return fmt::format("the linear systems of Newton's method could not be solved ({}){}",
                         report.linear_solver,
                         model.newton.linear_solver == LinearSolverKind::automatic
                             ? ""
                             : "; linear.solver = \"auto\" tries more than one way");
    case Outcome::infeasible_start:
      return explain_start(model, w);
  }
  return "";
}

}  // namespace lacuna
