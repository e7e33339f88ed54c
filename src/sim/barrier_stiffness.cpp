#include "sim/barrier_stiffness.h"

#include "energy/barrier.h"
#include "solve/residual.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lacuna {

namespace {

// Part of a Newton direction below which contact is called an obstacle to progress.
constexpr double creeping = 0.02;

}  // namespace

BarrierStiffness::BarrierStiffness(const Model& model)
    : model_(model),
      tiny_gap_(std::max(1e-9 * model.size, 1e-2 * model.dhat)),
      smooth_(model.rest.size()),
      barrier_(model.rest.size()) {
  // A gap that small, unless dhat is smaller still.
  const double gap2 = square(std::min(1e-8 * model.size, 0.5 * model.dhat));
  const double second = LogBarrier::at(gap2, square(model.dhat)).second;
  least_ = 1e11 * model.mean_mass / (4 * gap2 * second);
  const auto solid_count =
      std::max<double>(1, static_cast<double>(std::count(model.is_solid.begin(), model.is_solid.end(), 1)));
  elastic_rate_ = model.solids.total_stiffness() / solid_count / model.mean_mass;
}

void BarrierStiffness::begin_step(Potential& potential) {
  gap_before_ = std::numeric_limits<double>::infinity();
  largest_ = least_ * std::max(100.0, potential.force_scale() * elastic_rate_);
  if (model_.contact.barrier)
    return potential.set_barrier_stiffness(potential.force_scale() * *model_.contact.barrier);
  double kappa = least_;
  if (!potential.at().contacts.empty()) {
    potential.split_gradient(smooth_, barrier_);
    const double balance = -dot(smooth_, barrier_) / dot(barrier_, barrier_);
    if (balance > 0) kappa = std::clamp(balance, least_, largest_);
  }
  potential.set_barrier_stiffness(kappa);
  gap_before_ = potential.smallest_gap();
}

void BarrierStiffness::update(Potential& potential, double step_bound) {
  if (model_.contact.barrier) return;
  const double gap = potential.smallest_gap();
  const double growth = step_bound < creeping ? 2 : 1;
  if (gap < tiny_gap_ && gap_before_ < tiny_gap_ && gap <= growth * gap_before_)
    potential.set_barrier_stiffness(std::min(2 * potential.barrier_stiffness(), largest_));
  gap_before_ = gap;
}

}  // namespace lacuna
