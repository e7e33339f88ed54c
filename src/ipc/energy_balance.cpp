#include "ipc/energy_balance.h"

#include "base/parallel.h"
#include "sim/bodies.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace lacuna::ipc {

namespace {

// Excess, as a fraction of the vibration energy of a body, that is tolerated before energy is removed: the
// second-order scheme leaves free motions as much, and they must not change. Summed over all bodies, it is
// the same fraction of the total energy.
constexpr double allowed_part = 2.5e-3;

// Fraction of the energy at stake by which the total may exceed its limit.
constexpr double allowed_rise = 5e-3;

/// A body on a line has no inertia about that line, and no spin.
Vec3 spin_of(const Mat3& inertia, const Vec3& angular_momentum) {
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(inertia);
  const Vec3& moments = eigen.eigenvalues();
  Vec3 spin = eigen.eigenvectors().transpose() * angular_momentum;
  for (int i = 0; i < 3; ++i) spin[i] = moments[i] > 1e-9 * moments[2] ? spin[i] / moments[i] : 0;
  return eigen.eigenvectors() * spin;
}

/// The energy that a damped step loses offsets the energy created so far, and no more: it must not be created
/// again later.
void add(std::span<const double> created, StepKind kind, std::span<double> sums) {
  for (size_t i = 0; i < sums.size(); ++i) {
    const double least = std::min(sums[i], 0.0);
    sums[i] += created[i];
    if (kind == StepKind::damped) sums[i] = std::max(sums[i], least);
  }
}

}  // namespace

EnergyBalance::EnergyBalance(const Model& model)
    : model_(model),
      bodies_(bodies_of(model)),
      created_(static_cast<size_t>(bodies_.count)),
      elastic_(created_.size()) {
  const auto element_count = static_cast<size_t>(model.elements.count());
  energy_start_.resize(element_count);
  energy_end_.resize(element_count);
  vertices_of_.first.assign(created_.size() + 1, 0);
  for (const Index body : bodies_.of_vertex) ++vertices_of_.first[static_cast<size_t>(body) + 1];
  for (size_t b = 1; b < vertices_of_.first.size(); ++b) vertices_of_.first[b] += vertices_of_.first[b - 1];
  vertices_of_.items.resize(bodies_.of_vertex.size());
  std::vector<Index> next(vertices_of_.first.begin(), vertices_of_.first.end() - 1);
  for (Index v = 0; v < count_of(bodies_.of_vertex); ++v)
    vertices_of_
        .items[static_cast<size_t>(next[static_cast<size_t>(bodies_.of_vertex[static_cast<size_t>(v)])]++)] =
        v;
}

void EnergyBalance::begin_step(Potential& potential, const State& state) {
  x_start_ = state.x;
  v_start_ = state.v;
  barrier_start_ = potential.at().barrier;
  const EnergyReport energy = potential.energy_report(state);
  total_start_ = energy.kinetic + energy.elastic + energy.gravity +
                 (energy.pressure + potential.dynamics().pin_energy_at_start());
}

void EnergyBalance::find_forces(const Potential& potential, Positions x1, StepKind kind) {
  const Elements& elements = potential.dynamics().elements();
  const double limits = elements.has_limits() ? potential.dynamics().limit_factor() : 0;
  forces_.assign(x1.size(), Vec3::Zero());
  elements.add_gradient(x1, {.all = -1, .limits = limits}, corners_, forces_);
  elements.energies(x_start_, {.all = 1, .limits = 1}, energy_start_);
  elements.energies(x1, {.all = 1, .limits = limits}, energy_end_);
  if (kind == StepKind::damped) return;
  elastic_forces_.assign(x1.size(), Vec3::Zero());
  elements.add_gradient(x1, {.all = -1, .limits = 0}, corners_, elastic_forces_);
  const std::vector<Vec3>& a0 = potential.dynamics().elastic_acceleration();
  for (size_t v = 0; v < x1.size(); ++v) forces_[v] += 0.5 * (model_.mass[v] * a0[v] - elastic_forces_[v]);
}

