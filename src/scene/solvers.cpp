#include "scene/solvers.h"

#include "base/input_error.h"
#include "scene/suggest.h"

#include <fmt/format.h>

#include <algorithm>

namespace lacuna {

const SolverEntry& entry_of(SolverKind kind) {
  return *std::find_if(solvers.begin(), solvers.end(),
                       [&](const SolverEntry& solver) { return solver.kind == kind; });
}

std::string_view solver_name(SolverKind kind) { return entry_of(kind).name; }

std::vector<std::string> solver_names() {
  std::vector<std::string> names;
  for (const SolverEntry& solver : solvers) names.emplace_back(solver.name);
  return names;
}

SolverKind solver_named(std::string_view name, const std::string& where) {
  for (const SolverEntry& solver : solvers)
    if (solver.name == name) return solver.kind;
  throw InputError(where, fmt::format("there is no solver '{}'", name), suggestion(name, solver_names()));
}

}  // namespace lacuna
