#include "solve/pcg.h"

#include "base/check.h"
#include "solve/vector_operations.h"

#include <limits>
#include <utility>

namespace lacuna {

namespace {

size_t at(Index i) { return static_cast<size_t>(i); }

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
  preconditioner_.analyse(a);
  report.relative_residual = 1;
  report.outcome = preconditioner_.factorise(a);
  if (report.outcome != SolveOutcome::solved) return report;
  r_.assign(b.begin(), b.end());
  for (auto* v : {&z_, &p_, &q_}) v->resize(b.size());
  iterate(a, x, options_.tolerance * size, report);
  residual(a, b, x, r_);
  report.relative_residual = norm(r_) / size;
  return report;
}

void Pcg::iterate(const BlockMatrix& a, std::span<Vec3> x, double target, SolveReport& report) {
  const Index n = a.row_count();
  const double start = norm(r_);
  preconditioner_.apply(r_, z_);
  p_ = z_;
  double rz = dot(r_, z_);
  report.outcome = SolveOutcome::not_converged;
  for (Index iteration = 1; iteration <= options_.max_iterations; ++iteration) {
    a.multiply(p_, q_);
    const double curvature = dot(p_, q_);
    if (!(curvature > 0) || !(rz > 0)) {
      report.outcome = SolveOutcome::not_positive_definite;
      return;
    }
    report.iterations = iteration;
    const double alpha = rz / curvature;
    const double residual = std::sqrt(ordered_sum(n, [&](Index i) {
      x[at(i)] += alpha * p_[at(i)];
      r_[at(i)] -= alpha * q_[at(i)];
      return r_[at(i)].squaredNorm();
    }));
    preconditioner_.apply(r_, z_);
    // A residual of forces is that of the heaviest body. What is missing in the motion of any other shows in
    // z.
    if (residual <= target && largest_component(z_) <= options_.tolerance * largest_component(x)) {
      report.outcome = SolveOutcome::solved;
      return;
    }
    if (is_hopeless(iteration, residual, start, target)) return;
    const double rz_before = std::exchange(rz, dot(r_, z_));
    const double beta = rz / rz_before;
    parallel_for(n, [&](Index i) { p_[at(i)] = z_[at(i)] + beta * p_[at(i)]; });
  }
}

bool Pcg::is_hopeless(Index iteration, double residual, double start, double target) const {
  if (!options_.gives_up_early || 4 * iteration < options_.max_iterations) return false;
  // The logarithm of the residual falls about evenly; wanted within twice the iterations allowed.
  const double wanted = std::log(start / target), got = std::log(start / residual);
  return got * 2 * options_.max_iterations < wanted * iteration;
}

}  // namespace lacuna
