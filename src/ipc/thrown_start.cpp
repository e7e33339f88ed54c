#include "ipc/thrown_start.h"

#include "energy/barrier.h"
#include "ipc/barrier_stiffness.h"
#include "ipc/step.h"
#include "sim/bodies.h"
#include "sim/integrator.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace lacuna::ipc {

namespace {

// Steps considered, and those of them that are computed.
constexpr int step_count = 100, computed_count = 3;
// In dhat. A rigid body gets farther than a soft one, and half as far as with BDF2.
constexpr double suspicious_way = 0.25;

/// A body with its initial contacts.
struct Touching {
  double mass = 0;  // kg
  Vec3 force = Vec3::Zero(), weight = Vec3::Zero();
  double gap = std::numeric_limits<double>::infinity(), offset = 0;
  Index vertex = -1;
  const ContactStencil* closest = nullptr;
  bool is_still = true;
};

/// Size of the force of a barrier of unit stiffness at a gap.
double unit_force(double gap, double offset, double dhat) {
  const double activation = LogBarrier::activation(offset, dhat);
  return -2 * (offset + gap) * LogBarrier::at(gap * (2 * offset + gap), activation).first;
}

class ThrowEstimate {
 public:
  ThrowEstimate(const Model& model, const Settings& settings, const State& start)
      : model_(model),
        settings_(settings),
        start_(start),
        bodies_(bodies_of(model)),
        potential_(model, settings) {}

  std::vector<ThrownBody> find() {
    potential_.begin_step(start_, {model_.step});
    if (!potential_.start_at(start_.x) || potential_.at().contacts.empty()) return {};
    BarrierStiffness stiffness(model_, settings_);
    stiffness.begin_step(potential_, 0);
    add_forces();
    add_contacts();
    std::vector<size_t> suspects;
    for (size_t b = 0; b < touching_.size(); ++b)
      if (is_at_rest(touching_[b]) && rigid_way(touching_[b]) > suspicious_way * model_.dhat)
        suspects.push_back(b);
    return suspects.empty() ? std::vector<ThrownBody>{} : throw_for_real(suspects);
  }

 private:
  /// Sums over the bodies. A body with a scripted vertex is held, so it does not count as still.
  void add_forces() {
    touching_.resize(static_cast<size_t>(bodies_.count));
    std::vector<Vec3> forces(start_.x.size(), Vec3::Zero()), external(start_.x.size());
    potential_.add_barrier_gradient(-potential_.barrier_stiffness() / potential_.contact_scale(), forces);
    external_acceleration(model_, model_.step, model_.step, external);
    for (size_t v = 0; v < forces.size(); ++v) {
      Touching& body = touching_[static_cast<size_t>(bodies_.of_vertex[v])];
      body.is_still = body.is_still && start_.v[v].isZero(0) && potential_.scripted().is_scripted()[v] == 0;
      body.mass += model_.mass[v];
      body.force += forces[v];
      body.weight += model_.mass[v] * external[v];
    }
  }

  void add_contacts() {
    const std::span<const Vec3> normals = potential_.detector().plane_normals();
    for (const ContactStencil& stencil : potential_.at().contacts) {
      const double gap = smallest_gap({stencil}, start_.x, normals);
      for (int k = 0; k < node_count(stencil.kind); ++k) {
        const Index v = stencil.nodes[static_cast<size_t>(k)];
        Touching& body = touching_[static_cast<size_t>(bodies_.of_vertex[static_cast<size_t>(v)])];
        if (!(gap < body.gap)) continue;
        body.gap = gap;
        body.offset = std::sqrt(stencil.offset2);
        body.vertex = v;
        body.closest = &stencil;
      }
    }
  }

  /// Only contact moves it: a body pushed in the direction in which it would fall is not held there anyway.
  static bool is_at_rest(const Touching& body) {
    return body.closest && body.is_still && !body.force.isZero(0) && !(body.weight.dot(body.force) > 0);
  }

  /// Acceleration against the force of contact, m/s^2.
  static double pull_of(const Touching& body) {
    return -body.weight.dot(body.force.normalized()) / body.mass;
  }

