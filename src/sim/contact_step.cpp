#include "sim/contact_step.h"

namespace lacuna {

void report_iteration(const ContactSystem& system, Positions x, const DirectionBound& bound, double part,
                      const std::function<void(const IterationReport&)>& on_iteration, StepReport& report) {
  std::string limit;
  if (bound.time < 1 && (bound.time < report.smallest_step || on_iteration))
    limit = name_limit(system.model(), bound, x);
  if (bound.time < report.smallest_step) {
    report.smallest_step = bound.time;
    report.limited_by = limit;
  }
  ++report.iterations;
  if (on_iteration)
    on_iteration({.step = report.step,
                  .friction_pass = 1,
                  .iteration = report.iterations,
                  .residual = report.residual,
                  .bound = bound.time,
                  .part = part,
                  .contacts = system.contact_count(),
                  .min_gap = system.smallest_gap(),
                  .limited_by = limit});
}

}  // namespace lacuna
