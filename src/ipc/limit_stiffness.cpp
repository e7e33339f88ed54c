#include "ipc/limit_stiffness.h"

#include <algorithm>

namespace lacuna::ipc {

namespace {

// As in C-IPC's code: remaining fraction of the way from onset to limit.
constexpr double tiny_margin = 1e-4;
constexpr double largest_factor = 100;

}  // namespace

void LimitStiffness::begin_step(Potential& potential) {
  potential.set_limit_factor(1);
  margin_before_ = 1;
}

void LimitStiffness::update(Potential& potential) {
  const Elements& elements = potential.model().elements;
  if (!elements.has_limits()) return;
  const double margin = elements.smallest_raised_margin(potential.at().x);
  if (margin < tiny_margin && margin_before_ < tiny_margin)
    potential.set_limit_factor(std::min(2 * potential.dynamics().limit_factor(), largest_factor));
  margin_before_ = margin;
}

}  // namespace lacuna::ipc
