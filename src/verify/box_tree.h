// Finds overlapping boxes: a binary tree of boxes, split at the median along the longest side. Written for
// the proof only; it shares nothing with the solver's search.
#pragma once

#include "base/types.h"

#include <limits>
#include <vector>

namespace lacuna::verify {

/// Four lanes, the last always 0, so that a test is a few vector instructions.
struct Box {
  Eigen::Array4d lower{infinite, infinite, infinite, 0}, upper{-infinite, -infinite, -infinite, 0};

  void add(const Vec3& x) {
    const Eigen::Array4d point(x.x(), x.y(), x.z(), 0);
    lower = lower.min(point);
    upper = upper.max(point);
  }
  void add(const Box& box) {
    lower = lower.min(box.lower);
    upper = upper.max(box.upper);
  }
  void inflate(double by) {
    lower.head<3>() -= by;
    upper.head<3>() += by;
  }
  double diagonal() const { return (upper - lower).matrix().norm(); }
  /// The sign of a difference is exact.
  bool overlaps(const Box& other) const {
    return (lower - other.upper).max(other.lower - upper).maxCoeff() <= 0;
  }

 private:
  static constexpr double infinite = std::numeric_limits<double>::infinity();
};

class BoxTree {
 public:
  explicit BoxTree(std::vector<Box> boxes);

  /// visit(i, j) for every box i of `a` and j of `b` that overlap.
  template <class Visit>
  static void for_each_overlap(const BoxTree& a, const BoxTree& b, Visit&& visit) {
    if (!a.nodes_.empty() && !b.nodes_.empty()) join(a, 0, b, 0, visit);
  }
  /// visit(i, j) for every two boxes of this tree that overlap, each pair once.
  template <class Visit>
  void for_each_own_overlap(Visit&& visit) const {
    if (!nodes_.empty()) join_own(0, visit);
  }

 private:
  static constexpr Index leaf_size = 6;

  struct Node {
    Box box;
    Index begin, end;  // of order_
    Index left;        // -1: a leaf; the right child follows the left subtree at `right`
    Index right;
  };

  Index build(Index begin, Index end, const std::vector<Vec3>& centers);
  bool is_leaf(Index node) const { return nodes_[static_cast<size_t>(node)].left < 0; }
  const Node& node(Index n) const { return nodes_[static_cast<size_t>(n)]; }

  template <class Visit>
  static void join(const BoxTree& a, Index node_a, const BoxTree& b, Index node_b, Visit& visit) {
    const Node &na = a.node(node_a), &nb = b.node(node_b);
    if (!na.box.overlaps(nb.box)) return;
    if (na.left < 0 && nb.left < 0) return join_leaves(a, na, b, nb, visit);
    const bool splits_a = nb.left < 0 || (na.left >= 0 && na.end - na.begin >= nb.end - nb.begin);
    if (splits_a) {
      join(a, na.left, b, node_b, visit);
      join(a, na.right, b, node_b, visit);
    } else {
      join(a, node_a, b, nb.left, visit);
      join(a, node_a, b, nb.right, visit);
    }
  }

  template <class Visit>
  static void join_leaves(const BoxTree& a, const Node& na, const BoxTree& b, const Node& nb, Visit& visit) {
    for (Index i = na.begin; i < na.end; ++i) {
      const Box& box = a.boxes_[static_cast<size_t>(i)];
      if (!box.overlaps(nb.box)) continue;
      for (Index j = nb.begin; j < nb.end; ++j)
        if (box.overlaps(b.boxes_[static_cast<size_t>(j)]))
          visit(a.order_[static_cast<size_t>(i)], b.order_[static_cast<size_t>(j)]);
    }
  }

  template <class Visit>
  void join_own(Index n, Visit& visit) const {
    const Node& here = node(n);
    if (here.left >= 0) {
      join_own(here.left, visit);
      join_own(here.right, visit);
      join(*this, here.left, *this, here.right, visit);
      return;
    }
    for (Index i = here.begin; i < here.end; ++i)
      for (Index j = i + 1; j < here.end; ++j)
        if (boxes_[static_cast<size_t>(i)].overlaps(boxes_[static_cast<size_t>(j)]))
          visit(order_[static_cast<size_t>(i)], order_[static_cast<size_t>(j)]);
  }

  std::vector<Box> boxes_;  // in the order of the leaves
  std::vector<Index> order_;
  std::vector<Node> nodes_;
};

}  // namespace lacuna::verify
