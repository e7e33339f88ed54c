// The linear systems of one step: inertia, elasticity, contacts, friction and strain limits at a state, with
// stiffnesses evaluated there and then frozen; and how far the state may move along the solution.
//
// Scripted vertices are known. Their motion to the end of the step is a part of every direction, and what
// touches them feels it through the right-hand side (lifting).
#pragma once

#include "contact/contact_detector.h"
#include "scene/cubic_settings.h"
#include "sim/contact_friction.h"
#include "sim/limits.h"
#include "sim/motion_bound.h"
#include "sim/step_report.h"
#include "sim/stop_times.h"

namespace lacuna {

struct ContactSystemOptions {
  BarrierShape barrier = BarrierShape::cubic;  ///< of contacts and strain limits
  StiffnessParts stiffness = StiffnessParts::mass_and_elasticity;
  double least_limit_margin = 0;  ///< sim/limits.h
};

/// How far a step is, after vertices have moved as far as they could.
struct StepProgress {
  double covered;  ///< 1 less what is missing, as a part of the motion of this step
  /// The energy with which elements and contacts resist the missing part, over the kinetic energy of the
  /// motion; the root. Where vertices of a stiff body stop and others do not, this is large: it would be
  /// thrown apart.
  double distortion;
};

class ContactSystem {
 public:
  ContactSystem(const Model& model, const ContactSystemOptions& options);

  /// For the step of length dt that starts at `state`. False if it cannot start there: something is not
  /// finite, or what a script has released touches something.
  [[nodiscard]] bool begin_step(const State& state, double dt);
  /// Gives the step that has begun another length.
  void set_length(const State& state, double dt);
  /// dt, or a part of it in which the paths of all scripts are nearly straight: a step has no legs of its
  /// own.
  double length_without_legs(const State& state, double dt);
  /// Marks the vertices that scripts moved in the step that led to `state`.
  void restore_scripts(const State& state);

  /// Contacts at x, with their stiffnesses in the last system.
  void find_contacts(Positions x);
  std::span<const StiffContact> contacts() const { return contacts_; }
  /// The system at x: contacts, stiffnesses, matrix and right-hand side.
  void assemble(Positions x);
  /// Once its matrix was not positive definite: tries without the Hessian of pressure. False if that changes
  /// nothing.
  bool assemble_without_pressure();
  const BlockMatrix& matrix() const { return dynamics_.matrix(); }
  const std::vector<Vec3>& right_side() const { return right_side_; }
  /// From x to where inertia and external forces alone would lead, or scripts.
  void predicted_motion(Positions x, std::span<Vec3> out) const;
  /// m: the longest motion of vertices without a script.
  double longest_motion(Positions motion) const;
  /// m: how far any of them may go in one iteration. Farther than it flies, or than the scene is large, leads
  /// nowhere.
  double reach(Positions x);
  /// After the system at x was solved.
  void remember_forces(Positions x, Positions direction);
  /// The forces of the last system, which the friction of the next one takes over from step to step.
  ContactFriction& friction() { return friction_; }
  const ContactFriction& friction() const { return friction_; }

  /// The largest t <= 1 such that x + t p is admissible for all elements and free of collisions. No gap falls
  /// below a hundredth of dhat, or half of what it is if that is less.
  DirectionBound bound(Positions x, Positions p);

  /// How far each vertex may go from x along p, if not all have to stop with the first one. The gap that a
  /// pair keeps is a part of what it is whenever another vertex of the pair has stopped. False if all had to
  /// stop in the end.
  bool find_stops(Positions x, Positions p, const MotionLimits& limits);
  const StopTimes& stops() const { return stop_times_; }

  /// Of a step from x_start to x, with a part missing. Of the object for which each is worst; scripted
  /// vertices of an object count by themselves, and so does every half-space and sphere.
  StepProgress progress(Positions x_start, Positions x, Positions missing);

  const Model& model() const { return model_; }
  const Surface& surface() const { return surface_; }
  const ScriptedVertices& scripted() const { return scripted_; }
  const Dynamics& dynamics() const { return dynamics_; }
  double dt() const { return dynamics_.step().dt; }
  /// Exact.
  bool is_free_of_intersections(Positions x) {
    return !model_.contact.is_enabled || detector_.intersections(x).empty();
  }

  /// Whether all promises hold at x: no intersection (exact), gaps above zero, limits kept, nothing inverted.
  /// Finds the contacts at x.
  bool is_admissible(Positions x);

  /// What is reported of a state, for which is_admissible() was the last call; stiffnesses are those of the
  /// last system.
  void measure(const State& state, StepReport& report);

  Index contact_count() const { return count_of(contacts_); }  ///< of the last find_contacts()
  double smallest_gap() const;                                 ///< m, distance less offset, likewise
  /// m: how far the scripted vertex farthest from its target is from it.
  double script_lag(Positions x) const;

  /// Wall time spent on finding contacts so far.
  double contact_seconds() const { return contact_seconds_; }

 private:
  void begin_scripts(double time, double dt);
  void finish_system();
  StiffnessTerms stiffness_terms() const;

  const Model& model_;
  const ContactSystemOptions options_;
  Surface surface_;  // the model's, with the vertices scripted now
  ScriptedVertices scripted_;
  ContactDetector detector_;
  Dynamics dynamics_;
  GapLaw law_;
  Limits limits_;
  ContactFriction friction_;
  StopTimes stop_times_;
  ElasticSnapshot snapshot_;
  StencilAssembly contact_assembly_;
  std::vector<StiffContact> contacts_;
  std::vector<Vec3> gradient_, right_side_, script_motion_;
  std::vector<double> element_energy_;  // scratch
  // Of the dynamic or the scripted vertices of an object, kg m^2: what is missing of their motion, what
  // elements and contacts would add to that, and their motion so far.
  struct MotionSums {
    double missing = 0, resistance = 0, done = 0;
  };
  std::vector<MotionSums> sums_;
  std::vector<Vec3> missing_, resistance_, predicted_motion_;
  bool is_release_unchecked_ = false;
  double contact_seconds_ = 0;
};

}  // namespace lacuna
