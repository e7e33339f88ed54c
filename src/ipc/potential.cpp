#include "ipc/potential.h"

#include "base/parallel.h"
#include "base/timer.h"
#include "sim/bodies.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lacuna {

namespace {

std::vector<ContactPlane> contact_planes(const Model& model) {
  std::vector<ContactPlane> planes;
  for (const Plane& plane : model.planes) planes.push_back({plane.vertex, plane.normal});
  return planes;
}

bool is_finite(Positions x) {
  return parallel_max(count_of(x), 0, [&](Index v) {
           return x[static_cast<size_t>(v)].allFinite() ? 0.0 : std::numeric_limits<double>::infinity();
         }) == 0;
}

}  // namespace

Potential::Potential(const Model& model)
    : model_(model),
      surface_(model.surface),
      boundary_(model),
      detector_(surface_, model.rest, contact_planes(model), model.dhat, model.ipc.weights),
      assembly_(model.vertex_count(), model.elements.stencils()),
      friction_(model),
      damping_(model.elements) {
  const size_t n = model.rest.size();
  x_tilde_.resize(n);
  acceleration_.resize(n);
  gradient_.resize(n);
  diagonal_.resize(n);
  element_blocks_.resize(static_cast<size_t>(model.elements.block_begins().back()));
  begin_scripts(0);
}

void Potential::begin_scripts(double time) {
  if (!boundary_.begin_step(time)) return;
  is_release_unchecked_ = true;
  for (Index v = 0; v < surface_.vertex_count(); ++v)
    surface_.set_kinematic(v, boundary_.is_scripted()[static_cast<size_t>(v)] != 0);
}

void Potential::begin_step(const State& state, StepKind kind) {
  const double time = (state.step + 1) * model_.dt;
  const ForceFactors factors = force_factors(model_, state, kind);
  force_scale_ = factors.elastic * square(model_.dt);
  contact_scale_ = factors.other * square(model_.dt);
  begin_scripts(time);
  external_acceleration(model_, time - 0.5 * model_.dt, acceleration_);
  if (model_.integrator == Integrator::newmark) find_elastic_acceleration(state.x);
  predict(model_, state, {acceleration_, elastic_acceleration_}, x_tilde_, kind);
  x_start_ = state.x;
  rest_scripted();
  inertia_ = first_inertia(model_, kind);
  assembly_.begin_step();
  begin_friction(state, kind);
  contact_noise_ = 0;
  elastic_noise_ =
      4 * std::numeric_limits<double>::epsilon() * force_scale_ * model_.elements.stiffness_norm();
  const bool is_static = model_.integrator == Integrator::quasi_static;
  damping_.begin_step(state.x, is_static ? 0 : contact_scale_ / model_.dt);
}

/// Without inertia of its own a scripted vertex rests at its target.
void Potential::rest_scripted() {
  boundary_.missing(x_start_, gradient_);
  for (size_t v = 0; v < x_tilde_.size(); ++v)
    if (boundary_.is_scripted()[v]) x_tilde_[v] = x_start_[v] + gradient_[v];
}

void Potential::rest(double inertia) {
  inertia_ = inertia;
  x_start_ = current_.x;
  for (size_t v = 0; v < x_tilde_.size(); ++v)
    x_tilde_[v] = x_start_[v] + (square(model_.dt) / inertia) * acceleration_[v];
  rest_scripted();
  friction_.begin_step(x_start_, x_start_);
  damping_.begin_step(x_start_, 0);
}

