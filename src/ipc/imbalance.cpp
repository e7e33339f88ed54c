#include "ipc/imbalance.h"

#include <algorithm>
#include <cmath>

namespace lacuna::ipc {

namespace {

/// On one body.
struct Forces {
  double inertia = 0, external = 0, elastic = 0, contact = 0;  // N, sums of sizes
  Vec3 all = Vec3::Zero(), push = Vec3::Zero();  // N: all forces except inertia, and that of contact
  bool is_held = false;                          // by a script, whose force is unknown
  Index fastest = -1;

  /// Newton's method may end with contact forces that do not balance yet. Tangentially, friction absorbs any
  /// difference while it sticks.
  double missing() const {
    return is_held || push.isZero(0) ? inertia : std::max(inertia, std::abs(all.dot(push.normalized())));
  }
  double load() const { return std::max({external, elastic, contact}); }
};

double moved_since_rest(const Potential& potential, size_t v) {
  return (potential.at().x[v] - potential.dynamics().x_start()[v]).norm();
}

/// All but those of scripted vertices.
void add_contact_and_elasticity(Potential& potential, const Components& bodies, std::vector<Forces>& sums) {
  const Model& model = potential.model();
  const Dynamics& dynamics = potential.dynamics();
  const auto body_of = [&](size_t v) -> Forces& { return sums[static_cast<size_t>(bodies.of_vertex[v])]; };
  potential.assemble();
  const std::vector<Vec3>& gradient = potential.gradient();
  for (size_t v = 0; v < gradient.size(); ++v)
    body_of(v).all +=
        (gradient[v] - dynamics.inertia() * model.mass[v] * (potential.at().x[v] - dynamics.x_start()[v])) /
        dynamics.force_scale();
  std::vector<Vec3> forces(gradient.size(), Vec3::Zero()), corners;
  dynamics.elements().add_gradient(potential.at().x, {.all = 1, .limits = dynamics.limit_factor()}, corners,
                                   forces);
  for (size_t v = 0; v < forces.size(); ++v) body_of(v).elastic += forces[v].norm();
  std::fill(forces.begin(), forces.end(), Vec3::Zero());
  potential.add_barrier_gradient(potential.barrier_stiffness() / dynamics.other_scale(), forces);
  for (size_t v = 0; v < forces.size(); ++v) {
    body_of(v).contact += forces[v].norm();
    body_of(v).push += forces[v];
  }
}

}  // namespace

Imbalance find_imbalance(Potential& potential, const Components& bodies) {
  const Model& model = potential.model();
  const Dynamics& dynamics = potential.dynamics();
  std::vector<Forces> sums(static_cast<size_t>(bodies.count));
  add_contact_and_elasticity(potential, bodies, sums);
  std::vector<double> load_sizes(model.rest.size(), 0);
  dynamics.add_load_sizes(potential.at().x, load_sizes);
  for (size_t v = 0; v < model.rest.size(); ++v) {
    Forces& body = sums[static_cast<size_t>(bodies.of_vertex[v])];
    const double moved = moved_since_rest(potential, v);
    body.is_held = body.is_held || potential.scripted().is_scripted()[v] != 0;
    if (potential.scripted().is_scripted()[v]) continue;
    body.external += model.mass[v] * dynamics.external_acceleration()[v].norm() + load_sizes[v];
    body.inertia += dynamics.inertia() * model.mass[v] * moved / square(dynamics.step().dt);
    if (body.fastest < 0 || moved > moved_since_rest(potential, static_cast<size_t>(body.fastest)))
      body.fastest = static_cast<Index>(v);
  }
  Imbalance worst;
  for (const Forces& body : sums) {
    if (body.fastest < 0 || !(body.load() > 0) || body.missing() < worst.part * body.load()) continue;
    worst = {body.missing() / body.load(), body.fastest,
             moved_since_rest(potential, static_cast<size_t>(body.fastest))};
  }
  return worst;
}

}  // namespace lacuna::ipc
