#include "ipc/barrier_stiffness.h"

#include "contact/contact_areas.h"
#include "energy/barrier.h"
#include "ipc/convergence.h"
#include "solve/vector_operations.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lacuna::ipc {

namespace {

// Step length below which contact counts as an obstacle to progress.
constexpr double creeping = 0.02;

/// C-IPC's: 3 m / (4 D b''(D)) times 1e11 at a distance of 1e-8 m, where b'' is dhat^4 / D^2.
/// In a static solve forces grow with the square of the step, and so does this.
double thin_stiffness(const Model& model, double dt) {
  return 7.5e-6 * model.mean_mass / square(square(model.dhat)) * square(dt / judged_dt(model, dt));
}

/// Mean over the dynamic surface vertices.
struct Typical {
  double offset = 0, area = 1;
};

Typical typical_vertex(const Model& model) {
  const Surface& surface = model.surface;
  const ContactAreas areas = contact_areas(surface, model.rest, edges_of_triangles(surface));
  double count = 0, offset = 0, area = 0;
  for (const Index v : surface.vertices()) {
    if (!model.is_dynamic[static_cast<size_t>(v)]) continue;
    ++count;
    offset += surface.offset_of(v);
    area += areas.of_vertex[static_cast<size_t>(v)];
  }
  return count > 0 ? Typical{offset / count, area / count} : Typical{};
}

/// Second derivative along the normal, 4 D b''(D - xi^2) times the weight, of a typical vertex at such a gap
/// from a triangle, for a stiffness of 1.
double unit_curvature(const Model& model, ContactWeights weights, double gap) {
  const Typical vertex = typical_vertex(model);
  const double activation = LogBarrier::activation(vertex.offset, model.dhat);
  const double second = LogBarrier::at(gap * (2 * vertex.offset + gap), activation).second;
  const double curvature = 4 * square(vertex.offset + gap) * second;
  if (weights == ContactWeights::multiplicity) return curvature;
  // BarrierUnits::length, and a quarter of the vertex's area (docs/energies/contact.md).
  return curvature * model.dhat / square(activation) * 0.25 * vertex.area;
}

}  // namespace

BarrierStiffness::BarrierStiffness(const Model& model, const Settings& settings)
    : model_(model),
      fixed_(settings.barrier),
      balances_forces_(!model.is_thin || settings.weights == ContactWeights::area),
      tiny_gap_(std::max(1e-9 * model.size, 1e-2 * model.dhat)),
      smooth_(model.rest.size()),
      barrier_(model.rest.size()) {
  // A gap of this size, unless dhat is smaller still.
  const double gap = std::min(1e-8 * model.size, 0.5 * model.dhat);
  if (balances_forces_) least_ = 1e11 * model.mean_mass / unit_curvature(model, settings.weights, gap);
  const auto vertex_count = std::max<double>(
      1, static_cast<double>(std::count(model.is_dynamic.begin(), model.is_dynamic.end(), 1)));
  elastic_rate_ = model.elements.total_stiffness() / vertex_count / model.mean_mass;
}

void BarrierStiffness::begin_step(Potential& potential, double last) {
  gap_before_ = std::numeric_limits<double>::infinity();
  if (!balances_forces_) least_ = thin_stiffness(model_, potential.dt());
  largest_ = least_ * std::max(100.0, balances_forces_ ? potential.force_scale() * elastic_rate_ : 0);
  if (fixed_) {
    at_start_ = potential.contact_scale() * *fixed_;
    return potential.set_barrier_stiffness(at_start_);
  }
  const double kappa = stiffness_at_start(potential, last);
  potential.set_barrier_stiffness(kappa);
  at_start_ = balances_forces_ || !(last > 0) ? kappa : last;
  gap_before_ = potential.smallest_gap();
}

double BarrierStiffness::stiffness_at_start(Potential& potential, double last) {
  if (!balances_forces_ || potential.at().contacts.empty()) return least_;
  if (model_.integrator == Integrator::newmark && last > 0) return std::clamp(last, least_, largest_);
  potential.split_gradient(smooth_, barrier_);
  const double balance = -dot(smooth_, barrier_) / dot(barrier_, barrier_);
  return balance > 0 ? std::clamp(balance, least_, largest_) : least_;
}

void BarrierStiffness::update(Potential& potential, double step_bound) {
  if (fixed_) return;
  const double gap = potential.smallest_gap();
  const double growth = step_bound < creeping ? 2 : 1;
  if (gap < tiny_gap_ && gap_before_ < tiny_gap_ && gap <= growth * gap_before_)
    potential.set_barrier_stiffness(std::min(2 * potential.barrier_stiffness(), largest_));
  gap_before_ = gap;
}

}  // namespace lacuna::ipc
