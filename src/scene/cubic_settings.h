// Settings of the solver `cubic` alone: the table [cubic] of a scene file.
#pragma once

#include "base/words.h"
#include "energy/gap_barrier.h"
#include "solve/linear_solver.h"

#include <cstdint>

namespace lacuna {

/// How vertices share a step that is blocked on its way.
enum class StepShare : std::uint8_t {
  each,      ///< each moves until something stops it, and goes on in the next iteration
  measured,  ///< all move by the same part, which becomes the length of the step (Ando 2024, algorithm 1)
  whole      ///< the same, but the step keeps its length, and what was not covered is lost; for comparisons
};
template <>
inline constexpr auto words<StepShare> = make_words<StepShare>({{"each", StepShare::each},
                                                                {"measured", StepShare::measured},
                                                                {"whole", StepShare::whole}});

/// What the stiffness of contacts and limits is made of.
enum class StiffnessParts : std::uint8_t {
  mass_and_elasticity,
  mass  ///< without the elasticity of what touches; for comparisons
};
template <>
inline constexpr auto words<StiffnessParts> = make_words<StiffnessParts>(
    {{"mass-and-elasticity", StiffnessParts::mass_and_elasticity}, {"mass", StiffnessParts::mass}});

struct CubicSettings {
  BarrierShape barrier = BarrierShape::cubic;
  /// Part of the step that the directions must cover, at most 1; 0: 0.98 if each vertex moves for itself, 0.5
  /// if all move together.
  double target = 0;
  int iterations = 1;        ///< least number per step
  int max_iterations = 256;  ///< per step, before a shorter one is tried
  bool error_pass = true;    ///< one more iteration for the length of the step that was found
  bool converge = false;     ///< iterate with fading directions until they are short
  double tolerance = 1e-2;   ///< m/s, of `converge`
  StepShare share = StepShare::each;
  StiffnessParts stiffness = StiffnessParts::mass_and_elasticity;
  LinearSolverKind linear_solver = LinearSolverKind::automatic;
  double linear_tolerance = 1e-3;  ///< relative residual of conjugate gradients
};

}  // namespace lacuna
