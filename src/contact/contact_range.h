// The distance within which pairs are found: one for all, or one per vertex.
#pragma once

#include "base/types.h"

#include <algorithm>

namespace lacuna {

/// A primitive's range is the largest of its vertices, a pair's the mean of its two primitives. Offsets are
/// added.
class ContactRange {
 public:
  ContactRange(double everywhere) : everywhere_(everywhere) {}  // NOLINT: a number is a range
  explicit ContactRange(std::span<const double> of_vertex) : of_vertex_(of_vertex) {}

  double of(Index vertex) const {
    return of_vertex_.empty() ? everywhere_ : of_vertex_[static_cast<size_t>(vertex)];
  }
  template <size_t n>
  double of(const std::array<Index, n>& vertices) const {
    double largest = of(vertices[0]);
    for (size_t i = 1; i < n; ++i) largest = std::max(largest, of(vertices[i]));
    return largest;
  }
  /// The largest range of the vertices below `count` that are wanted; at least 0.
  template <class IsWanted>
  double largest(Index count, IsWanted&& is_wanted) const {
    if (of_vertex_.empty()) return everywhere_;
    double largest = 0;
    for (Index v = 0; v < count; ++v)
      if (is_wanted(v)) largest = std::max(largest, of(v));
    return largest;
  }
  bool is_uniform() const { return of_vertex_.empty(); }

 private:
  double everywhere_ = 0;
  std::span<const double> of_vertex_;
};

}  // namespace lacuna
