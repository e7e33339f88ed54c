#include "sim/dynamics.h"

#include "base/parallel.h"

#include <limits>

namespace lacuna {

namespace {

std::vector<Stencil> joined(std::initializer_list<std::span<const Stencil>> lists) {
  std::vector<Stencil> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace

Dynamics::Dynamics(const Model& model)
    : model_(model),
      yielding_(model.elements.rest_shapes().empty() ? nullptr : std::make_unique<Elements>(model.elements)),
      damping_(elements()),
      pressure_(model),
      vertex_loads_(model),
      assembly_(model.vertex_count(),
                joined({model.elements.stencils(), pressure_.stencils(), vertex_loads_.stencils()})) {
  const size_t n = model.rest.size();
  x_tilde_.resize(n);
  script_motion_.resize(n);
  external_acceleration_.resize(n);
  diagonal_.resize(n);
  element_blocks_.resize(static_cast<size_t>(model.elements.block_begins().back()) +
                         6 * pressure_.stencils().size() + vertex_loads_.stencils().size());
}

void Dynamics::begin_step(const State& state, const TimeStep& step, const ScriptedVertices& scripted) {
  step_ = step;
  if (yielding_) yielding_->set_rest_shapes(state.rest_shapes);
  const ForceFactors factors = force_factors(model_, state, step);
  force_scale_ = factors.elastic * square(step.dt);
  other_scale_ = factors.other * square(step.dt);
  lacuna::external_acceleration(model_, state.time_after(step.dt), step.dt, external_acceleration_);
  if (model_.integrator == Integrator::newmark) find_elastic_acceleration(state.x);
  predict(model_, state, step, {external_acceleration_, elastic_acceleration_}, x_tilde_);
  x_start_ = state.x;
  rest_scripted(scripted);
  inertia_ = first_inertia(model_, step);
  assembly_.begin_step();
  noise_ = 4 * std::numeric_limits<double>::epsilon() * force_scale_ * model_.elements.stiffness_norm();
  const bool is_static = model_.integrator == Integrator::quasi_static;
  damping_.begin_step(state.x, is_static ? 0 : other_scale_ / step.dt);
  has_pressure_hessian_ = !pressure_.is_empty();
  pressure_.begin_step(state, step, force_scale_);
  vertex_loads_.begin_step(state, step, {force_scale_, other_scale_});
}

void Dynamics::rest(Positions x, double inertia, const ScriptedVertices& scripted) {
  inertia_ = inertia;
  x_start_.assign(x.begin(), x.end());
  for (size_t v = 0; v < x_tilde_.size(); ++v)
    x_tilde_[v] = x_start_[v] + (square(step_.dt) / inertia) * external_acceleration_[v];
  rest_scripted(scripted);
  damping_.begin_step(x_start_, 0);
  vertex_loads_.rest(x_start_);
}

void Dynamics::rest_scripted(const ScriptedVertices& scripted) {
  scripted.missing(x_start_, script_motion_);
  for (size_t v = 0; v < x_tilde_.size(); ++v)
    if (scripted.is_scripted()[v]) x_tilde_[v] = x_start_[v] + script_motion_[v];
}

void Dynamics::find_elastic_acceleration(Positions x) {
  elastic_acceleration_.assign(x.size(), Vec3::Zero());
  elements().add_gradient(x, {.all = -1, .limits = 0}, corners_, elastic_acceleration_);
  for (size_t v = 0; v < x.size(); ++v) elastic_acceleration_[v] /= model_.mass[v];
}

void Dynamics::element_energies(Positions x, std::span<double> out) const {
  elements().energies(x, {1, limit_scale()}, out);
}

double Dynamics::inertia_change(Positions x_from, Positions x_to) const {
  return ordered_sum(count_of(x_to), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    return 0.5 * inertia_ * model_.mass[v] * (x_to[v] - x_from[v]).dot(x_to[v] + x_from[v] - 2 * x_tilde_[v]);
  });
}

void Dynamics::add_element_gradient(Positions x, std::span<Vec3> gradient) {
  elements().add_gradient(x, element_scale(), corners_, gradient);
}

void Dynamics::add_inertia_gradient(Positions x, std::span<Vec3> gradient) const {
  parallel_for(count_of(gradient), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    gradient[v] += inertia_ * model_.mass[v] * (x[v] - x_tilde_[v]);
  });
}

double Dynamics::load_change(Positions x_from, Positions x_to) const {
  return pressure_.energy_change(x_from, x_to) + vertex_loads_.energy_change(x_from, x_to);
}

void Dynamics::add_load_gradient(Positions x, std::span<Vec3> gradient) {
  pressure_.add_gradient(x, gradient);
  vertex_loads_.add_gradient(x, gradient);
}

void Dynamics::linearise(Positions x, std::span<Vec3> gradient) {
  std::fill(gradient.begin(), gradient.end(), Vec3::Zero());
  sums_.clear();
  elements().add_gradient_and_hessian(x, element_scale(), corners_, gradient, element_blocks_);
  add_inertia_gradient(x, gradient);
  add_damping_gradient(x, gradient);
  add_load_gradient(x, gradient);
  damping_.add_blocks(element_blocks_);
  for (Mat3& block : pressure_blocks()) block.setZero();
  if (!pressure_.is_empty()) x_linearised_.assign(x.begin(), x.end());
  vertex_loads_.write_blocks(std::span(element_blocks_).last(vertex_loads_.stencils().size()));
  diagonal_ = model_.mass;
  for (double& mass : diagonal_) mass *= inertia_;
}

std::span<Mat3> Dynamics::pressure_blocks() {
  return std::span(element_blocks_)
      .subspan(static_cast<size_t>(model_.elements.block_begins().back()), 6 * pressure_.stencils().size());
}

const std::vector<Mat3>& Dynamics::sum_blocks(const BlockRange& of_solver) {
  of_solver_ = of_solver;
  assembly_.sum_fixed(element_blocks_, sums_, of_solver);
  return sums_;
}

BlockSources Dynamics::sources(const StencilAssembly& contacts,
                               const std::vector<std::uint8_t>& is_known) const {
  return {.fixed = sums_.empty() ? std::span(element_blocks_) : std::span(matrix_sums_),
          .passing = contacts.blocks(),
          .mass = diagonal_,
          .is_known = is_known,
          .is_fixed_summed = !sums_.empty()};
}

const BlockMatrix& Dynamics::assemble(const StencilAssembly& contacts,
                                      const std::vector<std::uint8_t>& is_known) {
  if (has_pressure_hessian_)
    pressure_.write_blocks(x_linearised_, pressure_blocks());
  else
    for (Mat3& block : pressure_blocks()) block.setZero();
  if (!sums_.empty()) {
    matrix_sums_ = sums_;
    assembly_.add_fixed(element_blocks_, of_solver_, matrix_sums_);
    const auto first = static_cast<Index>(pressure_blocks().data() - element_blocks_.data());
    if (has_pressure_hessian_)
      assembly_.add_fixed(element_blocks_, {first, first + count_of(pressure_blocks())}, matrix_sums_);
  }
  assembly_.set_passing(contacts.stencils(), contacts.begins());
  return assembly_.assemble(sources(contacts, is_known));
}

void Dynamics::lift(const StencilAssembly& contacts, const std::vector<std::uint8_t>& is_known,
                    std::span<const Vec3> motion, std::span<Vec3> right_side) const {
  contacts.lift(right_side);
  assembly_.lift(sources(contacts, is_known), motion, right_side);
}

}  // namespace lacuna
