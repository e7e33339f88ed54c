#include "cubic/workspace.h"

namespace lacuna::cubic {

namespace {

// Contacts are about as stiff as what they touch (sim/stiffness.h): conjugate gradients need few iterations
// without a block for all contacts, and beat a factorisation from this size on (docs/linear.md).
constexpr Index large_rows = 2000;

AutoOptions solver_options(const CubicSettings& settings) {
  return {.kind = settings.linear_solver,
          .tolerance = settings.linear_tolerance,
          .large_rows = large_rows,
          .contact_block = ContactBlock::if_small,
          .cholesky = {}};
}

}  // namespace

Workspace::Workspace(const Model& model, const CubicSettings& given)
    : settings(given),
      system(model, {.barrier = given.barrier, .stiffness = given.stiffness}),
      solver(solver_options(settings)),
      direction(model.rest.size()),
      extended(model.rest.size()),
      missing(model.rest.size(), Vec3::Zero()) {
  memory = first_memory();
}

Memory Workspace::first_memory() const {
  return {.linear = {},
          .normal_forces = std::vector<double>(system.friction().normal_forces().size(), 0.0),
          .together_left = 0,
          .together_count = 0};
}

void Workspace::release_solver() { solver = AutoSolver(solver_options(settings)); }

void Workspace::restore_memory() {
  solver.set_memory(memory.linear);
  system.friction().set_normal_forces(memory.normal_forces);
}

void Report::name_measures() {
  measures = {{"share", share},
              {"script_lag", script_lag},
              {"shorter_attempts", shorter_attempts},
              {"moved_together", moved_together}};
}

}  // namespace lacuna::cubic
