// Takes the place of factorisation_cholmod.cpp with LACUNA_WITH_CHOLMOD=OFF. Orders by minimum degree
// whatever it is given.
#include "base/check.h"
#include "solve/factorisation.h"

#include <Eigen/SparseCholesky>

namespace lacuna {

struct Factorisation::Library : Eigen::SimplicialLLT<Eigen::SparseMatrix<double>, Eigen::Lower> {
  double size() const { return static_cast<double>(m_matrix.nonZeros()); }
  /// A column of L with k entries costs k^2.
  double flops() const {
    double sum = 0;
    for (Eigen::Index c = 0; c < m_matrix.cols(); ++c)
      sum += square(static_cast<double>(m_matrix.outerIndexPtr()[c + 1] - m_matrix.outerIndexPtr()[c]));
    return sum;
  }
};

namespace {

Eigen::Map<const Eigen::SparseMatrix<double>> view_of(const ScalarMatrix& a) {
  const auto n = static_cast<Eigen::Index>(a.column_begin.size()) - 1;
  return {
      n, n, static_cast<Eigen::Index>(a.rows.size()), a.column_begin.data(), a.rows.data(), a.values.data()};
}

}  // namespace

Factorisation::Factorisation() : library_(std::make_unique<Library>()) {}
Factorisation::~Factorisation() = default;

double Factorisation::analyse(ScalarMatrix& a, EliminationOrder) {
  library_->analyzePattern(view_of(a));
  return library_->flops();
}

SolveOutcome Factorisation::factorise(ScalarMatrix& a) {
  library_->factorize(view_of(a));
  return library_->info() == Eigen::Success ? SolveOutcome::solved : SolveOutcome::not_positive_definite;
}

bool Factorisation::solve(std::span<const Vec3> b, std::span<Vec3> x) {
  const auto size = static_cast<Eigen::Index>(3 * b.size());
  Eigen::Map<Eigen::VectorXd>(x.data()->data(), size) =
      library_->solve(Eigen::Map<const Eigen::VectorXd>(b.data()->data(), size));
  return true;
}

double Factorisation::size() const { return library_->size(); }

}  // namespace lacuna
