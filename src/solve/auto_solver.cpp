#include "solve/auto_solver.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

namespace lacuna {

namespace {

// Work in nanoseconds of one core as measured (docs/linear.md); only ratios matter.
constexpr double per_factor_flop = 0.02, per_factor_entry = 4;  ///< of a factorisation and its solves
constexpr double per_analysed_block = 65;                       ///< symbolic analysis with a known order
constexpr double per_product_block = 5, per_vector_row = 12;    ///< of one iteration
constexpr double per_solve_entry = 1.3;                         ///< of the contact block in one iteration

/// Of an iteration with a second level, in iterations without: two products and a coarse solution more.
constexpr double per_second_level = 3.5;

/// Numbers in the factor of the contact block per block of the matrix. Surfaces of solids stay below. Beyond,
/// as with cloth that touches everywhere, an iteration costs several times as much, and the second level
/// saves more iterations than the contact block does.
constexpr double most_contact_entries = 36;

/// Beyond, METIS takes as long as several solves with a second level, and its result as much memory as the
/// rest of a run: the work of a factorisation stays unknown until conjugate gradients have failed.
constexpr Index most_ordered_rows = 300000;
/// Iterations that they may take then: ten times what the sleeve of cubic/twist needs.
constexpr Index most_blind_iterations = 600;

constexpr Index most_direct_steps = 32;

double iteration_work(const BlockMatrix& a, double contact_factor_size) {
  return per_product_block * a.block_count() + per_vector_row * a.row_count() +
         per_solve_entry * contact_factor_size;
}

}  // namespace

AutoSolver::AutoSolver(const AutoOptions& options)
    : options_(options),
      direct_(options.kind == LinearSolverKind::pcg ? nullptr : make_direct_solver(options.cholesky)) {}

AutoSolver::Memory AutoSolver::memory() const {
  return {direct_ ? direct_->elimination() : Elimination(), direct_steps_left_, settled_direct_steps()};
}

void AutoSolver::set_memory(Memory memory) {
  if (direct_) direct_->set_elimination(std::move(memory.elimination));
  direct_steps_left_ = memory.direct_steps_left;
  direct_steps_ = memory.direct_steps;
  has_solved_ = has_failed_ = false;
}

void AutoSolver::begin_step() {
  direct_steps_ = settled_direct_steps();
  has_solved_ = has_failed_ = false;
  reason_to_stay_direct_.clear();
  too_large_.clear();
  if (direct_steps_left_ == 0) return;
  --direct_steps_left_;
  reason_to_stay_direct_ = "PCG failed in a recent step";
}

bool AutoSolver::is_large(const BlockMatrix& a) const {
  if (positions_.size() != static_cast<size_t>(a.row_count()) || a.row_count() < options_.large_rows)
    return false;
  Index count = 0;
  for (Index row = 0; row < a.row_count(); ++row) count += is_uncoupled(a, row) ? 0 : 1;
  return count >= options_.large_rows;
}

/// Options and the analysis of the contact block; returns the work to factorise that block.
double AutoSolver::prepare_gradients(const BlockMatrix& a) {
  PcgOptions& options = pcg_.options();
  options = {.tolerance = options_.tolerance, .max_iterations = options_.max_iterations};
  ContactPreconditioner& preconditioner = pcg_.preconditioner();
  double flops = 0;
  if (is_large(a)) {
    options.contact_block = options_.contact_block;
    options.positions = positions_;
    flops = preconditioner.analyse(a, options.contact_block);
    if (preconditioner.factor_size() > most_contact_entries * a.block_count()) {
      options.contact_block = ContactBlock::none;
      flops = preconditioner.analyse(a, options.contact_block);
    }
  } else {
    flops = preconditioner.analyse(a, options.contact_block);
  }
  return per_factor_flop * flops + per_factor_entry * preconditioner.factor_size();
}

/// How many iterations cost as much as `work`.
double AutoSolver::iterations_for(double work, const BlockMatrix& a) {
  const double count = work / iteration_work(a, pcg_.preconditioner().factor_size());
  const auto first = static_cast<double>(pcg_.options().first_level_iterations);
  if (pcg_.options().positions.empty() || count <= first) return count;
  return first + (count - first) / per_second_level;
}

double AutoSolver::direct_work(const BlockMatrix& a) const {
  const bool has_order = direct_->elimination().order.size() == static_cast<size_t>(a.row_count());
  if (!has_order && a.row_count() > most_ordered_rows && is_large(a))
    return most_blind_iterations * per_second_level * iteration_work(a, 0) / options_.budget;
  if (!has_order && !std::isfinite(direct_->analyse(a))) return std::numeric_limits<double>::infinity();
  // For a solid, the number of entries grows like the 2/3 power of the operations.
  const double flops = direct_->elimination().flops;
  const double entries = 3 * std::cbrt(flops) * std::cbrt(flops);
  return per_factor_flop * flops + per_factor_entry * entries + per_analysed_block * a.block_count();
}

SolveReport AutoSolver::solve_directly(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x,
                                       std::string why) {
  SolveReport report = direct_->solve(a, b, x);
  report.why = report.why.empty() ? std::move(why) : fmt::format("{}; {}", why, report.why);
  return report;
}

SolveReport AutoSolver::solve_by_gradients(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x,
                                           std::string why) {
  prepare_gradients(a);
  SolveReport report = pcg_.solve(a, b, x);
  if (!why.empty()) report.why = report.why.empty() ? std::move(why) : fmt::format("{}; {}", why, report.why);
  return report;
}

SolveReport AutoSolver::solve(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x) {
  try {
    return solve_somehow(a, b, x);
  } catch (const std::bad_alloc&) {
    pcg_ = Pcg();
    SolveReport report;
    report.outcome = SolveOutcome::out_of_memory;
    report.relative_residual = std::numeric_limits<double>::infinity();
    report.solver = word_of(LinearSolverKind::pcg);
    report.why =
        fmt::format("not enough memory for conjugate gradients with a matrix of {} blocks", a.block_count());
    return report;
  }
}

SolveReport AutoSolver::solve_somehow(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x) {
  if (!direct_) return solve_by_gradients(a, b, x, "");
  if (options_.kind == LinearSolverKind::direct) return direct_->solve(a, b, x);
  if (!too_large_.empty()) return solve_by_gradients(a, b, x, too_large_);
  if (reason_to_stay_direct_.empty()) {
    const double contact = prepare_gradients(a);
    const double iterations = iterations_for(options_.budget * direct_work(a) - contact, a);
    if (!(iterations >= 10)) {
      reason_to_stay_direct_ = "factorising costs less than ten iterations";
    } else {
      pcg_.options().max_iterations =
          static_cast<Index>(std::min<double>(iterations, options_.max_iterations));
      pcg_.options().gives_up_early = true;
      SolveReport report = pcg_.solve(a, b, x);
      if (report.outcome == SolveOutcome::not_finite) return report;
      has_solved_ = report.outcome == SolveOutcome::solved;
      if (has_solved_) return report;
      has_failed_ = true;
      direct_steps_ = std::clamp<Index>(2 * direct_steps_, 1, most_direct_steps);
      direct_steps_left_ = direct_steps_;
      reason_to_stay_direct_ =
          report.outcome == SolveOutcome::not_positive_definite
              ? "PCG found the matrix not positive definite"
              : fmt::format("PCG ended after {} iterations: {}", report.iterations, word_of(report.outcome));
    }
  }
  SolveReport report = solve_directly(a, b, x, reason_to_stay_direct_);
  if (report.outcome != SolveOutcome::out_of_memory) return report;
  too_large_ = report.why;
  return solve_by_gradients(a, b, x, too_large_);
}

}  // namespace lacuna
