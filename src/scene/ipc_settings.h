// Settings of the solver `ipc` alone: the table [ipc] of a scene file.
#pragma once

#include "base/words.h"
#include "contact/contact_set.h"
#include "scene/sized_value.h"
#include "solve/linear_solver.h"

#include <cstdint>
#include <optional>

namespace lacuna {

/// max_velocity: largest |p|/h of any component (IPC); mean_velocity: root mean square |p|/h, three
/// iterations in a row (C-IPC).
enum class TerminationRule : std::uint8_t { max_velocity, mean_velocity };
template <>
inline constexpr auto words<TerminationRule> = make_words<TerminationRule>(
    {{"max", TerminationRule::max_velocity}, {"mean", TerminationRule::mean_velocity}});

struct IpcSettings {
  std::optional<double> barrier;  ///< N/m^3 (multiplicity) or Pa (area); nothing: adapted automatically
  ContactWeights weights = ContactWeights::multiplicity;
  int friction_passes = 1;  ///< lagged solves per step; 0: until converged
  TerminationRule rule = TerminationRule::max_velocity;
  std::optional<SizedValue> tolerance;  ///< m/s; nothing: by rule and friction (ipc/settings.cpp)
  int max_iterations = 10000;           ///< of Newton's method, per solve
  LinearSolverKind linear_solver = LinearSolverKind::automatic;
};

}  // namespace lacuna
