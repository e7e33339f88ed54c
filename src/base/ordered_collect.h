// Lists gathered by parallel loops: each chunk of the range fills its own list, and these are joined in
// order, so that the result does not depend on the threads. The lists are kept, so that later calls do not
// allocate.
#pragma once

#include "base/check.h"
#include "base/parallel.h"

#include <limits>
#include <vector>

namespace lacuna {

template <class Item>
class OrderedCollector {
 public:
  /// Appends to `out` the items that body(begin, end, found) puts into `found`, for consecutive chunks of [0,
  /// count).
  template <class Body>
  void collect(Index count, Index chunk_size, std::vector<Item>& out, Body&& body) {
    const auto used = static_cast<size_t>(chunk_count(count, chunk_size));
    if (chunks_.size() < used) chunks_.resize(used);
    for_each_chunk(count, chunk_size, [&](Index chunk, Index begin, Index end) {
      auto& found = chunks_[static_cast<size_t>(chunk)];
      found.clear();
      body(begin, end, found);
    });
    size_t total = out.size();
    for (size_t i = 0; i < used; ++i) total += chunks_[i].size();
    LACUNA_CHECK(total < static_cast<size_t>(std::numeric_limits<Index>::max()), "items={}", total);
    out.reserve(total);
    for (size_t i = 0; i < used; ++i) out.insert(out.end(), chunks_[i].begin(), chunks_[i].end());
  }

 private:
  std::vector<std::vector<Item>> chunks_;
};

}  // namespace lacuna
