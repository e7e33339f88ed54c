// The solvers of lacuna, in one list. `solver =`, --solver, docs/scene.md, `lacuna list --solvers` and
// messages read it. A solver's name is also the name of the table of a
// scene file that holds its own settings.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna {

enum class SolverKind : std::uint8_t { ipc, cubic, two_way };

struct SolverEntry {
  SolverKind kind;
  std::string_view name;
  std::string_view summary;  ///< one line for lists
  bool has_integrators;      ///< false: it integrates with implicit Euler, whatever the scene says
  bool shortens_steps;       ///< where it is blocked
};

inline constexpr std::array<SolverEntry, 3> solvers = {{
    {SolverKind::ipc, "ipc",
     "Incremental Potential Contact: converged steps; solids, shells, rods and particles", true, false},
    {SolverKind::cubic, "cubic",
     "cubic barrier with a stiffness that includes elasticity: few iterations, for scenes full of contact",
     false, true},
    {SolverKind::two_way, "two-way",
     "two-way collision handling: two linear systems per step, and a walk to their solutions; new", false,
     true},
}};

const SolverEntry& entry_of(SolverKind kind);
std::string_view solver_name(SolverKind kind);

/// In the order of the list.
std::vector<std::string> solver_names();

/// Throws InputError at `where`, naming similar ones, if there is none of this name.
SolverKind solver_named(std::string_view name, const std::string& where);

}  // namespace lacuna
