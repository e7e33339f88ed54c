// The part of FrontTree that assigns fronts to threads and memory.
#include "solve/front_tree.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lacuna {

namespace {

/// Largest share of the work of one subtree, small enough to keep eight or more threads busy. But the updates
/// of all subtrees are in memory at the same time, and where fronts are so large that threads share each of
/// them, few subtrees suffice.
double subtree_share(double work) { return work < 2e10 ? 1. / 24 : 1. / 6; }
/// Subtrees below this many operations, about 20 us, are not split further.
constexpr double least_work = 2e5;

double work_of(const Front& f) {
  const double pivots = 3. * f.pivots, rest = 3. * f.rest;
  return pivots * pivots * pivots / 3 + pivots * rest * (pivots + rest);
}

}  // namespace

void FrontTree::cut_into_subtrees() {
  const Index n = count_of(fronts_);
  work_.assign(at(n), 0);
  first_.resize(at(n));
  std::iota(first_.begin(), first_.end(), 0);
  double total = 0;
  for (Index s = 0; s < n; ++s) {
    const double own = work_of(fronts_[at(s)]);
    total += own;
    work_[at(s)] += own;
    if (const Index p = fronts_[at(s)].parent; p >= 0) {
      work_[at(p)] += work_[at(s)];
      first_[at(p)] = std::min(first_[at(p)], first_[at(s)]);
    }
  }
  const double most = std::max(least_work, subtree_share(total) * total);
  subtrees_.clear();
  shared_.clear();
  Index begin = 0;  // of the subtree whose root comes later: fronts are in postorder
  for (Index s = 0; s < n; ++s) {
    const Index p = fronts_[at(s)].parent;
    const auto is_shared = [&](Index front) {  // a leaf front begins a subtree
      return work_[at(front)] > most && fronts_[at(front)].child_end > fronts_[at(front)].child_begin;
    };
    if (is_shared(s)) {
      shared_.push_back(s);
      begin = s + 1;
    } else if (p < 0 || is_shared(p)) {
      subtrees_.push_back({begin, s});
      begin = s + 1;
    }
  }
}

/// Within a subtree fronts are done in order, and an update is needed until its parent is done. Updates of
/// the same depth form a stack, with the children of the current front on top: two stacks, for even and odd
/// depth, avoid moving data.
std::int64_t FrontTree::stack_updates(const Subtree& subtree, std::int64_t begin) {
  std::array<std::int64_t, 2> top{}, size{};
  for (Index s = subtree.root; s >= subtree.begin; --s)
    depth_[at(s)] = s == subtree.root ? 0 : depth_[at(fronts_[at(s)].parent)] + 1;
  for (Index s = subtree.begin; s <= subtree.root; ++s) {
    Front& f = fronts_[at(s)];
    const auto parity = static_cast<size_t>(depth_[at(s)] % 2);
    f.update_begin = top[parity];
    top[parity] += f.update_size();
    size[parity] = std::max(size[parity], top[parity]);
    for (Index child : children(f)) top[1 - parity] -= fronts_[at(child)].update_size();
  }
  for (Index s = subtree.begin; s <= subtree.root; ++s)
    fronts_[at(s)].update_begin += begin + (depth_[at(s)] % 2 == 0 ? 0 : size[0]);
  return size[0] + size[1];
}

/// Each subtree has its own memory. When a shared front is started, all fronts below it are done, and of
/// their memory only the updates of its children are still needed: its own update may lie anywhere else in
/// there.
void FrontTree::place_updates() {
  update_size_ = 0;
  depth_.resize(fronts_.size());
  free_.clear();
  auto subtree = subtrees_.begin();
  const auto take_subtrees_before = [&](Index front) {
    for (; subtree != subtrees_.end() && subtree->root < front; ++subtree) {
      const std::int64_t begin = update_size_;
      update_size_ += stack_updates(*subtree, begin);
      free_.push_back({begin + fronts_[at(subtree->root)].update_size(), update_size_, subtree->begin});
    }
  };
  for (Index s : shared_) {
    take_subtrees_before(s);
    Front& f = fronts_[at(s)];
    const Index first = first_[at(s)];
    const std::int64_t size = f.update_size();
    auto place = std::find_if(free_.begin(), free_.end(), [&](const FreeRange& range) {
      return range.owner >= first && range.end - range.begin >= size;
    });
    if (place == free_.end()) place = free_.insert(place, {update_size_, update_size_ += size, first});
    f.update_begin = place->begin;
    place->begin += size;
    for (Index child : children(f)) {
      const Front& c = fronts_[at(child)];
      free_.push_back({c.update_begin, c.update_begin + c.update_size(), first});
    }
  }
  take_subtrees_before(count_of(fronts_));
}

}  // namespace lacuna
