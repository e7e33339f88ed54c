// Sparse Cholesky factorisation of a scalar matrix: CHOLMOD's supernodal one, or, in a build without CHOLMOD,
// Eigen's simplicial one, which serves for the small systems of preconditioners.
#pragma once

#include "solve/linear_solver.h"

#include <memory>

namespace lacuna {

class Factorisation {
 public:
  Factorisation();
  ~Factorisation();
  Factorisation(const Factorisation&) = delete;
  Factorisation& operator=(const Factorisation&) = delete;

  /// Takes the pattern of `a`, to be eliminated in this order of scalars, or in one by minimum degree if it
  /// is empty. Floating-point operations of a factorisation, or infinity if it cannot be done.
  double analyse(ScalarMatrix& a, std::span<Index> order = {});

  /// After analyse() of the same pattern: solved, not_positive_definite or out_of_memory.
  SolveOutcome factorise(ScalarMatrix& a);

  /// After factorise(). False if memory is short.
  bool solve(std::span<const Vec3> b, std::span<Vec3> x);

  /// Numbers in the factor, after analyse().
  double size() const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace lacuna
