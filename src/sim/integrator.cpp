#include "sim/integrator.h"

#include "base/parallel.h"

namespace lacuna {

namespace {

// Trapezoidal Newmark: second order, no numerical damping. Elastic forces at both ends have a factor of a
// quarter each, all others a half.
constexpr double newmark_elastic = 0.25, newmark_other = 0.5;

// For implicit Euler in place of Newmark: all forces and inertia alike.
constexpr double damped_part = newmark_other;

bool is_newmark_step(const Model& model, const TimeStep& step) {
  return model.integrator == Integrator::newmark && step.kind == StepKind::usual;
}

bool is_bdf2_step(const Model& model, const State& state, const TimeStep& step) {
  return model.integrator == Integrator::bdf2 && !state.x_before.empty() && step.dt == state.dt_before;
}

Vec3 gravity_in_step(const Model& model, double end, double dt) {
  const bool is_at_end = model.integrator == Integrator::bdf2 || model.integrator == Integrator::quasi_static;
  if (model.gravity_over_time.is_constant() || is_at_end) return model.gravity_at(end);
  return model.gravity_over_time.mean(end - dt, end);
}

}  // namespace

void external_acceleration(const Model& model, double end, double dt, std::span<Vec3> out) {
  std::fill(out.begin(), out.end(), gravity_in_step(model, end, dt));
  const double middle = end - 0.5 * dt;
  for (const Force& force : model.forces)
    if (middle >= force.from && middle < force.to)
      for (const Index v : force.vertices) out[static_cast<size_t>(v)] += force.acceleration;
}

ForceFactors force_factors(const Model& model, const State& state, const TimeStep& step) {
  if (step.kind == StepKind::damped) return {damped_part, damped_part};
  if (is_newmark_step(model, step)) return {newmark_elastic, newmark_other};
  const double theta = is_bdf2_step(model, state, step) ? 4.0 / 9 : 1;
  return {theta, theta};
}

bool averages_elastic_forces(const Model& model, const TimeStep& step) {
  return is_newmark_step(model, step);
}

double end_velocity_rate(const Model& model, const State& state, const TimeStep& step) {
  if (is_newmark_step(model, step)) return 2 / step.dt;
  return (is_bdf2_step(model, state, step) ? 1.5 : 1) / step.dt;
}

Vec3 end_velocity_at_start(const Model& model, const State& state, const TimeStep& step, Index vertex) {
  const auto v = static_cast<size_t>(vertex);
  if (is_newmark_step(model, step)) return -state.v[v];
  if (is_bdf2_step(model, state, step)) return (state.x_before[v] - state.x[v]) / (2 * step.dt);
  return Vec3::Zero();
}

double first_inertia(const Model& model, const TimeStep& step) {
  if (step.kind == StepKind::damped) return damped_part;
  return model.integrator == Integrator::quasi_static ? std::min(1.0, square(step.dt)) : 1;
}

void predict(const Model& model, const State& state, const TimeStep& step, const Accelerations& at,
             std::span<Vec3> x_tilde) {
  const Positions acceleration = at.external;
  const double h = step.dt;
  const double inertia = first_inertia(model, step);
  const bool is_bdf2 = is_bdf2_step(model, state, step);
  parallel_for(count_of(x_tilde), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    if (is_newmark_step(model, step))
      x_tilde[v] = state.x[v] + h * state.v[v] +
                   h * h * (newmark_elastic * at.elastic[v] + newmark_other * acceleration[v]);
    else if (is_bdf2)
      x_tilde[v] = (4 * state.x[v] - state.x_before[v]) / 3 +
                   (2 * h / 9) * (4 * state.v[v] - state.v_before[v]) + (4 * h * h / 9) * acceleration[v];
    else if (model.integrator == Integrator::quasi_static)
      x_tilde[v] = state.x[v] + (h * h / inertia) * acceleration[v];
    else
      x_tilde[v] = state.x[v] + h * state.v[v] + h * h * acceleration[v];
  });
}

void advance_state(const Model& model, Positions x, const std::vector<std::uint8_t>& is_scripted,
                   const TimeStep& step, State& state) {
  const double h = step.dt;
  const bool is_newmark = is_newmark_step(model, step), is_bdf2 = is_bdf2_step(model, state, step);
  const bool keeps_history = model.integrator == Integrator::bdf2;
  // First the allocations, which may throw: the state is then unchanged.
  std::vector<Vec3> x_now, v_now;
  if (keeps_history) {
    x_now = state.x;
    v_now = state.v;
  }
  parallel_for(count_of(x), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    const Vec3 x_old = state.x[v];
    if (is_newmark && !is_scripted[v])
      state.v[v] = 2 * (x[v] - x_old) / h - state.v[v];
    else if (is_bdf2 && !is_scripted[v])
      state.v[v] = (3 * x[v] - 4 * x_old + state.x_before[v]) / (2 * h);
    else
      state.v[v] = (x[v] - x_old) / h;
    state.x[v] = x[v];
  });
  state.x_before = std::move(x_now);
  state.v_before = std::move(v_now);
  model.elements.yield(state.x, h, state.rest_shapes);
  state.count_step(h);
}

}  // namespace lacuna
