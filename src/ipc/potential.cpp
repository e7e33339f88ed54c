#include "ipc/potential.h"

#include "base/parallel.h"
#include "base/timer.h"
#include "ipc/contact_laws.h"
#include "sim/measure.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lacuna::ipc {

namespace {

bool is_finite(Positions x) {
  return parallel_max(count_of(x), 0, [&](Index v) {
           return x[static_cast<size_t>(v)].allFinite() ? 0.0 : std::numeric_limits<double>::infinity();
         }) == 0;
}

}  // namespace

Potential::Potential(const Model& model, const Settings& settings)
    : model_(model),
      surface_(model.surface),
      scripted_(model),
      pull_(model, scripted_),
      detector_(surface_, model.rest, std::vector<ContactPlane>(model.planes.begin(), model.planes.end()),
                {.dhat = model.dhat, .weights = settings.weights},
                std::vector<ContactSphere>(model.spheres.begin(), model.spheres.end())),
      dynamics_(model),
      friction_(model, settings.newton_tolerance),
      weights_(settings.weights),
      gradient_(model.rest.size()) {
  begin_scripts(0, model.step);
}

void Potential::begin_scripts(double time, double dt) {
  const bool has_changed = scripted_.begin_step(time, dt);
  pull_.begin_step();
  if (!has_changed) return;
  is_release_unchecked_ = true;
  for (Index v = 0; v < surface_.vertex_count(); ++v)
    surface_.set_kinematic(v, scripted_.is_scripted()[static_cast<size_t>(v)] != 0);
}

void Potential::restore_scripts(const State& state) {
  begin_scripts(state.time, state.step > 0 ? state.dt_before : model_.step);
}

void Potential::begin_step(const State& state, const TimeStep& step) {
  begin_scripts(state.time_after(step.dt), step.dt);
  dynamics_.begin_step(state, step, scripted_);
  begin_friction(state);
  contact_noise_ = 0;
}

void Potential::rest(double inertia) {
  dynamics_.rest(current_.x, inertia, scripted_);
  friction_.begin_step(dt(), dynamics_.x_start(), dynamics_.x_start());
}

/// Newmark's velocity at the end of the step is twice the mean less that of its start: friction of that one
/// stops what slides. That of the mean would turn it around, again and again. Scripted vertices have the same
/// velocity all along the step.
void Potential::begin_friction(const State& state) {
  x_reference_ = state.x;
  if (model_.integrator == Integrator::newmark && dynamics_.step().kind == StepKind::usual)
    for (size_t v = 0; v < x_reference_.size(); ++v)
      x_reference_[v] +=
          0.5 * (scripted_.is_scripted()[v] ? dynamics_.script_motion()[v] : Vec3(dt() * state.v[v]));
  friction_.begin_step(dt(), state.x, x_reference_);
}

void Potential::evaluate(Positions x, Evaluation& out) {
  out.x.assign(x.begin(), x.end());
  out.element_energy.resize(static_cast<size_t>(model_.elements.count()));
  out.contacts.clear();
  out.barrier = 0;
  out.is_allowed = is_finite(x);
  if (!out.is_allowed) return;
  dynamics_.element_energies(x, out.element_energy);
  if (!model_.contact.is_enabled) return;
  const Timer timer;
  out.contacts = detector_.find(x);
  contact_seconds_ += timer.seconds();
  out.barrier = ordered_sum(count_of(out.contacts), [&](Index i) {
    const ContactStencil& stencil = out.contacts[static_cast<size_t>(i)];
    return contact_energy(stencil, gather(stencil, x, detector_.plane_normals()), unit_law());
  });
  out.is_allowed = std::isfinite(out.barrier);
}

bool Potential::start_at(Positions x) {
  evaluate(x, current_);
  if (!current_.is_allowed || (is_release_unchecked_ && !is_free_of_intersections(x))) return false;
  is_release_unchecked_ = false;
  return true;
}

double Potential::change(Positions x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  evaluate(x, trial_);
  if (!trial_.is_allowed) return infinity;
  const Positions from = current_.x;
  const double inertia = dynamics_.inertia_change(from, x);
  const double elastic = ordered_sum(model_.elements.count(), [&](Index e) {
    return trial_.element_energy[static_cast<size_t>(e)] - current_.element_energy[static_cast<size_t>(e)];
  });
  const double barrier = kappa_ * (trial_.barrier - current_.barrier);
  noise_ = dynamics_.noise() + contact_noise_ +
           4 * std::numeric_limits<double>::epsilon() * kappa_ * std::max(trial_.barrier, current_.barrier);
  const double sum = inertia + dynamics_.force_scale() * elastic + barrier +
                     friction_.energy_change(from, x) + dynamics_.damping_change(from, x) +
                     pull_.energy_change(from, x) + dynamics_.load_change(from, x);
  return std::isnan(sum) ? infinity : sum;
}

void Potential::set_limit_factor(double factor) {
  if (factor == dynamics_.limit_factor()) return;
  dynamics_.set_limit_factor(factor);
  if (!current_.element_energy.empty()) dynamics_.element_energies(current_.x, current_.element_energy);
}

