// Friction of the contacts of one linear system: how hard each contact presses, and where on the curve
// of friction it is linearised.
//
// The force of the barrier at an iterate is not what the contact transmits: a motion that was stopped at an
// obstacle leaves it far too large, one that has just begun to touch far too small. The last linear system
// has the force that balances momentum: the linearised barrier at its solution. Where it would pull, the
// others of the same two objects press too hard by as much, and are scaled down. Contacts come and go between
// two systems, so these forces are kept per vertex, and shared out among the contacts that a vertex has now,
// none of which rubs with more than the force of its barrier.
//
// A step begins on the curve at the sliding that the velocities predict: at the positions themselves nothing
// has slid yet, and friction there is so stiff that a few iterations hardly leave it.
#pragma once

#include "sim/model.h"
#include "sim/stiff_contact.h"

namespace lacuna {

class ContactFriction {
 public:
  explicit ContactFriction(const Model& model);

  /// N, per vertex: normal forces of the last linear system, summed over its contacts; zero where it was
  /// known, since an obstacle may touch many bodies that have nothing to do with each other. The memory of a
  /// step.
  const std::vector<double>& normal_forces() const { return normal_forces_; }
  void set_normal_forces(std::vector<double> forces) { normal_forces_ = std::move(forces); }

  /// Predicts the sliding over the step that begins from its velocities.
  void begin_step(Positions x_start, Positions velocity, double dt);
  /// Gives the step that has begun another length.
  void set_length(double dt);
  /// For the contacts of a system at x. `scale` is that of their stiffness: s^2 times N/m.
  void find(std::span<const StiffContact> contacts, const GapLaw& law, Positions x,
            std::span<const Vec3> plane_normals, double scale);
  /// After the system at x was solved: what its contacts transmit if everything moves along `direction`.
  void remember_forces(std::span<const StiffContact> contacts, const GapLaw& law, Positions x,
                       Positions direction, double scale);
  /// Of the system at hand; must live as long as it is used.
  void set_known(std::span<const std::uint8_t> is_known) { is_known_ = is_known; }

  FrictionLaw law(Positions x) const { return {stencils_, x, x_start_, x_before_, epsilon_, is_first_}; }
  bool is_acting() const { return !stencils_.empty(); }
  /// Whether much of the friction of the first system was linearised far from where its solution slides:
  /// another system must correct it before the step may end.
  bool is_surprised() const { return is_surprised_; }

 private:
  /// Of all contacts between two objects, in the last system.
  struct PairForce {
    std::array<Index, 2> objects;
    double sum = 0, pressing = 0;  // with and without those that would pull
  };

  PairForce& pair_force(const ContactStencil& stencil);
  bool has_surprised(Positions x, Positions direction) const;
  void share_forces(std::span<const StiffContact> contacts, const GapLaw& law, double scale);

  const Model& model_;
  bool has_friction_;
  std::span<const std::uint8_t> is_known_;  // per vertex
  std::vector<double> normal_forces_;       // N, per vertex
  std::vector<double> barrier_forces_;      // N, per vertex: the forces of the barriers at x
  std::vector<double> contact_forces_;      // N, per contact
  std::vector<PairForce> pair_forces_;      // sorted; pairs stay when their contacts are gone
  std::vector<FrictionStencil> stencils_;
  std::vector<Vec3> x_start_, x_before_;  // x_before_: of the last system, or where velocities lead
  double dt_ = 0, epsilon_ = 0;           // s, m
  bool is_first_ = true;                  // system of this step
  bool is_predicted_ = true;              // x_before_, by velocities
  bool is_surprised_ = false;
};

}  // namespace lacuna