void EnergyBalance::find_created_by_elasticity(Positions x1) {
  std::fill(created_.begin(), created_.end(), 0);
  std::fill(elastic_.begin(), elastic_.end(), 0);
  for (size_t v = 0; v < x1.size(); ++v)
    created_[static_cast<size_t>(bodies_.of_vertex[v])] += forces_[v].dot(x1[v] - x_start_[v]);
  for (size_t e = 0; e < energy_start_.size(); ++e) {
    const auto node = static_cast<size_t>(model_.elements.stencils()[e].nodes[0]);
    const auto body = static_cast<size_t>(bodies_.of_vertex[node]);
    created_[body] += energy_end_[e] - energy_start_[e];
    elastic_[body] += energy_end_[e];
  }
}

double EnergyBalance::created_by_contact(Potential& potential, Positions x1, const Memory& memory) {
  forces_.assign(x_start_.size(), Vec3::Zero());
  potential.add_barrier_gradient(-potential.barrier_stiffness() / potential.contact_scale(), forces_);
  const double work = ordered_sum(count_of(x_start_), [&](Index i) {
    const auto v = static_cast<size_t>(i);
    return forces_[v].dot(x1[v] - x_start_[v]);
  });
  const double k1 = potential.barrier_stiffness(),
               k0 = memory.barrier > 0 ? memory.barrier_at(potential.contact_scale()) : k1;
  contact_start_ = k0 * barrier_start_ / potential.contact_scale();
  return work + k1 * potential.at().barrier / potential.contact_scale() - contact_start_;
}

EnergyBalance::Vibration EnergyBalance::vibration_of(Index body, const State& state) const {
  Vibration motion;
  double mass = 0;
  const auto for_each_free = [&](auto visit) {
    for (const Index i : vertices_of_.at(body)) {
      const auto v = static_cast<size_t>(i);
      if (!is_scripted_[v]) visit(model_.mass[v], state.x[v], state.v[v]);
    }
  };
  for_each_free([&](double m, const Vec3& x, const Vec3& v) {
    mass += m;
    motion.center += m * x;
    motion.velocity += m * v;
  });
  if (!(mass > 0)) return {};
  motion.center /= mass;
  motion.velocity /= mass;
  Mat3 inertia = Mat3::Zero();
  Vec3 angular_momentum = Vec3::Zero();
  for_each_free([&](double m, const Vec3& x, const Vec3& v) {
    const Vec3 r = x - motion.center;
    inertia += m * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
    angular_momentum += m * r.cross(v - motion.velocity);
  });
  motion.spin = spin_of(inertia, angular_momentum);
  for_each_free([&](double m, const Vec3& x, const Vec3& v) {
    motion.energy += 0.5 * m * (v - motion.rigid_velocity(x)).squaredNorm();
  });
  return motion;
}

void EnergyBalance::take_back_torque(Index body, double dt, State& state) {
  const auto vertices = vertices_of_.at(body);
  if (vertices.size() < 2) return;
  const Vec3 origin = x_start_[static_cast<size_t>(vertices[0])];  // any point: the forces sum to zero
  double mass = 0;
  Vec3 center = Vec3::Zero(), velocity = Vec3::Zero(), gained = Vec3::Zero();
  for (const Index i : vertices) {
    const auto v = static_cast<size_t>(i);
    if (is_scripted_[v]) return;
    mass += model_.mass[v];
    center += model_.mass[v] * state.x[v];
    velocity += model_.mass[v] * state.v[v];
    gained += dt * (0.5 * (x_start_[v] + state.x[v]) - origin).cross(forces_[v]);
  }
  center /= mass;
  velocity /= mass;
  Mat3 inertia = Mat3::Zero();
  Vec3 angular_momentum = Vec3::Zero();
  for (const Index i : vertices) {
    const auto v = static_cast<size_t>(i);
    const Vec3 r = state.x[v] - center;
    inertia += model_.mass[v] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
    angular_momentum += model_.mass[v] * r.cross(state.v[v] - velocity);
  }
  const Vec3 spin = spin_of(inertia, gained);
  for (const Index i : vertices) {
    const auto v = static_cast<size_t>(i);
    state.v[v] -= spin.cross(state.x[v] - center);
  }
  created_[static_cast<size_t>(body)] += spin.dot(0.5 * inertia * spin - angular_momentum);
}

