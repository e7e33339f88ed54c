#include "solve/cholesky.h"

#include "base/check.h"
#include "solve/block_cholesky.h"
#include "solve/lone_rows.h"
#include "solve/nested_dissection.h"
#include "solve/vector_operations.h"

#include <fmt/core.h>

#include <limits>
#include <new>

namespace lacuna {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A residual above this means that pivots were noise. Stiff contact leaves 1e-9 and less (docs/linear.md).
constexpr double largest_residual = 1e-4;

/// What a row that stands alone adds to the work and the size of a factor (FrontTree::count_work).
constexpr double lone_flops = 9 + 4 + 1, lone_size = 6;

class Cholesky final : public DirectSolver {
 public:
  explicit Cholesky(const CholeskyOptions& options) : options_(options) {}

  SolveReport solve(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x) override {
    LACUNA_CHECK(count_of(b) == a.row_count() && count_of(x) == a.row_count(), "rows={} b={} x={}",
                 a.row_count(), b.size(), x.size());
    SolveReport report;
    report.solver = word_of(LinearSolverKind::direct);
    try {
      solve(a, b, x, report);
    } catch (const std::bad_alloc&) {
      report.outcome = SolveOutcome::out_of_memory;
    }
    if (report.outcome != SolveOutcome::out_of_memory) return report;
    report.relative_residual = infinity;
    report.why = is_analysed_
                     ? fmt::format("the factor needs {:.2g} GB of memory", factorisation_.bytes() / 1e9)
                     : fmt::format("not enough memory to analyse a matrix of {} blocks", a.block_count());
    release();
    return report;
  }

  double analyse(const BlockMatrix& a) override {
    try {
      analyse_pattern(a);
    } catch (const std::bad_alloc&) {
      release();
      return infinity;
    }
    return flops_;
  }

  double factor_size() const override {
    return factorisation_.size() + (lone_.are_many() ? lone_size * lone_.count() : 0);
  }
  const Elimination& elimination() const override { return elimination_; }
  void set_elimination(Elimination elimination) override {
    elimination_ = std::move(elimination);
    is_analysed_ = false;
  }
  Index ordering_count() const override { return ordering_count_; }
  Index analysis_count() const override { return analysis_count_; }

 private:
  void solve(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x, SolveReport& report) {
    if (b.empty()) return;
    const double size = norm(b);
    report.relative_residual = infinity;
    if (!std::isfinite(size) || !is_finite(a)) {
      report.outcome = SolveOutcome::not_finite;
      return;
    }
    residual_.resize(b.size());
    analyse_pattern(a);
    report.outcome = factorise_and_solve(a, b, x);
    if (report.outcome == SolveOutcome::solved) judge(a, b, x, size, report);
  }

  SolveOutcome factorise_and_solve(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x) {
    if (!lone_.are_many()) return factorisation_.factorise_and_solve(a, b, x);
    lone_.copy_values(a);
    x_rest_.resize(at(lone_.rest().row_count()));
    const SolveOutcome outcome =
        factorisation_.factorise_and_solve(lone_.rest(), lone_.restricted(b), x_rest_);
    lone_.extend(x_rest_, b, x);
    return outcome;
  }

  /// The work of a factorisation in that order.
  double analyse_in(const BlockMatrix& a, std::span<const Index> order) {
    if (!lone_.are_many()) return factorisation_.analyse(a, order);
    lone_.reduce_pattern(a);
    return factorisation_.analyse(lone_.rest(), lone_.restricted(order)) + lone_flops * lone_.count();
  }

  void analyse_pattern(const BlockMatrix& a) {
    const bool are_lone_the_same = lone_.mark(a);
    if (is_analysed_ && are_lone_the_same && a.has_pattern(row_begin_, columns_)) return;
    is_analysed_ = false;
    ++analysis_count_;
    row_begin_.assign(a.row_begins().begin(), a.row_begins().end());
    columns_.assign(a.columns().begin(), a.columns().end());
    if (elimination_.order.size() != at(a.row_count())) {
      reorder(a, infinity);
    } else if (flops_ = analyse_in(a, elimination_.order);
               !(flops_ < options_.reorder_factor * elimination_.flops)) {
      reorder(a, flops_);
    }
    is_analysed_ = true;
  }

  /// Frees all memory except the order: others may need it now.
  void release() {
    factorisation_ = BlockCholesky();
    is_analysed_ = false;
  }

  /// Takes a new order if it needs less work than the `flops` of the current one.
  void reorder(const BlockMatrix& a, double flops) {
    ++ordering_count_;
    std::vector<Index> order = nested_dissection(a);
    flops_ = analyse_in(a, order);
    if (flops_ < flops || !std::isfinite(flops))
      elimination_.order.swap(order);
    else
      flops_ = analyse_in(a, elimination_.order);
    elimination_.flops = flops_;
  }

  void judge(const BlockMatrix& a, std::span<const Vec3> b, std::span<const Vec3> x, double size,
             SolveReport& report) {
    residual(a, b, x, residual_);
    report.relative_residual = size > 0 ? norm(residual_) / size : 0;
    if (report.relative_residual <= largest_residual) return;
    report.outcome = SolveOutcome::not_positive_definite;
    report.why = fmt::format("nearly singular: the relative residual is {:.1e}", report.relative_residual);
  }

  CholeskyOptions options_;
  LoneRows lone_;
  BlockCholesky factorisation_;  ///< of the others, if many stand alone
  Elimination elimination_;
  bool is_analysed_ = false;
  double flops_ = 0;
  Index ordering_count_ = 0, analysis_count_ = 0;
  std::vector<Index> row_begin_, columns_;  ///< the pattern that was analysed
  std::vector<Vec3> residual_, x_rest_;
};

}  // namespace

std::unique_ptr<DirectSolver> make_direct_solver(const CholeskyOptions& options) {
  return std::make_unique<Cholesky>(options);
}

}  // namespace lacuna
