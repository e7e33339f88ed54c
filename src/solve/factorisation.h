// Sparse Cholesky factorisation of a scalar matrix: CHOLMOD's supernodal one, or, in a build without CHOLMOD,
// Eigen's simplicial one, which serves for the small systems of preconditioners.
#pragma once

#include "solve/linear_solver.h"

#include <memory>

namespace lacuna {

/// In which order a matrix is eliminated: as it stands, which should be a postorder, or by minimum degree.
enum class EliminationOrder : std::uint8_t { as_it_stands, minimum_degree };

class Factorisation {
 public:
  Factorisation();
  ~Factorisation();
  Factorisation(const Factorisation&) = delete;
  Factorisation& operator=(const Factorisation&) = delete;

  /// Takes the pattern of `a`. Floating-point operations of a factorisation, or infinity if it cannot be
  /// done.
  double analyse(ScalarMatrix& a, EliminationOrder order);

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
