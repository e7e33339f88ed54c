// Implicit time integration as a minimisation: each scheme is a predicted position x~ and a factor theta on
// the forces,   x = argmin 1/2 |x - x~|^2_M + theta h^2 (potentials),   and an update of the velocity.
//
// Newmark is the trapezoidal rule for elasticity alone. Contact, friction, damping and strain limits act
// with their forces at the end of the step, as do body forces with that of its middle and gravity with its
// mean over the step (Kane, Repetto, Ortiz, Marsden 1999). With x1 - x0 = h (v0 + v1) / 2 their forces c1 do
// the work c1.(x1 - x0), which for a convex potential is at most the potential energy released: contact never
// adds energy. A force that vanishes before the next step, such as that of a contact, must not enter its
// prediction.
//
// A static step is a series of implicit Euler steps from rest (ipc/settle.cpp): inertia carries the load that
// nothing else carries, and that load measures the distance from equilibrium.
#pragma once

#include "sim/model.h"

namespace lacuna {

/// usual: a step of the model's integrator. damped: an implicit Euler step, with which a solver repeats a
/// Newmark step that would gain energy (ipc/energy_balance.h). A damped step minimises half of Euler's
/// function, so that stiffnesses that contain theta h^2 mean the same in both.
enum class StepKind : std::uint8_t { usual, damped };

/// How a step is made.
struct TimeStep {
  double dt;  ///< s
  StepKind kind = StepKind::usual;
};

/// Acceleration by gravity and body forces of every vertex in the step of length dt that ends at a time. Body
/// forces are those in the middle of the step. Gravity over time is that of the instant at which the scheme
/// balances forces: its mean over the step for Newmark, whose elastic forces are a mean too, and for implicit
/// Euler, whose velocities are then exact; at the end of the step for BDF2 and for an equilibrium.
void external_acceleration(const Model& model, double end, double dt, std::span<Vec3> out);

/// Factors of the forces over h^2: elastic forces, and contact, friction, damping and strain limits.
struct ForceFactors {
  double elastic, other;
};
/// For the step that starts at `state`: both 1 for implicit Euler, 4/9 BDF2 (Euler's in its first step and in
/// one of another length than the last); 1/4 and 1/2 Newmark, both 1/2 if damped.
ForceFactors force_factors(const Model& model, const State& state, const TimeStep& step);

/// Initial factor on inertia in a static step: at most that of a step of one second, so that short steps also
/// reach equilibrium. 1 for all other integrators, 1/2 if damped.
double first_inertia(const Model& model, const TimeStep& step);

/// m/s^2, per vertex.
struct Accelerations {
  Positions external;
  Positions elastic;  ///< at the start of the step; only Newmark needs them
};

/// Whether elastic forces act with the mean of those at both ends of the step, as with Newmark.
bool averages_elastic_forces(const Model& model, const TimeStep& step);

/// The velocity at the end of a step is affine in the position there: this times x - x^n, plus the next.
double end_velocity_rate(const Model& model, const State& state, const TimeStep& step);
/// m/s: that of a vertex which is back at its start. A static step has none: do not call it there.
Vec3 end_velocity_at_start(const Model& model, const State& state, const TimeStep& step, Index vertex);

/// x~ for every vertex; scripted ones are overwritten by the caller.
void predict(const Model& model, const State& state, const TimeStep& step, const Accelerations& at,
             std::span<Vec3> x_tilde);

/// Moves the state to x, the minimum: velocities, time and step number. Scripted vertices get the velocity (x
/// - x^n) / h.
void advance_state(const Model& model, Positions x, const std::vector<std::uint8_t>& is_scripted,
                   const TimeStep& step, State& state);

}  // namespace lacuna
