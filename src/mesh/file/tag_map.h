// Maps the node numbers of a file, which may have gaps and any order, to vertices.
#pragma once

#include "base/types.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace lacuna {

class TagMap {
 public:
  /// The vertex with number i has tags[i]. Returns a tag that occurs twice, if there is one.
  std::optional<std::int64_t> set(const std::vector<std::int64_t>& tags) {
    pairs_.clear();
    is_counting_ = true;
    for (std::size_t i = 0; i < tags.size(); ++i) {
      pairs_.push_back({tags[i], static_cast<Index>(i)});
      is_counting_ = is_counting_ && distance(tags[0], tags[i]) == i;
    }
    if (is_counting_) return std::nullopt;
    std::sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) { return a.tag < b.tag; });
    const auto twice = std::adjacent_find(pairs_.begin(), pairs_.end(),
                                          [](const Pair& a, const Pair& b) { return a.tag == b.tag; });
    return twice == pairs_.end() ? std::nullopt : std::optional(twice->tag);
  }

  /// -1 if there is none.
  Index find(std::int64_t tag) const {
    if (pairs_.empty() || tag < pairs_.front().tag) return -1;
    if (is_counting_) {
      const std::uint64_t offset = distance(pairs_.front().tag, tag);
      return offset < pairs_.size() ? static_cast<Index>(offset) : -1;
    }
    const auto found = std::lower_bound(pairs_.begin(), pairs_.end(), tag,
                                        [](const Pair& pair, std::int64_t t) { return pair.tag < t; });
    return found != pairs_.end() && found->tag == tag ? found->vertex : -1;
  }

 private:
  /// Tags may be anything, so their difference is taken where it cannot overflow.
  static std::uint64_t distance(std::int64_t from, std::int64_t to) {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  }

  struct Pair {
    std::int64_t tag;
    Index vertex;
  };
  std::vector<Pair> pairs_;   ///< by tag
  bool is_counting_ = false;  ///< tags count up without gaps, as they nearly always do: no search is needed
};

}  // namespace lacuna
