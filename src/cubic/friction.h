// Friction of the contacts of one linear system: how hard each contact presses, and where on the curve of
// friction it is linearised.
//
// The force of the barrier at an iterate is not what the contact transmits: a motion that was stopped at an
// obstacle leaves it far too large, one that has just begun to touch far too small. The last linear system
// has the force that balances momentum: the linearised barrier at its solution. Contacts come and go between
// two systems, so these forces are kept per vertex, and shared out among the contacts that a vertex has now.
//
// A step begins on the curve at the sliding that the velocities predict: at the positions themselves nothing
// has slid yet, and friction there is so stiff that a few iterations hardly leave it.
#pragma once

#include "cubic/contact_laws.h"
#include "sim/model.h"

namespace lacuna::cubic {

class Friction {
 public:
  explicit Friction(const Model& model);

  /// N, per vertex: normal forces of the last linear system, summed over its contacts. The memory of a step.
  const std::vector<double>& normal_forces() const { return normal_forces_; }
  void set_normal_forces(std::vector<double> forces) { normal_forces_ = std::move(forces); }

  /// The sliding that velocities predict over the step that begins.
  void begin_step(Positions x_start, Positions velocity, double dt);
  /// For the contacts of a system at x. `scale` is that of their stiffness: s^2 times N/m.
  void find(std::span<const StiffContact> contacts, const GapLaw& law, Positions x,
            std::span<const Vec3> plane_normals, double scale);
  /// After the system at x was solved: what its contacts transmit if everything moves along `direction`.
  void remember_forces(std::span<const StiffContact> contacts, const GapLaw& law, Positions x,
                       Positions direction, double scale);

  FrictionLaw law(Positions x) const { return {stencils_, x, x_start_, x_before_, epsilon_, is_first_}; }
  bool is_acting() const { return !stencils_.empty(); }

 private:
  void share_forces(std::span<const StiffContact> contacts, const GapLaw& law);

  const Model& model_;
  bool has_friction_;
  std::vector<double> normal_forces_;   // N, per vertex
  std::vector<double> barrier_forces_;  // per vertex: the forces of the barrier at x, in its units
  std::vector<double> contact_forces_;  // N, per contact
  std::vector<FrictionStencil> stencils_;
  std::vector<Vec3> x_start_, x_before_;  // x_before_: of the last system, or where velocities lead
  double epsilon_ = 0;                    // m
  bool is_first_ = true;                  // system of this step
};

}  // namespace lacuna::cubic
