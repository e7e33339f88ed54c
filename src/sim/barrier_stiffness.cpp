#include "sim/barrier_stiffness.h"

#include "energy/barrier.h"
#include "solve/residual.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lacuna {

BarrierStiffness::BarrierStiffness(const Model& model)
    : model_(model),
      tiny_gap_(std::max(1e-9 * model.size, 1e-2 * model.dhat)),
      smooth_(model.rest.size()),
      barrier_(model.rest.size()) {
  // A gap that small, unless dhat is smaller still.
  const double gap2 = square(std::min(1e-8 * model.size, 0.5 * model.dhat));
  const double second = LogBarrier::at(gap2, square(model.dhat)).second;
  least_ = 1e11 * model.mean_mass / (4 * gap2 * second);
  largest_ = 100 * least_;
}

void BarrierStiffness::begin_step(Potential& potential) {
  gap_before_ = std::numeric_limits<double>::infinity();
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

void BarrierStiffness::update(Potential& potential) {
  if (model_.contact.barrier) return;
  const double gap = potential.smallest_gap();
  if (gap < tiny_gap_ && gap_before_ < tiny_gap_ && gap <= gap_before_)
    potential.set_barrier_stiffness(std::min(2 * potential.barrier_stiffness(), largest_));
  gap_before_ = gap;
}

}  // namespace lacuna
