// Direct solution by sparse Cholesky factorisation on blocks (block_cholesky.h), nodes eliminated in the
// order that METIS finds by nested dissection of their graph.
//
// The symbolic analysis is repeated when the pattern changes. The order is kept until contacts have made it
// inefficient: as long as the predicted work stays below `reorder_factor` times the work it was made for. It
// is the only state that affects the bits of results: save it to resume a run exactly.
#pragma once

#include "solve/linear_solver.h"

#include <memory>

namespace lacuna {

struct Elimination {
  std::vector<Index> order;  ///< order[k] is the k-th node to eliminate
  double flops = 0;          ///< of the factorisation it was made for
};

struct CholeskyOptions {
  /// An order is kept while the predicted work is below this times that of its first use. Tuned: see
  /// docs/linear.md. Below 1.1 nearly every new contact costs an ordering, beyond 2 factorisations become
  /// slow.
  double reorder_factor = 1.6;
};

class DirectSolver : public LinearSolver {
 public:
  /// Prepares for the pattern of `a`; values do not matter. Returns the work of one factorisation in
  /// floating-point operations, infinite if there is not enough memory. solve() calls this when needed.
  virtual double analyse(const BlockMatrix& a) = 0;
  /// Numbers in the factor, after analyse().
  virtual double factor_size() const = 0;

  virtual const Elimination& elimination() const = 0;
  virtual void set_elimination(Elimination elimination) = 0;

  /// How often METIS was called, and how often a pattern was analysed.
  virtual Index ordering_count() const = 0;
  virtual Index analysis_count() const = 0;
};

std::unique_ptr<DirectSolver> make_direct_solver(const CholeskyOptions& options = {});

}  // namespace lacuna
