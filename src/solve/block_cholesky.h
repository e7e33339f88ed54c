// Sparse Cholesky factorisation of a matrix of 3x3 blocks, by dense fronts (front_tree.h). Independent
// subtrees run in parallel, and so do the slivers of large fronts; a front adds the updates of its children
// in their order, so that results are bit-identical for any number of threads.
#pragma once

#include "solve/front_tree.h"
#include "solve/linear_solver.h"

#include <memory>

namespace lacuna {

class BlockCholesky {
 public:
  /// Analyses the pattern of `a`; order[k] is the k-th node to eliminate. Returns the floating-point
  /// operations of a factorisation.
  double analyse(const BlockMatrix& a, std::span<const Index> order);

  /// After analyse() of the same pattern: solved, not_positive_definite or out_of_memory. Does not allocate
  /// if it has factorised a matrix as large before.
  SolveOutcome factorise(const BlockMatrix& a);

  /// After factorise() with `solved`.
  void solve(std::span<const Vec3> b, std::span<Vec3> x);

  /// factorise() and solve() in one: forward substitution follows each front while it is still in the cache.
  SolveOutcome factorise_and_solve(const BlockMatrix& a, std::span<const Vec3> b, std::span<Vec3> x);

  /// Numbers in the factor, after analyse().
  double size() const { return tree_.factor_size(); }
  /// Memory that a factorisation needs, after analyse().
  double bytes() const {
    return sizeof(double) *
           static_cast<double>(tree_.panel_size() + tree_.update_size() + tree_.vector_size());
  }

 private:
  /// Uninitialised numbers, aligned for vector registers.
  class Buffer {
   public:
    /// Throws std::bad_alloc. The contents are lost.
    void reserve(std::int64_t count);
    double* data() const { return data_.get(); }

   private:
    struct Free {
      void operator()(double* pointer) const;
    };
    std::unique_ptr<double, Free> data_;
    std::int64_t capacity_ = 0;
  };

  template <class Visit>
  void for_each_front_up(Visit&& visit);
  template <class Visit>
  void for_each_front_down(Visit&& visit);
  bool reserve();
  /// visit(front) after it was factorised.
  template <class Visit>
  SolveOutcome factorise_and(const BlockMatrix& a, Visit&& visit);
  bool factorise_front(const BlockMatrix& a, const Front& f);
  void assemble(const BlockMatrix& a, const Front& f);
  void go_forward(const Front& f, std::span<const Vec3> b);
  void go_backward(const Front& f, std::span<Vec3> x);

  FrontTree tree_;
  Buffer panels_, updates_, vectors_;
  std::vector<Index> waiting_;  ///< per front: children not done yet
};

}  // namespace lacuna