Imbalance Potential::imbalance() {
  if (bodies_.of_vertex.empty()) bodies_ = bodies_of(model_);
  const auto body_count = static_cast<size_t>(bodies_.count);
  struct Forces {
    double inertia = 0, external = 0, elastic = 0, contact = 0;  // N, sums of sizes
    Vec3 all = Vec3::Zero(), push = Vec3::Zero();  // N: all forces but inertia, and that of contact
    bool is_held = false;                          // by a script, whose force is not known
    Index fastest = -1;
    // Newton's method may end with contact forces that do not balance yet. Across them there is friction,
    // which takes up any difference while it sticks.
    double missing() const {
      return is_held || push.isZero(0) ? inertia : std::max(inertia, std::abs(all.dot(push.normalized())));
    }
    double load() const { return std::max({external, elastic, contact}); }
  };
  std::vector<Forces> bodies(body_count);
  const auto add = [&](double Forces::*kind, const std::vector<Vec3>& forces) {
    for (size_t v = 0; v < forces.size(); ++v)
      bodies[static_cast<size_t>(bodies_.of_vertex[v])].*kind += forces[v].norm();
  };
  assemble();
  for (size_t v = 0; v < gradient_.size(); ++v)
    bodies[static_cast<size_t>(bodies_.of_vertex[v])].all +=
        (gradient_[v] - inertia_ * model_.mass[v] * (current_.x[v] - x_start_[v])) / force_scale_;
  std::fill(gradient_.begin(), gradient_.end(), Vec3::Zero());
  model_.elements.add_gradient(current_.x, {.all = 1, .limits = limit_factor_}, corners_, gradient_);
  add(&Forces::elastic, gradient_);
  std::fill(gradient_.begin(), gradient_.end(), Vec3::Zero());
  add_barrier_gradient(kappa_ / contact_scale_, gradient_);
  add(&Forces::contact, gradient_);
  for (size_t v = 0; v < gradient_.size(); ++v)
    bodies[static_cast<size_t>(bodies_.of_vertex[v])].push += gradient_[v];
  for (Index i = 0; i < model_.vertex_count(); ++i) {
    const auto v = static_cast<size_t>(i);
    Forces& body = bodies[static_cast<size_t>(bodies_.of_vertex[v])];
    body.is_held = body.is_held || boundary_.is_scripted()[v] != 0;
    if (boundary_.is_scripted()[v]) continue;
    body.external += model_.mass[v] * acceleration_[v].norm();
    body.inertia += inertia_ * model_.mass[v] * moved_since_rest(i) / square(model_.dt);
    if (body.fastest < 0 || moved_since_rest(i) > moved_since_rest(body.fastest)) body.fastest = i;
  }
  Imbalance worst;
  for (const Forces& body : bodies) {
    if (body.fastest < 0 || !(body.load() > 0) || body.missing() < worst.part * body.load()) continue;
    worst = {body.missing() / body.load(), body.fastest, moved_since_rest(body.fastest)};
  }
  return worst;
}

double Potential::moved_since_rest(Index vertex) const {
  return (current_.x[static_cast<size_t>(vertex)] - x_start_[static_cast<size_t>(vertex)]).norm();
}

void Potential::find_elastic_acceleration(Positions x) {
  elastic_acceleration_.assign(x.size(), Vec3::Zero());
  model_.elements.add_gradient(x, {.all = -1, .limits = 0}, corners_, elastic_acceleration_);
  for (size_t v = 0; v < x.size(); ++v) elastic_acceleration_[v] /= model_.mass[v];
}

/// Newmark's velocity at the end of the step is twice the mean less that of its start: friction of that one
/// stops what slides. That of the mean would turn it around, again and again. Scripted vertices have the same
/// velocity all along the step; gradient_ still holds what they miss.
void Potential::begin_friction(const State& state, StepKind kind) {
  x_reference_ = state.x;
  if (model_.integrator == Integrator::newmark && kind == StepKind::usual)
    for (size_t v = 0; v < x_reference_.size(); ++v)
      x_reference_[v] += 0.5 * (boundary_.is_scripted()[v] ? gradient_[v] : Vec3(model_.dt * state.v[v]));
  friction_.begin_step(state.x, x_reference_);
}

void Potential::evaluate(Positions x, Evaluation& out) {
  out.x.assign(x.begin(), x.end());
  out.element_energy.resize(static_cast<size_t>(model_.elements.count()));
  out.contacts.clear();
  out.barrier = 0;
  out.is_allowed = is_finite(x);
  if (!out.is_allowed) return;
  model_.elements.energies(x, {1, limit_scale()}, out.element_energy);
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
  const double inertia = ordered_sum(count_of(x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    return 0.5 * inertia_ * model_.mass[v] * (x[v] - from[v]).dot(x[v] + from[v] - 2 * x_tilde_[v]);
  });
  const double elastic = ordered_sum(model_.elements.count(), [&](Index e) {
    return trial_.element_energy[static_cast<size_t>(e)] - current_.element_energy[static_cast<size_t>(e)];
  });
  const double barrier = kappa_ * (trial_.barrier - current_.barrier);
  noise_ = elastic_noise_ + contact_noise_ +
           4 * std::numeric_limits<double>::epsilon() * kappa_ * std::max(trial_.barrier, current_.barrier);
  const double sum = inertia + force_scale_ * elastic + barrier + friction_.energy_change(from, x) +
                     damping_.energy_change(from, x) + boundary_.energy_change(from, x);
  return std::isnan(sum) ? infinity : sum;
}

void Potential::set_limit_factor(double factor) {
  if (factor == limit_factor_) return;
  limit_factor_ = factor;
  if (!current_.element_energy.empty())
    model_.elements.energies(current_.x, {1, limit_scale()}, current_.element_energy);
}

