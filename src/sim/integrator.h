// Implicit time integration as a minimisation: each scheme is a predicted position x~ and a factor theta on
// the forces,   x = argmin 1/2 |x - x~|^2_M + theta h^2 (potentials),   and an update of the velocity.
// A static step is a series of implicit Euler's steps from rest (sim/step.cpp): inertia holds what nothing
// else holds, and what it holds tells how far from equilibrium the result is.
#pragma once

#include "sim/model.h"

namespace lacuna {

/// Acceleration by gravity and body forces of every vertex at a time.
void external_acceleration(const Model& model, double time, std::span<Vec3> out);

/// theta of the step that starts at `state`: 1 implicit Euler, 1/4 Newmark, 4/9 BDF2 (whose first step is
/// Euler's).
double force_factor(const Model& model, const State& state);

/// How many times that of the masses inertia is at first in a static step: that of a second's step at most,
/// so that short steps come to equilibrium as well. 1 for all other integrators.
double first_inertia(const Model& model);

/// x~ for every vertex; scripted ones are overwritten by the caller.
void predict(const Model& model, const State& state, Positions acceleration, std::span<Vec3> x_tilde);

/// Moves the state to x, the minimum for x_tilde: velocities, accelerations, time and step number.
/// Scripted vertices move with (x - x^n) / h.
void advance_state(const Model& model, Positions x, Positions x_tilde, Positions acceleration,
                   const std::vector<std::uint8_t>& is_scripted, State& state);

}  // namespace lacuna
