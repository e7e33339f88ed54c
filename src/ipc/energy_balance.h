// Keeps Newmark from creating energy.
//
// With x1 - x0 = h (v0 + v1) / 2 every force f does the work f.(x1 - x0). Energy is created where that
// exceeds the potential energy released:
//
// - Elastic forces, averaged over both ends of a step, do so when vibrations are large, and without bound
//   where steps are long compared with the vibrations (a hundredth of a second, in most meshes): a rubber
//   box, dropped once, has 1e5 times its energy after some hundred steps.
// - Contact, which acts with its force at the end, removes energy wherever the barrier is convex. It adds
//   some when objects roll far around each other in one step, and when the barrier stiffness rises.
// - Strain limits also act with their force at the end. They create energy where they are not convex:
//   compression limits, when a triangle rotates.
// - The trapezoidal rule gives angular momentum to a body that deforms as it rotates. It ends up in the spin
//   of the body, where none of the measures below could remove it: a free rod that rotated by 20 degrees per
//   step reached 19 times its energy. The angular momentum gained from a body's own forces is known and
//   removed first, from bodies without scripted vertices.
//
// The energy created by each body's elements and by all contacts is accumulated over the run. A negative sum
// is left alone, and so is a sum of elements that is small compared with the vibration energy of the body:
// with short steps the sums merely oscillate with every vibration. The excess is removed from velocities such
// that momentum and angular momentum are conserved: from the vibration of a body, which is its motion minus
// the rigid motion of the same momenta; if contact has created the energy, first by another impulse of the
// current contact forces.
//
// If the remainder of a sum is still more than 0.25 % of the energy at stake, or the total energy is more
// than 0.5 % above that at the start of the run, the step is rejected and repeated with implicit Euler. The
// energy at stake is the largest sum of kinetic, elastic and contact energy and that of soft pins so far. The
// energy that the Euler step dissipates is credited to the sums.
//
// The work of body forces, of drag, of moving soft pins and of changes of gravity is added to the initial
// energy. That of scripts is unknown: when a scripted vertex has moved, the energy at the end of the step
// becomes the new reference.
#pragma once

#include "ipc/memory.h"
#include "ipc/potential.h"
#include "mesh/topology.h"

namespace lacuna::ipc {

class EnergyBalance {
 public:
  explicit EnergyBalance(const Model& model);

  /// Called when the contacts at the start of a step are known.
  void begin_step(Potential& potential, const State& state);
  /// Called after the step has led to `state`; memory.barrier is still that of the previous step. Returns
  /// false if a usual step has created more energy than could be removed: state and memory must then be
  /// discarded.
  [[nodiscard]] bool settle(Potential& potential, const TimeStep& step, State& state, Memory& memory);

 private:
  /// The rigid motion with the momentum and angular momentum of those vertices of a body that are not
  /// scripted, and the energy of their remaining motion, J.
  struct Vibration {
    Vec3 center = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();
    double energy = 0;
    Vec3 rigid_velocity(const Vec3& x) const { return velocity + spin.cross(x - center); }
  };

  void find_forces(const Potential& potential, Positions x1, StepKind kind);
  void find_created_by_elasticity(Positions x1);
  double created_by_contact(Potential& potential, Positions x1, const Memory& memory);
  /// Removes the angular momentum that a free body gained from its own forces.
  void take_back_torque(Index body, double dt, State& state);
  void settle_elasticity(Index body, State& state, Memory& memory);
  void settle_contact(State& state, Memory& memory);
  /// Credits the kinetic energy that implicit Euler dissipates, 1/2 m |v1 - v0|^2.
  void pay_back(const State& state, Memory& memory);
  bool has_excess(const State& state, const Memory& memory) const;
  bool has_script_moved(Positions x1) const;
  double work_of_forces(const State& state);
  bool keeps_limit(Potential& potential, const TimeStep& step, const State& state, Memory& memory);
  Vibration vibration_of(Index body, const State& state) const;
  /// Removes a fraction of the energy of a vibration.
  void slow_down(Index body, const Vibration& motion, double part, State& state) const;
  void take_out_of_vibration(std::span<const Index> bodies, double& excess, State& state);
  void take_out_of_contact(double& excess, State& state);
  void find_touching_bodies();

  const Model& model_;
  Components bodies_;           // connected by elements
  VertexElements vertices_of_;  // each body's

  // Of one step.
  std::vector<Vec3> x_start_, v_start_;
  double barrier_start_ = 0;                    // for a stiffness of 1
  double contact_start_ = 0, total_start_ = 0;  // J; the total without contact
  std::vector<std::uint8_t> is_scripted_;
  std::vector<double> created_;  // J, per body, by elasticity
  std::vector<double> elastic_;  // J, per body, at the end
  std::vector<Vec3> forces_;     // N, acting in the step: of elements, then of contact

  // Scratch.
  std::vector<Vec3> corners_, elastic_forces_, acceleration_;
  std::vector<double> energy_start_, energy_end_;
  std::vector<Index> touching_;
  std::vector<Vibration> vibrations_;
};

}  // namespace lacuna::ipc