void EnergyBalance::slow_down(Index body, const Vibration& motion, double part, State& state) const {
  const double factor = std::sqrt(1 - part);
  for (const Index i : vertices_of_.at(body)) {
    const auto v = static_cast<size_t>(i);
    if (is_scripted_[v]) continue;
    const Vec3 rigid = motion.rigid_velocity(state.x[v]);
    state.v[v] = rigid + factor * (state.v[v] - rigid);
  }
}

void EnergyBalance::take_out_of_vibration(std::span<const Index> bodies, double& excess, State& state) {
  vibrations_.clear();
  double energy = 0;
  for (const Index body : bodies) energy += vibrations_.emplace_back(vibration_of(body, state)).energy;
  if (!(excess > 0) || !(energy > 0)) return;
  const double part = std::min(1.0, excess / energy);
  for (size_t i = 0; i < bodies.size(); ++i) slow_down(bodies[i], vibrations_[i], part, state);
  excess -= part * energy;
}

void EnergyBalance::take_out_of_contact(double& excess, State& state) {
  double power = 0, inertia = 0;  // W; W/s: how fast an impulse along the forces removes it
  for (size_t v = 0; v < forces_.size(); ++v) {
    if (is_scripted_[v]) continue;
    power += forces_[v].dot(state.v[v]);
    inertia += forces_[v].squaredNorm() / model_.mass[v];
  }
  if (!(inertia > 0)) return;
  const double taken = std::min(excess, 0.5 * power * power / inertia);
  const double root = std::sqrt(std::max(0.0, power * power - 2 * inertia * taken));
  const double time = (power - std::copysign(root, power)) / inertia;
  for (size_t v = 0; v < forces_.size(); ++v)
    if (!is_scripted_[v]) state.v[v] -= time / model_.mass[v] * forces_[v];
  excess -= taken;
}

void EnergyBalance::find_touching_bodies() {
  touching_.clear();
  for (size_t v = 0; v < forces_.size(); ++v)
    if (!is_scripted_[v] && !forces_[v].isZero(0)) touching_.push_back(bodies_.of_vertex[v]);
  std::sort(touching_.begin(), touching_.end());
  touching_.erase(std::unique(touching_.begin(), touching_.end()), touching_.end());
}

void EnergyBalance::settle_elasticity(Index body, State& state, Memory& memory) {
  const auto b = static_cast<size_t>(body);
  double& sum = memory.created_by_elasticity[b];
  if (!(sum > 0)) return;
  const double allowed = allowed_part * (vibration_of(body, state).energy + elastic_[b]);
  double excess = sum - allowed;
  if (!(excess > 0)) return;
  sum = allowed;
  take_out_of_vibration(std::span(&body, 1), excess, state);
  sum += excess;
}

void EnergyBalance::settle_contact(State& state, Memory& memory) {
  if (!(memory.created_by_contact > 0)) return;
  take_out_of_contact(memory.created_by_contact, state);
  find_touching_bodies();
  take_out_of_vibration(touching_, memory.created_by_contact, state);
}

void EnergyBalance::pay_back(const State& state, Memory& memory) {
  for (Index body = 0; body < count_of(created_); ++body) {
    double lost = 0;
    for (const Index i : vertices_of_.at(body)) {
      const auto v = static_cast<size_t>(i);
      if (!is_scripted_[v]) lost += 0.5 * model_.mass[v] * (state.v[v] - v_start_[v]).squaredNorm();
    }
    for (double* sum :
         {&memory.created_by_elasticity[static_cast<size_t>(body)], &memory.created_by_contact}) {
      const double paid = std::clamp(*sum, 0.0, lost);
      *sum -= paid;
      lost -= paid;
    }
  }
}