  /// The farthest that the body would fly along its force if it were rigid.
  double rigid_way(const Touching& body) const {
    const double push = body.force.norm() / body.mass / unit_force(body.gap, body.offset, model_.dhat);
    const double pull = pull_of(body);
    const bool is_newmark = model_.integrator == Integrator::newmark;
    const double h = model_.step, scale = potential_.contact_scale();
    double way = 0, velocity = 0, farthest = 0;
    for (int s = 0; s < step_count; ++s) {
      const double free = h * velocity - scale * pull;
      const double moved = solve_step(body, way, free, scale * push);
      velocity = is_newmark ? 2 * moved / h - velocity : moved / h;
      way += moved;
      farthest = std::max(farthest, way);
    }
    return farthest;
  }

  /// The first steps, and free flight from there.
  std::vector<ThrownBody> throw_for_real(const std::vector<size_t>& suspects) const {
    State state = start_;
    Workspace workspace(model_, settings_);
    std::vector<Vec3> x_before;
    for (int s = 0; s < computed_count; ++s) {
      x_before = state.x;
      if (step(model_, state, model_.step, workspace).outcome != Outcome::converged) return {};
    }
    std::vector<Vec3> moved(touching_.size(), Vec3::Zero()), velocity(touching_.size(), Vec3::Zero());
    for (size_t v = 0; v < state.x.size(); ++v) {
      const auto b = static_cast<size_t>(bodies_.of_vertex[v]);
      moved[b] += model_.mass[v] / touching_[b].mass * (state.x[v] - start_.x[v]);
      // Newmark's velocity may alternate from step to step while contact lasts: take the mean over the last
      // one.
      const Vec3 v_end = model_.integrator == Integrator::newmark
                             ? Vec3((state.x[v] - x_before[v]) / model_.step)
                             : state.v[v];
      velocity[b] += model_.mass[v] / touching_[b].mass * v_end;
    }
    std::vector<ThrownBody> thrown;
    for (const size_t b : suspects) {
      const Touching& body = touching_[b];
      const Vec3 along = body.force.normalized();
      const double speed = std::max(0.0, velocity[b].dot(along)), pull = pull_of(body);
      const double time =
          std::min(step_count * model_.step, pull > 0 ? speed / pull : step_count * model_.step);
      const double way = moved[b].dot(along) + speed * time - 0.5 * pull * time * time;
      if (way > model_.dhat) thrown.push_back({body.vertex, other_name(body), body.gap, way});
    }
    return thrown;
  }

  /// d = free + push f(gap + way + d), by bisection: the right side falls with d.
  double solve_step(const Touching& body, double way, double free, double push) const {
    const auto missing = [&](double d) {
      return free + push * unit_force(body.gap + way + d, body.offset, model_.dhat) - d;
    };
    double low = std::max(free, -(body.gap + way)), high = std::max(low, model_.dhat - body.gap - way);
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (missing(middle) > 0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }

  std::string other_name(const Touching& body) const {
    if (is_wall(body.closest->kind)) return model_.wall_name(body.closest->plane);
    const Index own = model_.surface.object_of(body.vertex);
    for (int k = 0; k < node_count(body.closest->kind); ++k) {
      const Index object = model_.surface.object_of(body.closest->nodes[static_cast<size_t>(k)]);
      if (object != own) return model_.object_names[static_cast<size_t>(object)];
    }
    return model_.object_names[static_cast<size_t>(own)];
  }

  const Model& model_;
  const Settings& settings_;
  const State& start_;
  Components bodies_;
  Potential potential_;
  std::vector<Touching> touching_;  // per body
};

}  // namespace

std::vector<ThrownBody> find_thrown_bodies(const Model& model, const Settings& settings, const State& start) {
  if (!model.contact.is_enabled || model.integrator == Integrator::quasi_static) return {};
  return ThrowEstimate(model, settings, start).find();
}

std::vector<std::string> describe_thrown_bodies(const Model& model, const Settings& settings,
                                                const State& start) {
  std::vector<std::string> lines;
  std::set<std::pair<Index, std::string>> named;
  for (const ThrownBody& body : find_thrown_bodies(model, settings, start)) {
    const Index object = model.surface.object_of(body.vertex);
    if (!named.insert({object, body.other}).second) continue;
    lines.push_back(
        fmt::format("'{}' starts {:.3g} m from '{}', which is within dhat = {:.3g} m: contact will throw it "
                    "about {:.2g} m; "
                    "move it away by {:.3g} m, or make contact.dhat smaller than {:.3g} m",
                    model.object_names[static_cast<size_t>(object)], body.gap, body.other, model.dhat,
                    body.way, model.dhat - body.gap, body.gap));
  }
  return lines;
}

}  // namespace lacuna::ipc
