#include "verify/box_tree.h"

#include <algorithm>
#include <numeric>

namespace lacuna::verify {

BoxTree::BoxTree(std::vector<Box> boxes) : boxes_(std::move(boxes)), order_(boxes_.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  std::vector<Vec3> centers;
  centers.reserve(boxes_.size());
  for (const Box& box : boxes_) centers.emplace_back((0.5 * box.lower + 0.5 * box.upper).head<3>());
  if (!boxes_.empty()) build(0, count_of(boxes_), centers);
  std::vector<Box> sorted(boxes_.size());
  for (size_t i = 0; i < order_.size(); ++i) sorted[i] = boxes_[static_cast<size_t>(order_[i])];
  boxes_ = std::move(sorted);
}

/// Makes the node of order_[begin, end) and those below it; boxes_ is still in the caller's order.
Index BoxTree::build(Index begin, Index end, const std::vector<Vec3>& centers) {
  const Index number = count_of(nodes_);
  nodes_.push_back({{}, begin, end, -1, -1});
  Box box, spread;
  for (Index i = begin; i < end; ++i) {
    const auto primitive = static_cast<size_t>(order_[static_cast<size_t>(i)]);
    box.add(boxes_[primitive]);
    spread.add(centers[primitive]);
  }
  nodes_[static_cast<size_t>(number)].box = box;
  if (end - begin <= leaf_size) return number;
  int axis = 0;
  (spread.upper - spread.lower).head<3>().maxCoeff(&axis);
  const Index middle = begin + (end - begin) / 2;
  std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                   [&](Index a, Index b) {
                     return centers[static_cast<size_t>(a)][axis] < centers[static_cast<size_t>(b)][axis];
                   });
  const Index left = build(begin, middle, centers), right = build(middle, end, centers);
  nodes_[static_cast<size_t>(number)].left = left;
  nodes_[static_cast<size_t>(number)].right = right;
  return number;
}

}  // namespace lacuna::verify