bool EnergyBalance::has_excess(const State& state, const Memory& memory) const {
  const double share = memory.energy_at_stake / static_cast<double>(created_.size());
  double all = 0;
  for (Index body = 0; body < count_of(created_); ++body) {
    const auto b = static_cast<size_t>(body);
    double energy = elastic_[b];
    for (const Index i : vertices_of_.at(body)) {
      const auto v = static_cast<size_t>(i);
      if (!is_scripted_[v]) energy += 0.5 * model_.mass[v] * state.v[v].squaredNorm();
    }
    if (memory.created_by_elasticity[b] > allowed_part * std::max(energy, share)) return true;
    all += energy;
  }
  return memory.created_by_contact > allowed_part * std::max(all, memory.energy_at_stake);
}

bool EnergyBalance::has_script_moved(Positions x1) const {
  for (size_t v = 0; v < x1.size(); ++v)
    if (is_scripted_[v] && x1[v] != x_start_[v]) return true;
  return false;
}

double EnergyBalance::work_of_forces(const State& state) {
  const bool is_constant = model_.gravity_over_time.is_constant();
  if (model_.forces.empty() && is_constant) return 0;
  acceleration_.resize(x_start_.size());
  external_acceleration(model_, state.time, state.dt_before, acceleration_);
  const Vec3 g0 = model_.gravity_at(state.time - state.dt_before), g1 = model_.gravity_at(state.time);
  double work = 0;
  for (size_t v = 0; v < x_start_.size(); ++v) {
    if (!is_scripted_[v]) work += model_.mass[v] * (acceleration_[v] - g1).dot(state.x[v] - x_start_[v]);
    // The energy of gravity changes where a vertex is, too.
    if (!is_constant && model_.is_dynamic[v]) work -= model_.mass[v] * (g1 - g0).dot(x_start_[v]);
  }
  return work;
}

bool EnergyBalance::keeps_limit(Potential& potential, const TimeStep& step, const State& state,
                                Memory& memory) {
  const EnergyReport energy = potential.energy_report(state);
  const bool is_first = !(memory.energy_at_stake > 0);
  const double limit = (is_first ? total_start_ + contact_start_ : memory.energy_limit) +
                       work_of_forces(state) + potential.dynamics().supplied_energy(state.x);
  const double at_stake =
      std::max(memory.energy_at_stake, energy.kinetic + energy.elastic + energy.contact + energy.pins);
  const bool has_moved = has_script_moved(state.x);
  const bool is_above = !has_moved && energy.total() > limit + allowed_rise * at_stake;
  if (is_above && step.kind == StepKind::usual) return false;
  memory.energy_limit = has_moved ? energy.total() : limit;
  memory.energy_at_stake = at_stake;
  return true;
}

bool EnergyBalance::settle(Potential& potential, const TimeStep& step, State& state, Memory& memory) {
  is_scripted_ = potential.scripted().is_scripted();
  memory.created_by_elasticity.resize(created_.size(), 0);
  find_forces(potential, state.x, step.kind);
  find_created_by_elasticity(state.x);
  const bool is_usual = step.kind == StepKind::usual;
  if (is_usual)
    for (Index body = 0; body < count_of(created_); ++body) take_back_torque(body, step.dt, state);
  add(created_, step.kind, memory.created_by_elasticity);
  add(std::array{created_by_contact(potential, state.x, memory)}, step.kind,
      std::span(&memory.created_by_contact, 1));
  if (!is_usual) pay_back(state, memory);
  for (Index body = 0; body < count_of(created_); ++body) settle_elasticity(body, state, memory);
  settle_contact(state, memory);
  return !(is_usual && has_excess(state, memory)) && keeps_limit(potential, step, state, memory);
}

}  // namespace lacuna::ipc
