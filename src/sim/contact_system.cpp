#include "sim/contact_system.h"

#include "base/parallel.h"
#include "base/timer.h"
#include "sim/measure.h"

#include <algorithm>
#include <cmath>

namespace lacuna {

namespace {

constexpr Index contact_chunk = 64;

// What a motion leaves of every gap: half of it, but not more than a hundredth of dhat. The stiffness grows
// like 1 / gap^2; without a floor the gaps of loaded contacts shrink step by step, and it overflows.
constexpr MotionLimits motion_limits{.t_max = 1, .gap_fraction = 0.5, .kept_of_dhat = 0.01 / 0.9};

// Steps are cut until a script follows its path in one straight leg, or this often.
constexpr int most_leg_cuts = 5;

bool is_finite(Positions x) {
  return parallel_max(count_of(x), 0, [&](Index v) {
           return x[static_cast<size_t>(v)].allFinite() ? 0.0 : std::numeric_limits<double>::infinity();
         }) == 0;
}

}  // namespace

ContactSystem::ContactSystem(const Model& model, const ContactSystemOptions& options)
    : model_(model),
      options_(options),
      surface_(model.surface),
      scripted_(model),
      detector_(surface_, model.rest, std::vector<ContactPlane>(model.planes.begin(), model.planes.end()),
                {.dhat = model.dhat, .edge_pairs = EdgePairs::crossing},
                std::vector<ContactSphere>(model.spheres.begin(), model.spheres.end())),
      dynamics_(model),
      law_{options.barrier, model.dhat},
      limits_(model, options.barrier, options.least_limit_margin),
      friction_(model),
      stop_times_(model, surface_),
      gradient_(model.rest.size()),
      right_side_(model.rest.size()),
      script_motion_(model.rest.size()) {
  dynamics_.set_limit_factor(0);  // limits_ replaces them
  begin_scripts(0, model.step);
}

void ContactSystem::begin_scripts(double time, double dt) {
  if (!scripted_.begin_step(time, dt)) return;
  is_release_unchecked_ = true;
  for (Index v = 0; v < surface_.vertex_count(); ++v)
    surface_.set_kinematic(v, scripted_.is_scripted()[static_cast<size_t>(v)] != 0);
}

void ContactSystem::restore_scripts(const State& state) {
  begin_scripts(state.time, state.step > 0 ? state.dt_before : model_.step);
}

void ContactSystem::set_length(const State& state, double dt) {
  begin_scripts(state.time_after(dt), dt);
  dynamics_.begin_step(state, {dt}, scripted_);
  friction_.set_length(dt);
}

double ContactSystem::length_without_legs(const State& state, double dt) {
  for (int k = 0; k < most_leg_cuts; ++k) {
    begin_scripts(state.time_after(dt), dt);
    if (scripted_.leg_count() <= 1) break;
    dt /= static_cast<double>(scripted_.leg_count());
  }
  return dt;
}

bool ContactSystem::is_admissible(Positions x) {
  const Elements& elements = dynamics_.elements();
  if (elements.find_inadmissible(x) >= 0 || !(elements.smallest_limit_margin(x) > 0)) return false;
  if (!is_free_of_intersections(x)) return false;
  find_contacts(x);
  return smallest_gap() > 0;
}

bool ContactSystem::begin_step(const State& state, double dt) {
  set_length(state, dt);
  friction_.begin_step(state.x, state.v, dt);
  if (!is_finite(state.x)) return false;
  if (!is_release_unchecked_) return true;
  if (!is_free_of_intersections(state.x)) return false;
  find_contacts(state.x);
  if (!(smallest_gap() > 0)) return false;
  is_release_unchecked_ = false;
  return true;
}

StiffnessTerms ContactSystem::stiffness_terms() const {
  const bool has_elastic = options_.stiffness == StiffnessParts::mass_and_elasticity && snapshot_.is_taken();
  return {.mass = model_.mass,
          .is_known = scripted_.is_scripted(),
          .scale = dynamics_.other_scale(),
          .elastic = has_elastic ? &snapshot_ : nullptr};
}

void ContactSystem::find_contacts(Positions x) {
  contacts_.clear();
  if (!model_.contact.is_enabled) return;
  const Timer timer;
  const std::vector<ContactStencil>& found = detector_.find(x);
  contact_seconds_ += timer.seconds();
  contacts_.resize(found.size());
  const StiffnessTerms terms = stiffness_terms();
  parallel_for(
      count_of(found),
      [&](Index i) {
        const ContactStencil& stencil = found[static_cast<size_t>(i)];
        const FrozenContact frozen = freeze_contact(stencil, gather(stencil, x, detector_.plane_normals()));
        contacts_[static_cast<size_t>(i)] = {stencil, frozen, contact_stiffness(stencil, frozen, terms)};
      },
      contact_chunk);
}

void ContactSystem::predicted_motion(Positions x, std::span<Vec3> out) const {
  const std::vector<Vec3>& end = dynamics_.predicted();
  parallel_for(count_of(x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    out[v] = end[v] - x[v];
  });
}

double ContactSystem::longest_motion(Positions motion) const {
  const std::vector<std::uint8_t>& is_scripted = scripted_.is_scripted();
  return std::sqrt(parallel_max(count_of(motion), 0, [&](Index i) {
    const auto v = static_cast<size_t>(i);
    return is_scripted[v] ? 0 : motion[v].squaredNorm();
  }));
}

double ContactSystem::reach(Positions x) {
  predicted_motion_.resize(x.size());
  predicted_motion(x, predicted_motion_);
  return std::max(model_.size, 2 * longest_motion(predicted_motion_));
}

void ContactSystem::remember_forces(Positions x, Positions direction) {
  friction_.remember_forces(contacts_, law_, x, direction, dynamics_.other_scale());
}

void ContactSystem::assemble(Positions x) {
  const std::vector<std::uint8_t>& is_known = scripted_.is_scripted();
  scripted_.missing(x, script_motion_);
  dynamics_.linearise(x, gradient_);
  const bool needs_snapshot = model_.contact.is_enabled || !limits_.is_empty();
  if (needs_snapshot && options_.stiffness == StiffnessParts::mass_and_elasticity)
    snapshot_.take(dynamics_, limits_.blocks());
  find_contacts(x);
  friction_.set_known(is_known);
  friction_.find(contacts_, law_, x, detector_.plane_normals(), dynamics_.other_scale());
  limits_.update(x, dynamics_.x_start(), stiffness_terms());
  limits_.add(x, gradient_, dynamics_.element_blocks());
  contact_assembly_.evaluate({.is_known = is_known, .motion = script_motion_}, BarrierLaw{contacts_, law_},
                             friction_.law(x));
  contact_assembly_.add_gradient(gradient_);
  finish_system();
}

bool ContactSystem::assemble_without_pressure() {
  if (!dynamics_.leave_out_pressure()) return false;
  finish_system();
  return true;
}

/// Matrix and right-hand side from gradients and Hessians.
void ContactSystem::finish_system() {
  const std::vector<std::uint8_t>& is_known = scripted_.is_scripted();
  dynamics_.assemble(contact_assembly_, is_known);
  for (size_t v = 0; v < gradient_.size(); ++v) right_side_[v] = -gradient_[v];
  dynamics_.lift(contact_assembly_, is_known, script_motion_, right_side_);
}

DirectionBound ContactSystem::bound(Positions x, Positions p) {
  const ElementBound admissible = dynamics_.elements().step_bound(x, p);
  DirectionBound bound{{admissible.time}, admissible.element};
  if (!model_.contact.is_enabled) return bound;
  MotionLimits limits = motion_limits;
  limits.t_max = admissible.time;
  static_cast<MotionBound&>(bound) = detector_.bound(x, p, limits);
  return bound;
}

bool ContactSystem::find_stops(Positions x, Positions p, const MotionLimits& limits) {
  return stop_times_.find(detector_, dynamics_.elements(), scripted_, x, p, limits);
}

StepProgress ContactSystem::progress(Positions x_start, Positions x, Positions missing) {
  const std::vector<std::uint8_t>& is_scripted = scripted_.is_scripted();
  const auto object_count = static_cast<size_t>(surface_.object_count());
  const auto first_wall = static_cast<size_t>(surface_.vertex_count());
  missing_.assign(missing.begin(), missing.end());
  resistance_.resize(x.size());
  for (const Index v : scripted_.vertices()) missing_[static_cast<size_t>(v)].setZero();
  matrix().multiply(missing_, resistance_);
  sums_.assign(2 * object_count + (x.size() - first_wall), {});
  const auto group_of = [&](size_t v) {
    if (v >= first_wall) return 2 * object_count + (v - first_wall);
    const auto object = static_cast<size_t>(surface_.object_of(static_cast<Index>(v)));
    return is_scripted[v] ? object_count + object : object;
  };
  for (size_t v = 0; v < x.size(); ++v) {
    const double done = (x[v] - x_start[v]).squaredNorm();
    if (done == 0 && missing[v].isZero(0)) continue;
    MotionSums& sums = sums_[group_of(v)];
    const double part = model_.mass[v] * missing[v].squaredNorm();
    sums.missing += part;
    if (!is_scripted[v]) sums.resistance += missing_[v].dot(resistance_[v]) - part;
    sums.done += model_.mass[v] * (done + square(model_.dhat));
  }
  double most_missing = 0, most_resistance = 0;
  for (const MotionSums& sums : sums_) {
    if (!(sums.done > 0)) continue;
    most_missing = std::max(most_missing, sums.missing / sums.done);
    most_resistance = std::max(most_resistance, sums.resistance / sums.done);
  }
  return {.covered = 1 - std::sqrt(most_missing), .distortion = std::sqrt(most_resistance)};
}

double ContactSystem::smallest_gap() const {
  double smallest = std::numeric_limits<double>::infinity();
  for (const StiffContact& contact : contacts_) smallest = std::min(smallest, contact.frozen.gap);
  return smallest;
}

double ContactSystem::script_lag(Positions x) const {
  double lag2 = 0;
  for (const Index v : scripted_.vertices())
    lag2 = std::max(lag2, (scripted_.target(v) - x[static_cast<size_t>(v)]).squaredNorm());
  return std::sqrt(lag2);
}

void ContactSystem::measure(const State& state, StepReport& report) {
  lacuna::measure(model_, dynamics_.elements(), state, report);
  report.contacts = count_of(contacts_);
  report.min_gap = smallest_gap();
  report.energy = motion_energy(model_, state);
  element_energy_.resize(static_cast<size_t>(model_.elements.count()));
  dynamics_.element_energies(state.x, element_energy_);
  const double elastic =
      ordered_sum(model_.elements.count(), [&](Index e) { return element_energy_[static_cast<size_t>(e)]; });
  const double contact = ordered_sum(count_of(contacts_), [&](Index i) {
    const StiffContact& c = contacts_[static_cast<size_t>(i)];
    return c.stencil.weight * law_.energy(c.frozen.gap, c.kappa);
  });
  report.energy.elastic = elastic + limits_.energy(state.x) / dynamics_.other_scale();
  report.energy.contact = contact / dynamics_.other_scale();
  report.energy.pressure = dynamics_.pressure_energy(state.x);
  report.energy.pins = dynamics_.pin_energy(state.x);
}

}  // namespace lacuna
