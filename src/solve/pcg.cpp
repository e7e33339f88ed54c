#include "solve/pcg.h"

#include "base/check.h"
#include "solve/vector_operations.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lacuna {

namespace {

// A residual below this part of the right-hand side is rounding, whose products with z may have any sign.
constexpr double rounding = 1e-14;

/// The logarithm of the residual falls about linearly; it must reach the target within twice the allowed
/// iterations.
bool is_hopeless(Index iteration, Index allowed, double reduced, double wanted) {
  return 4 * iteration >= allowed && std::log(reduced) * 2 * allowed < std::log(wanted) * iteration;
}

}  // namespace

SolveReport Pcg::solve(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x) {
  LACUNA_CHECK(count_of(b) == a.row_count() && count_of(x) == a.row_count(), "rows={} b={} x={}",
               a.row_count(), b.size(), x.size());
  SolveReport report;
  report.solver = word_of(LinearSolverKind::pcg);
  const double size = norm(b);
  if (!std::isfinite(size) || !is_finite(a)) {
    report.outcome = SolveOutcome::not_finite;
    report.relative_residual = std::numeric_limits<double>::infinity();
    return report;
  }
  std::fill(x.begin(), x.end(), Vec3::Zero());
  if (size == 0) return report;
  preconditioner_.analyse(a, options_.contact_block);
  report.relative_residual = 1;
  report.outcome = preconditioner_.factorise(a);
  if (report.outcome != SolveOutcome::solved) return report;
  r_.assign(b.begin(), b.end());
  for (auto* v : {&z_, &p_, &q_}) v->resize(b.size());
  has_second_level_ = false;
  const double target = options_.tolerance * size;
  const Index first = options_.positions.empty()
                          ? options_.max_iterations
                          : std::min(options_.first_level_iterations, options_.max_iterations);
  iterate(a, x, {target, first, options_.gives_up_early || first < options_.max_iterations}, report);
  if (report.outcome == SolveOutcome::not_converged && first < options_.max_iterations) {
    add_second_level(a, b, x, report);
    if (norm(r_) > rounding * size)
      iterate(a, x, {target, options_.max_iterations - report.iterations, options_.gives_up_early}, report);
    else
      report.outcome = SolveOutcome::solved;
  }
  residual(a, b, x, r_);
  report.relative_residual = norm(r_) / size;
  return report;
}

/// From here on P^T r = 0, which the iterations preserve: A-DEF2 assumes it.
void Pcg::add_second_level(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x,
                           SolveReport& report) {
  residual(a, b, x, r_);
  has_second_level_ = coarse_.build(a, options_.positions) == SolveOutcome::solved;
  if (!has_second_level_) {
    report.why = "the second level of the preconditioner failed";
    return;
  }
  report.why = fmt::format("second level of {} aggregates", coarse_.aggregate_count());
  coarse_.add_correction(r_, x);
  residual(a, b, x, r_);
}

/// z = M^-1 r; overwrites q.
void Pcg::precondition(const BlockMatrix& a) {
  preconditioner_.apply(r_, z_);
  if (!has_second_level_) return;
  residual(a, r_, z_, q_);
  coarse_.add_correction(q_, z_);
}

void Pcg::iterate(const BlockMatrix& a, std::span<Vec3> x, const Limits& limits, SolveReport& report) {
  const Index n = a.row_count();
  const double start = norm(r_);
  precondition(a);
  p_ = z_;
  double rz = dot(r_, z_);
  report.outcome = SolveOutcome::not_converged;
  for (Index iteration = 1; iteration <= limits.iterations; ++iteration) {
    a.multiply(p_, q_);
    const double curvature = dot(p_, q_);
    if (!(curvature > 0) || !(rz > 0)) {
      report.outcome = SolveOutcome::not_positive_definite;
      return;
    }
    ++report.iterations;
    const double alpha = rz / curvature;
    const double residual = std::sqrt(ordered_sum(n, [&](Index i) {
      x[at(i)] += alpha * p_[at(i)];
      r_[at(i)] -= alpha * q_[at(i)];
      return r_[at(i)].squaredNorm();
    }));
    precondition(a);
    // The residual of forces is dominated by the heaviest body. The error in the motion of the others shows
    // in z.
    if (residual <= limits.target && largest_component(z_) <= options_.tolerance * largest_component(x)) {
      report.outcome = SolveOutcome::solved;
      return;
    }
    if (limits.gives_up_early &&
        is_hopeless(iteration, limits.iterations, start / residual, start / limits.target))
      return;
    const double rz_before = std::exchange(rz, dot(r_, z_));
    const double beta = rz / rz_before;
    parallel_for(n, [&](Index i) { p_[at(i)] = z_[at(i)] + beta * p_[at(i)]; });
  }
}

}  // namespace lacuna