void Potential::zero_projected(std::span<Vec3> vector) const {
  for (size_t v = 0; v < vector.size(); ++v)
    if (boundary_.is_projected()[v]) vector[v].setZero();
}

void Potential::add_smooth_gradient(std::span<Vec3> gradient) {
  parallel_for(count_of(gradient), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    gradient[v] += inertia_ * model_.mass[v] * (current_.x[v] - x_tilde_[v]);
  });
  damping_.add_gradient(current_.x, gradient);
  boundary_.add_gradient(current_.x, gradient);
}

void Potential::split_gradient(std::span<Vec3> smooth, std::span<Vec3> barrier) {
  std::fill(smooth.begin(), smooth.end(), Vec3::Zero());
  std::fill(barrier.begin(), barrier.end(), Vec3::Zero());
  add_smooth_gradient(smooth);
  model_.elements.add_gradient(current_.x, element_scale(), corners_, smooth);
  for (const ContactStencil& stencil : current_.contacts) {
    if (stencil.kind == StencilKind::mollified) continue;
    const Vec12 g =
        contact_gradient(stencil, gather(stencil, current_.x, detector_.plane_normals()), unit_law());
    for (int k = 0; k < node_count(stencil.kind); ++k)
      barrier[static_cast<size_t>(stencil.nodes[static_cast<size_t>(k)])] += g.segment<3>(3 * k);
  }
  for (size_t v = 0; v < smooth.size(); ++v)
    if (boundary_.is_scripted()[v]) {
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
  std::fill(gradient_.begin(), gradient_.end(), Vec3::Zero());
  model_.elements.add_gradient_and_hessian(current_.x, element_scale(), corners_, gradient_, element_blocks_);
  add_smooth_gradient(gradient_);
  damping_.add_blocks(element_blocks_);
  contact_assembly_.evaluate(current_.contacts, detector_.plane_normals(), law(), friction_, current_.x,
                             boundary_.is_projected());
  contact_assembly_.add_gradient(gradient_);
  const double extent = std::sqrt(parallel_max(
      count_of(current_.x), 0, [&](Index v) { return current_.x[static_cast<size_t>(v)].squaredNorm(); }));
  contact_noise_ = std::numeric_limits<double>::epsilon() * extent * contact_assembly_.gradient_sum();
  zero_projected(gradient_);

  diagonal_ = model_.mass;
  for (double& mass : diagonal_) mass *= inertia_;
  boundary_.add_diagonal(diagonal_);
  assembly_.set_passing(contact_assembly_.stencils(), contact_assembly_.begins());
  assembly_.assemble({.fixed = element_blocks_,
                      .passing = contact_assembly_.blocks(),
                      .mass = diagonal_,
                      .is_scripted = boundary_.is_projected()});
}

DirectionBound Potential::bound(Positions p, double gap_fraction) {
  const ElementBound admissible = model_.elements.step_bound(current_.x, p);
  if (!model_.contact.is_enabled) return {{admissible.time}, admissible.element};
  return {detector_.bound(current_.x, p, admissible.time, gap_fraction), admissible.element};
}

ContactLaw Potential::unit_law() const {
  const bool is_area = model_.ipc.weights == ContactWeights::area;
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
  friction_.lag(current_.contacts, current_.x, detector_.plane_normals(), lagged);
}

double Potential::smallest_gap() const {
  return lacuna::smallest_gap(current_.contacts, current_.x, detector_.plane_normals());
}

EnergyReport Potential::energy_report(const State& state) {
  EnergyReport report;
  const auto n = static_cast<Index>(state.x.size());
  const auto is_counted = [&](size_t v) { return model_.is_dynamic[v] != 0; };
  report.kinetic = ordered_sum(n, [&](Index i) {
    const auto v = static_cast<size_t>(i);
    return is_counted(v) ? 0.5 * model_.mass[v] * state.v[v].squaredNorm() : 0.0;
  });
  report.gravity = ordered_sum(n, [&](Index i) {
    const auto v = static_cast<size_t>(i);
    return is_counted(v) ? -model_.mass[v] * model_.gravity.dot(state.x[v]) : 0.0;
  });
  const std::vector<double>* elastic = &current_.element_energy;
  if (model_.elements.has_limits() && limit_scale() != limit_factor_) {
    reported_energy_.resize(elastic->size());
    model_.elements.energies(current_.x, {1, limit_factor_}, reported_energy_);
    elastic = &reported_energy_;
  }
  report.elastic =
      ordered_sum(model_.elements.count(), [&](Index t) { return (*elastic)[static_cast<size_t>(t)]; });
  report.contact = kappa_ * current_.barrier / contact_scale_;
  return report;
}

}  // namespace lacuna
