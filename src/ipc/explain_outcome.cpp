#include "ipc/explain_outcome.h"

#include "base/heap.h"
#include "base/printable.h"
#include "contact/intersection_check.h"
#include "sim/check_start.h"

#include <fmt/core.h>

#include <algorithm>

namespace lacuna::ipc {

namespace {

/// Names an object that was released while it touches something: scripted objects may pass through each
/// other.
std::string explain_start(const Model& model, const Workspace& w) {
  const std::vector<std::string> lines =
      summarise(find_start_problems(model, w.potential.surface(), w.potential.at().x));
  return "the step cannot start, " + (lines.empty() ? "positions are not finite" : lines[0]);
}

/// Scripted objects may pass through each other, but then there is no room for what is between them.
std::string explain_crossing_scripts(const Model& model, const Workspace& w) {
  const std::vector<std::uint8_t>& is_scripted = w.potential.scripted().is_scripted();
  Surface surface = model.surface;
  std::vector<Vec3> x(w.potential.at().x);
  for (Index v = 0; v < surface.vertex_count(); ++v) {
    const auto i = static_cast<size_t>(v);
    surface.set_kinematic(v, is_scripted[i] == 0);
    x[i] += w.script_motion[i];
  }
  const auto all_scripted = [&](const auto& vertices) {
    return std::all_of(vertices.begin(), vertices.end(),
                       [&](Index v) { return is_scripted[static_cast<size_t>(v)] != 0; });
  };
  std::string text;
  const auto name_first = [&](const Pair& pair) {
    const Edge& edge = surface.edges()[static_cast<size_t>(pair[0])];
    const Triangle& triangle = surface.triangles()[static_cast<size_t>(pair[1])];
    const Index a = surface.object_of(edge[0]), b = surface.object_of(triangle[0]);
    if (!text.empty() || a == b || !all_scripted(edge) || !all_scripted(triangle)) return;
    text = fmt::format("; in this step '{}' and '{}', both prescribed, would cross near {}",
                       printable_line(model.object_names[static_cast<size_t>(a)]),
                       printable_line(model.object_names[static_cast<size_t>(b)]),
                       describe_vertex(model, triangle[0], x));
  };
  IntersectionCheck(surface).find_in_parts(
      Positions(x).first(static_cast<size_t>(surface.vertex_count())),
      [&](std::span<const Pair> pairs) { std::for_each(pairs.begin(), pairs.end(), name_first); });
  return text;
}

std::string explain_memory(const Model& model, const Workspace& w, const Report& report) {
  return fmt::format(
      "there is not enough memory for the step: the program has taken {:.2g} GB so far ({} vertices, {} "
      "blocks in the matrix{}{}); stop other programs, raise a limit (ulimit -v) or use a larger machine to "
      "resume; or make the meshes coarser, dhat and offsets smaller, and run again from the start",
      peak_memory() / 1e9, model.vertex_count(), w.potential.hessian().block_count(),
      report.linear_solver.empty() ? "" : "; ", report.linear_solver);
}

std::string explain_blocked_script(const Model& model, Workspace& w) {
  const ScriptedVertices& scripted = w.potential.scripted();
  const ScriptPull& pull = w.potential.pull();
  const Positions x = w.potential.at().x;
  scripted.missing(x, w.script_motion);
  const DirectionBound bound = w.potential.bound(w.script_motion, 0.5);
  const double turn = scripted.turn_deg();
  return fmt::format(
      "the prescribed motion of {} cannot reach its target: {:.1f} % of the way is blocked{}{}{}",
      describe_vertex(model, pull.worst_vertex(x), x), std::clamp(100 * (1 - pull.completion(x)), 0.0, 100.0),
      bound.time < 1 ? " by " + name_limit(model, bound, x) : "",
      turn > largest_leg_deg
          ? fmt::format("; this step rotates by {:.3g} degrees, a shorter one may succeed", turn)
          : "",
      explain_crossing_scripts(model, w));
}

std::string advise(const Report& report) {
  const auto from_the_start = [](const char* remedy) {
    return fmt::format("{}, then run again from the start: --resume would fail the same way", remedy);
  };
  switch (report.outcome) {
    case Outcome::converged:
    case Outcome::interrupted:
    case Outcome::iteration_limit:
    case Outcome::out_of_memory:
      return "";
    case Outcome::stalled:
      return from_the_start(report.limited_by.starts_with("strain limit")
                                ? "try a wider strain limit or a shorter step"
                                : "try a shorter step, a larger contact.dhat or a larger ipc.tolerance");
    case Outcome::infeasible_script:
      return from_the_start(
          "end the motion earlier, with 'to' or with the last key of a radius, or remove what blocks it "
          "(no_contact lets two objects pass through each other)");
    case Outcome::linear_solve_failed:
      return from_the_start(
          "try a shorter step, and look for values far from all others: stiffness, density, limits, size of "
          "the mesh");
    case Outcome::infeasible_start:
      return from_the_start("release it where it touches nothing: change 'release' or the motion before it");
  }
  return "";
}

std::string cause_of(const Model& model, Workspace& w, const Report& report) {
  switch (report.outcome) {
    case Outcome::converged:
      return "";
    case Outcome::interrupted:
      return "stopped on request";
    case Outcome::iteration_limit:
      return fmt::format(
          "Newton's method did not converge in {} iterations (residual {:.3g} m/s, wanted {:.3g}){}",
          report.iterations, report.residual, w.settings.newton_tolerance,
          report.limited_by.empty() ? "" : "; steps were limited by " + report.limited_by);
    case Outcome::stalled:
      return fmt::format("no step lowers the energy although the residual is {:.3g} m/s (wanted {:.3g}){}",
                         report.residual, w.settings.newton_tolerance,
                         report.limited_by.empty() ? "" : "; steps were limited by " + report.limited_by);
    case Outcome::infeasible_script:
      return explain_blocked_script(model, w);
    case Outcome::linear_solve_failed:
      return fmt::format("the linear systems of Newton's method could not be solved: {}{}",
                         report.linear_solver,
                         w.settings.linear_solver == LinearSolverKind::automatic
                             ? ""
                             : fmt::format("; ipc.linear_solver = \"{}\" tries more than one way",
                                           word_of(LinearSolverKind::automatic)));
    case Outcome::infeasible_start:
      return explain_start(model, w);
    case Outcome::out_of_memory:
      return explain_memory(model, w, report);
  }
  return "";
}

}  // namespace

std::string explain_imbalance(const Model& model, const Workspace& w, const Imbalance& imbalance) {
  return fmt::format(
      "nothing holds {:.3g} % of the load of a body: {} still moved by {:.3g} m in the last solve; fix it, "
      "give it "
      "more "
      "friction, or simulate its motion (integrator = \"implicit-euler\")",
      100 * imbalance.part, describe_vertex(model, imbalance.vertex, w.potential.at().x), imbalance.moved);
}

void explain_outcome(const Model& model, Workspace& w, Report& report) {
  report.cause = cause_of(model, w, report);
  report.advice = advise(report);
  if (report.outcome == Outcome::iteration_limit)
    report.change = fmt::format("ipc.max_iterations={}",
                                std::min<std::int64_t>(10LL * w.settings.max_iterations, 1'000'000'000));
}

}  // namespace lacuna::ipc
