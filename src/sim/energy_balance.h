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
//
// What each body's elasticity and what all contacts have created is added up over the run. A sum below zero
// is left as it is, and so is one of elasticity that is small beside the energy of the body's vibration: with
// short steps sums go up and down with every vibration, and nothing else happens. What is above is taken out
// of velocities so that momentum and angular momentum are kept: out of those with which a body vibrates,
// which is what the rigid motion of the same momenta leaves; if contact has created it, first by another
// push of the present contact forces.
#pragma once

#include "mesh/topology.h"
#include "sim/potential.h"

namespace lacuna {

class EnergyBalance {
 public:
  explicit EnergyBalance(const Model& model);

  /// When the contacts of the start of a step are known.
  void begin_step(const Potential& potential, const State& state);
  /// After the step has led to `state`; state.barrier is still that of the step before.
  void settle(Potential& potential, State& state);

 private:
  /// The rigid motion with the momentum and angular momentum of a body's free vertices, and the energy of
  /// the rest, J.
  struct Vibration {
    Vec3 center = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();
    double energy = 0;
    Vec3 rigid_velocity(const Vec3& x) const { return velocity + spin.cross(x - center); }
  };

  void find_created_by_elasticity(Positions a0, Positions x1);
  double created_by_contact(Potential& potential, const State& state);
  void settle_elasticity(Index body, State& state);
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
  std::vector<Vec3> x_start_;
  double barrier_start_ = 0;  // for a stiffness of 1
  std::vector<std::uint8_t> is_scripted_;
  std::vector<double> created_;  // J, per body, by elasticity
  std::vector<double> elastic_;  // J, per body, at the end
  std::vector<Vec3> forces_;     // N: elastic, then of contact, at the end

  // Scratch.
  std::vector<Vec3> corners_;
  std::vector<double> energy_start_, energy_end_;
  std::vector<Index> touching_;
  std::vector<Vibration> vibrations_;
};

}  // namespace lacuna
