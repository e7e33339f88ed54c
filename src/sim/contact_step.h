// What the steps of solvers with a ContactSystem have in common: their report, and what is put back after a
// failure.
#pragma once

#include "base/timer.h"
#include "sim/contact_system.h"
#include "sim/explain_outcome.h"
#include "sim/iteration_report.h"

#include <functional>
#include <new>

namespace lacuna {

/// One more iteration, of which `part` was taken: in the report, and to `on_iteration` if given.
void report_iteration(const ContactSystem& system, Positions x, const DirectionBound& bound, double part,
                      const std::function<void(const IterationReport&)>& on_iteration, StepReport& report);

/// As Solver::step(). advance(report) moves the state or leaves it; w is the solver's workspace.
template <class Report, class Workspace, class Advance>
StepReport run_step(State& state, double dt, Workspace& w, Advance&& advance) {
  const Timer timer;
  const double contact_seconds = w.system.contact_seconds();
  Report report;
  report.step = state.step + 1;
  report.time = state.time_after(dt);
  report.dt = dt;
  try {
    report.outcome = advance(report);
    if (report.outcome == Outcome::converged) {
      report.dt = state.dt_before;
      report.time = state.time;
      w.system.measure(state, report);
      if (w.on_accepted) w.on_accepted({state.x, report.min_gap});
    }
  } catch (const std::bad_alloc&) {
    if (state.step < report.step) report.outcome = Outcome::out_of_memory;
  }
  if (report.outcome == Outcome::out_of_memory) w.release_solver();
  if (report.outcome != Outcome::converged) {
    explain_outcome(w.system, w.x, report);
    w.restore_memory();
    w.system.restore_scripts(state);
  }
  report.name_measures();
  PhaseSeconds& s = report.seconds;
  s.contacts = w.system.contact_seconds() - contact_seconds;
  s.other = timer.seconds() - (s.contacts + s.assembly + s.linear_solve + s.step_bound);
  return report;
}

}  // namespace lacuna
