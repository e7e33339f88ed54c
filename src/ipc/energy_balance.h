// Keeps Newmark from creating energy.
//
// With x1 - x0 = h (v0 + v1) / 2 every force f does the work f.(x1 - x0). Energy is created where that is
// more than its potential gives off:
//
// - Elastic forces, of which a step takes the mean of both ends, do so when vibrations are large, and where
//   steps are long beside them (a hundredth of a second, in most meshes) without bound: a box of rubber,
//   dropped once, has 1e5 times its energy after some hundred steps.
// - Contact, which acts with its force at the end, takes energy away wherever the barrier is convex. It adds
//   some when things roll around each other by much in one step, and when the stiffness of the barrier rises.
// - Strain limits act with their force at the end as well. They create energy where they are not convex:
//   those of compression, when a triangle turns.
// - The trapezoidal rule gives angular momentum to what deforms as it turns. It ends up in the spin of the
//   body, from where nothing below could take it: a free rod that turned by 20 degrees in a step came to 19
//   times its energy. What a body's own forces have given to it is known and taken back first, from bodies
//   without scripted vertices.
//
// What each body's elements and what all contacts have created is added up over the run. A sum below zero
// is left as it is, and so is one of elements that is small beside the energy of the body's vibration: with
// short steps sums go up and down with every vibration, and nothing else happens. What is above is taken out
// of velocities so that momentum and angular momentum are kept: out of those with which a body vibrates,
// which is what the rigid motion of the same momenta leaves; if contact has created it, first by another
// push of the present contact forces.
//
// Where that is not enough, the step is not accepted, and done again by implicit Euler: what is left of a sum
// is more than 0.25 % of the energy at stake, or the total energy is above that of the start of the run by
// more than 0.5 %. Energy at stake is the most kinetic, elastic and contact energy so far. What the step by
// Euler loses pays the sums back.
//
// The work of body forces is added to the energy of the start. That of scripts is not known: when a scripted
// vertex has moved, the energy at the end of the step becomes the one to compare with.
#pragma once

#include "ipc/memory.h"
#include "ipc/potential.h"
#include "mesh/topology.h"

namespace lacuna::ipc {

class EnergyBalance {
 public:
  explicit EnergyBalance(const Model& model);

  /// When the contacts of the start of a step are known.
  void begin_step(Potential& potential, const State& state, const Memory& memory);
  /// After the step has led to `state`; memory.barrier is still that of the step before. False if a usual
  /// step has created more than could be taken out: state and memory are put back as they were before.
  [[nodiscard]] bool settle(Potential& potential, const TimeStep& step, State& state, Memory& memory);

 private:
  /// The rigid motion with the momentum and angular momentum of a body's free vertices, and the energy of
  /// the rest, J.
  struct Vibration {
    Vec3 center = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();
    double energy = 0;
    Vec3 rigid_velocity(const Vec3& x) const { return velocity + spin.cross(x - center); }
  };

  void put_back(State& state, Memory& memory) const;
  void find_forces(const Potential& potential, Positions x1, StepKind kind);
  void find_created_by_elasticity(Positions x1);
  double created_by_contact(Potential& potential, Positions x1, const Memory& memory);
  /// Takes the angular momentum out of a free body that its own forces have given to it.
  void take_back_torque(Index body, double dt, State& state);
  void settle_elasticity(Index body, State& state, Memory& memory);
  void settle_contact(State& state, Memory& memory);
  /// With the kinetic energy that implicit Euler loses, 1/2 m |v1 - v0|^2.
  void pay_back(const State& state, Memory& memory);
  bool has_excess(const State& state, const Memory& memory) const;
  bool has_script_moved(Positions x1) const;
  double work_of_forces(const State& state);
  bool keeps_limit(Potential& potential, const TimeStep& step, const State& state, Memory& memory);
  Vibration vibration_of(Index body, const State& state) const;
  /// Takes a part of the energy of a vibration.
  void slow_down(Index body, const Vibration& motion, double part, State& state) const;
  void take_out_of_vibration(std::span<const Index> bodies, double& excess, State& state);
  void take_out_of_contact(double& excess, State& state);
  void find_touching_bodies();

  const Model& model_;
  Components bodies_;           // what elements join
  VertexElements vertices_of_;  // each body's

  // Of one step.
  std::vector<Vec3> x_start_, v_start_;
  double time_start_ = 0, time_remainder_start_ = 0, dt_before_start_ = 0;  // s
  std::vector<double> created_by_elasticity_start_;
  double created_by_contact_start_ = 0;
  double barrier_start_ = 0;                    // for a stiffness of 1
  double contact_start_ = 0, total_start_ = 0;  // J; the total without contact
  std::vector<std::uint8_t> is_scripted_;
  std::vector<double> created_;  // J, per body, by elasticity
  std::vector<double> elastic_;  // J, per body, at the end
  std::vector<Vec3> forces_;     // N, that act in the step: of elements, then of contact

  // Scratch.
  std::vector<Vec3> corners_, elastic_forces_, acceleration_;
  std::vector<double> energy_start_, energy_end_;
  std::vector<Index> touching_;
  std::vector<Vibration> vibrations_;
};

}  // namespace lacuna::ipc
