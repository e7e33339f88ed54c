// A bounding volume hierarchy without pointers: primitives are sorted along a space-filling curve, every
// eight neighbours form a leaf, every eight leaves a node, and so on up to one root (a packed Hilbert R-tree,
// Kamel and Faloutsos 1993). Sorting is the whole build, a refit is one upward sweep, and a query tests eight
// boxes at once. Nothing has a fixed capacity, and nothing depends on the number of threads.
#pragma once

#include "base/parallel.h"
#include "geometry/box.h"

#include <vector>

namespace lacuna {

class PackedTree {
 public:
  static constexpr int width = 8;

  /// Orders the primitives by the position of their centres. Boxes must be set by refit before any query.
  template <class Center>
  void build(Index count, Center&& center) {
    centers_.resize(static_cast<size_t>(count));
    parallel_for(count, [&](Index i) { centers_[static_cast<size_t>(i)] = center(i); });
    sort_along_curve();
  }

  /// Sets the box of every primitive and of every node above. box(i) -> Box4.
  template <class BoxOf>
  void refit(BoxOf&& box) {
    if (empty()) return;
    for_each_chunk(leaf_count(), 64, [&](Index, Index begin, Index end) {
      for (Index leaf = begin; leaf < end; ++leaf)
        for (int lane = 0; lane < width; ++lane) {
          const Index primitive = at(leaf, lane);
          levels_[0][static_cast<size_t>(leaf)].set(lane, primitive < 0 ? Box4::empty() : box(primitive));
        }
    });
    refit_nodes();
  }

  bool empty() const { return order_.empty(); }
  Index leaf_count() const { return count_of(order_) / width; }
  /// The primitive in a lane of a leaf, -1 if the lane is unused.
  Index at(Index leaf, int lane) const { return order_[static_cast<size_t>(leaf) * width + lane]; }
  const Box8& boxes(Index leaf) const { return levels_[0][static_cast<size_t>(leaf)]; }
  Box4 leaf_box(Index leaf) const { return levels_[1][static_cast<size_t>(leaf / width)].get(leaf % width); }

  /// visit(leaf) for every leaf from first_leaf on whose box overlaps `box`, in ascending order.
  template <class Visit>
  void for_each_leaf(const Box4& box, Index first_leaf, Visit&& visit) const {
    if (!empty()) descend(static_cast<int>(levels_.size()) - 1, 0, box, first_leaf, visit);
  }

 private:
  template <class Visit>
  void descend(int level, Index node, const Box4& box, Index first_leaf, Visit& visit) const {
    Lanes lanes = overlapping(levels_[static_cast<size_t>(level)][static_cast<size_t>(node)], box);
    const int shift = 3 * (level - 1);  // log2 of the leaves below one child
    for_each_lane(lanes, [&](int lane) {
      const Index child = node * width + lane;
      if (level == 1) {
        if (child >= first_leaf) visit(child);
      } else if (child >= (first_leaf >> shift)) {
        descend(level - 1, child, box, first_leaf, visit);
      }
    });
  }

  void sort_along_curve();
  void make_curve_keys();
  void sort_by_keys();
  void size_levels();
  void refit_nodes();

  std::vector<Vec3> centers_;
  std::vector<Index> order_;               // primitives along the curve, padded with -1 to full leaves
  std::vector<std::vector<Box8>> levels_;  // [0] primitive boxes by leaf; [k] boxes of the nodes of [k-1]
  std::vector<std::uint64_t> keys_, keys_scratch_;
  std::vector<Index> order_scratch_;
};

}  // namespace lacuna