void Potential::zero_known(std::span<Vec3> vector) const {
  for (size_t v = 0; v < vector.size(); ++v)
    if (pull_.is_known()[v]) vector[v].setZero();
}

void Potential::split_gradient(std::span<Vec3> smooth, std::span<Vec3> barrier) {
  std::fill(smooth.begin(), smooth.end(), Vec3::Zero());
  std::fill(barrier.begin(), barrier.end(), Vec3::Zero());
  dynamics_.add_inertia_gradient(current_.x, smooth);
  dynamics_.add_damping_gradient(current_.x, smooth);
  pull_.add_gradient(current_.x, smooth);
  dynamics_.add_load_gradient(current_.x, smooth);
  dynamics_.add_element_gradient(current_.x, smooth);
  for (const ContactStencil& stencil : current_.contacts) {
    if (stencil.kind == StencilKind::mollified) continue;
    const Vec12 g =
        contact_gradient(stencil, gather(stencil, current_.x, detector_.plane_normals()), unit_law());
    for (int k = 0; k < node_count(stencil.kind); ++k)
      barrier[static_cast<size_t>(stencil.nodes[static_cast<size_t>(k)])] += g.segment<3>(3 * k);
  }
  for (size_t v = 0; v < smooth.size(); ++v)
    if (scripted_.is_scripted()[v]) {
      smooth[v].setZero();
      barrier[v].setZero();
    }
}

void Potential::add_barrier_gradient(double scale, std::span<Vec3> gradient) const {
  for (const ContactStencil& stencil : current_.contacts) {
    const Vec12 g =
        contact_gradient(stencil, gather(stencil, current_.x, detector_.plane_normals()), unit_law());
    for (int k = 0; k < node_count(stencil.kind); ++k)
      gradient[static_cast<size_t>(stencil.nodes[static_cast<size_t>(k)])] += scale * g.segment<3>(3 * k);
  }
}

void Potential::assemble() {
  dynamics_.linearise(current_.x, gradient_);
  pull_.add_gradient(current_.x, gradient_);
  contact_assembly_.evaluate({.is_known = pull_.is_known()},
                             BarrierLaw{current_.contacts, detector_.plane_normals(), law(), current_.x},
                             FrictionLaw{friction_, current_.x});
  contact_assembly_.add_gradient(gradient_);
  const double extent = std::sqrt(parallel_max(
      count_of(current_.x), 0, [&](Index v) { return current_.x[static_cast<size_t>(v)].squaredNorm(); }));
  contact_noise_ = std::numeric_limits<double>::epsilon() * extent * contact_assembly_.gradient_sum();
  zero_known(gradient_);
  pull_.add_diagonal(dynamics_.diagonal());
  dynamics_.assemble(contact_assembly_, pull_.is_known());
}

bool Potential::assemble_without_pressure() {
  if (!dynamics_.leave_out_pressure()) return false;
  dynamics_.assemble(contact_assembly_, pull_.is_known());
  return true;
}

DirectionBound Potential::bound(Positions p, double gap_fraction) {
  const ElementBound admissible = dynamics_.elements().step_bound(current_.x, p);
  if (!model_.contact.is_enabled) return {{admissible.time}, admissible.element};
  return {detector_.bound(current_.x, p, {.t_max = admissible.time, .gap_fraction = gap_fraction}),
          admissible.element};
}

ContactLaw Potential::unit_law() const {
  const bool is_area = weights_ == ContactWeights::area;
  return {model_.dhat, 1, is_area ? BarrierUnits::length : BarrierUnits::length4};
}

ContactLaw Potential::law() const {
  ContactLaw law = unit_law();
  law.stiffness = kappa_;
  return law;
}

void Potential::lag_friction(double stiffness) {
  ContactLaw lagged = unit_law();
  lagged.stiffness = stiffness;
  friction_.lag(current_.contacts, current_.x, detector_.plane_normals(),
                [&](const ContactStencil& stencil, const StencilPoints& x) {
                  return contact_normal_force(stencil, x, lagged);
                });
}

double Potential::smallest_gap() const {
  return lacuna::smallest_gap(current_.contacts, current_.x, detector_.plane_normals());
}

EnergyReport Potential::energy_report(const State& state) {
  EnergyReport report = motion_energy(model_, state);
  const std::vector<double>* elastic = &current_.element_energy;
  if (model_.elements.has_limits() && dynamics_.limit_scale() != dynamics_.limit_factor()) {
    reported_energy_.resize(elastic->size());
    dynamics_.elements().energies(current_.x, {1, dynamics_.limit_factor()}, reported_energy_);
    elastic = &reported_energy_;
  }
  report.elastic =
      ordered_sum(model_.elements.count(), [&](Index t) { return (*elastic)[static_cast<size_t>(t)]; });
  report.contact = kappa_ * current_.barrier / contact_scale();
  report.pressure = dynamics_.pressure_energy(state.x);
  report.pins = dynamics_.pin_energy(state.x);
  return report;
}

}  // namespace lacuna::ipc
