#include "scene/solvers.h"

#include "base/input_error.h"
#include "scene/suggest.h"

#include <fmt/format.h>

#include <algorithm>

namespace lacuna {

namespace {

[[noreturn]] void fail_unavailable(const SolverEntry& solver, const std::string& where) {
  throw InputError(where, fmt::format("the solver '{}' is not available in this version", solver.name),
                   fmt::format("available: {}", fmt::join(available_solvers(), ", ")));
}

}  // namespace

const SolverEntry& entry_of(SolverKind kind) {
  return *std::find_if(solvers.begin(), solvers.end(),
                       [&](const SolverEntry& solver) { return solver.kind == kind; });
}

std::string_view solver_name(SolverKind kind) { return entry_of(kind).name; }

std::vector<std::string> available_solvers() {
  std::vector<std::string> names;
  for (const SolverEntry& solver : solvers)
    if (solver.is_available) names.emplace_back(solver.name);
  return names;
}

SolverKind solver_named(std::string_view name, const std::string& where) {
  for (const SolverEntry& solver : solvers) {
    if (solver.name != name) continue;
    if (!solver.is_available) fail_unavailable(solver, where);
    return solver.kind;
  }
  throw InputError(where, fmt::format("there is no solver '{}'", name),
                   suggestion(name, available_solvers()));
}

void require_available(SolverKind kind, const std::string& where) {
  for (const SolverEntry& solver : solvers)
    if (solver.kind == kind && !solver.is_available) fail_unavailable(solver, where);
}

}  // namespace lacuna
