#include "solve/block_cholesky.h"

#include "base/parallel.h"
#include "solve/front_kernels.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <new>

namespace lacuna {

namespace {

constexpr std::align_val_t alignment{64};

/// Whether it pays to share a front between threads: about 0.1 ms of work for one.
bool is_large(const Front& f) {
  const double pivots = 3. * f.pivots, rest = 3. * f.rest;
  return pivots * (pivots + rest) * (pivots + rest) > 2e6;
}

/// Subtrees that a thread takes at a time: one, unless there are very many, as with isolated nodes.
Index subtree_chunk(const FrontTree& tree) { return std::max(1, count_of(tree.subtrees()) / 256); }

/// body(sliver, slivers) for groups of slivers begin to end of a front: small groups, so that all threads
/// have work, or, if there are many, groups so large that three of their blocks fill a cache of 256 KB.
template <class Body>
void for_each_group(bool is_parallel, Index begin, Index end, Body&& body) {
  if (!is_parallel) return body(begin, end - begin);
  const Index size = end - begin < 64 ? 4 : 8;
  for_each_chunk(end - begin, size,
                 [&](Index, Index first, Index last) { body(begin + first, last - first); });
}

}  // namespace

void BlockCholesky::Buffer::Free::operator()(double* pointer) const { ::operator delete(pointer, alignment); }

void BlockCholesky::Buffer::reserve(std::int64_t count) {
  if (count <= capacity_) return;
  data_.reset();
  capacity_ = 0;
  // As contacts appear, the next matrix is larger, so reserve more. Untouched pages take no memory; freed
  // ones may stay with the program and fit nothing else.
  const auto allocate = [&](std::int64_t numbers) {
    data_.reset(
        static_cast<double*>(::operator new(sizeof(double) * static_cast<size_t>(numbers), alignment)));
    capacity_ = numbers;
  };
  try {
    allocate(count + count / 2);
  } catch (const std::bad_alloc&) {
    allocate(count);
  }
}

double BlockCholesky::analyse(const BlockMatrix& a, std::span<const Index> order) {
  tree_.build(a, order);
  return tree_.flops();
}

/// Children before parents: the thread that finishes the last child of a front continues with it.
template <class Visit>
void BlockCholesky::for_each_front_up(Visit&& visit) {
  const auto fronts = tree_.fronts();
  waiting_.resize(fronts.size());
  for (Index s : tree_.shared_fronts()) waiting_[at(s)] = count_of(tree_.children(fronts[at(s)]));
  parallel_for(
      count_of(tree_.subtrees()),
      [&](Index k) {
        const FrontTree::Subtree& subtree = tree_.subtrees()[at(k)];
        for (Index s = subtree.begin; s <= subtree.root; ++s) visit(fronts[at(s)]);
        for (Index s = fronts[at(subtree.root)].parent; s >= 0; s = fronts[at(s)].parent) {
          if (std::atomic_ref(waiting_[at(s)]).fetch_sub(1) > 1) return;
          visit(fronts[at(s)]);
        }
      },
      subtree_chunk(tree_));
}

template <class Visit>
void BlockCholesky::for_each_front_down(Visit&& visit) {
  const auto fronts = tree_.fronts();
  const auto shared = tree_.shared_fronts();
  for (size_t k = shared.size(); k-- > 0;) visit(fronts[at(shared[k])]);
  parallel_for(
      count_of(tree_.subtrees()),
      [&](Index k) {
        const FrontTree::Subtree& subtree = tree_.subtrees()[at(k)];
        for (Index s = subtree.root; s >= subtree.begin; --s) visit(fronts[at(s)]);
      },
      subtree_chunk(tree_));
}

bool BlockCholesky::reserve() {
  try {
    panels_.reserve(tree_.panel_size());
    updates_.reserve(tree_.update_size());
    vectors_.reserve(tree_.vector_size());
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

template <class Visit>
SolveOutcome BlockCholesky::factorise_and(const BlockMatrix& a, Visit&& visit) {
  if (!reserve()) return SolveOutcome::out_of_memory;
  std::atomic<bool> is_positive = true;
  for_each_front_up([&](const Front& f) {
    if (!is_positive.load(std::memory_order_relaxed)) return;
    if (factorise_front(a, f))
      visit(f);
    else
      is_positive = false;
  });
  return is_positive ? SolveOutcome::solved : SolveOutcome::not_positive_definite;
}

SolveOutcome BlockCholesky::factorise(const BlockMatrix& a) {
  return factorise_and(a, [](const Front&) {});
}

SolveOutcome BlockCholesky::factorise_and_solve(const BlockMatrix& a, std::span<const Vec3> b,
                                                std::span<Vec3> x) {
  const SolveOutcome outcome = factorise_and(a, [&](const Front& f) { go_forward(f, b); });
  if (outcome == SolveOutcome::solved) for_each_front_down([&](const Front& f) { go_backward(f, x); });
  return outcome;
}

void BlockCholesky::assemble(const BlockMatrix& a, const Front& f) {
  const FrontMemory memory(f, panels_.data(), updates_.data());
  std::fill_n(memory.panel, f.panel_size(), 0.);
  for (const FrontEntry& entry : tree_.entries(f)) {
    double* const to = memory.panel_sliver(entry.sliver) + entry.offset;
    const Mat3& block = a.values()[at(entry.block < 0 ? ~entry.block : entry.block)];
    for (Index column = 0; column < 3; ++column)
      for (Index row = 0; row < 3; ++row)
        to[sliver_rows * column + row] = entry.block < 0 ? block(column, row) : block(row, column);
  }
}

bool BlockCholesky::factorise_front(const BlockMatrix& a, const Front& f) {
  const FrontMemory memory(f, panels_.data(), updates_.data());
  const bool is_parallel = is_large(f);
  const auto add_children = [&](FrontPart part) {
    for (Index s : tree_.children(f)) {
      const Front& child = tree_.fronts()[at(s)];
      const FrontMemory from(child, panels_.data(), updates_.data());
      for_each_group(is_parallel, 0, from.rest_slivers, [&](Index sliver, Index slivers) {
        for (Index k = sliver; k < sliver + slivers; ++k)
          add_update(from, k, tree_.slots(child), part, memory);
      });
    }
  };
  assemble(a, f);
  add_children(FrontPart::pivots);
  for (Index begin = 0; begin < f.pivots; begin += block_nodes) {
    const Index end = std::min(f.pivots, begin + block_nodes);
    if (!factorise_pivots(memory, begin, end)) return false;
    for_each_group(is_parallel, sliver_count(end), memory.slivers(),
                   [&](Index sliver, Index slivers) { solve_slivers(memory, sliver, slivers, begin, end); });
  }
  for_each_group(is_parallel, 0, memory.rest_slivers,
                 [&](Index sliver, Index slivers) { form_update(memory, sliver, slivers); });
  add_children(FrontPart::rest);
  return true;
}

void BlockCholesky::go_forward(const Front& f, std::span<const Vec3> b) {
  double* const x = vectors_.data() + f.vector_begin;
  std::fill_n(x, sliver_rows * f.slivers(), 0.);
  for (Index k = 0; k < f.pivots; ++k) Eigen::Map<Vec3>(x + 3 * k) = b[at(tree_.order()[at(f.first + k)])];
  for (Index s : tree_.children(f)) {
    const Front& child = tree_.fronts()[at(s)];
    const double* y = vectors_.data() + child.vector_begin + sliver_rows * child.pivot_slivers();
    for (Index slot : tree_.slots(child)) {
      Eigen::Map<Vec3>(x + 3 * slot) += Eigen::Map<const Vec3>(y);
      y += 3;
    }
  }
  solve_forward(FrontMemory(f, panels_.data(), updates_.data()), x);
}

void BlockCholesky::go_backward(const Front& f, std::span<Vec3> solution) {
  double* const x = vectors_.data() + f.vector_begin;
  if (f.parent >= 0) {
    const double* const above = vectors_.data() + tree_.fronts()[at(f.parent)].vector_begin;
    double* y = x + sliver_rows * f.pivot_slivers();
    for (Index slot : tree_.slots(f)) {
      Eigen::Map<Vec3>{y} = Eigen::Map<const Vec3>(above + 3 * slot);
      y += 3;
    }
  }
  solve_backward(FrontMemory(f, panels_.data(), updates_.data()), x);
  for (Index k = 0; k < f.pivots; ++k)
    solution[at(tree_.order()[at(f.first + k)])] = Eigen::Map<const Vec3>(x + 3 * k);
}

void BlockCholesky::solve(std::span<const Vec3> b, std::span<Vec3> x) {
  for_each_front_up([&](const Front& f) { go_forward(f, b); });
  for_each_front_down([&](const Front& f) { go_backward(f, x); });
}

}  // namespace lacuna
