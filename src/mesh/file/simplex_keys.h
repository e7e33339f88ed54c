// Simplices as sorted keys: their sides, and groups with the same vertices (linear time for bounded valence).
#pragma once

#include "base/types.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <vector>

namespace lacuna {

template <std::size_t n>
std::array<Index, n> sorted(std::array<Index, n> key) {
  std::sort(key.begin(), key.end());
  return key;
}

template <std::size_t n>
bool has_repeated_vertex(const std::array<Index, n>& simplex) {
  const auto key = sorted(simplex);
  return std::adjacent_find(key.begin(), key.end()) != key.end();
}

template <std::size_t n>
std::vector<std::array<Index, n>> sorted_keys(const std::vector<std::array<Index, n>>& simplices) {
  std::vector<std::array<Index, n>> keys(simplices.size());
  std::transform(simplices.begin(), simplices.end(), keys.begin(), [](const auto& s) { return sorted(s); });
  return keys;
}

/// All ways to pick `m` of the vertices of each simplex, sorted: the sides of triangles, the faces of tets
/// ...
template <std::size_t m, std::size_t n>
void append_sides(const std::vector<std::array<Index, n>>& simplices,
                  std::vector<std::array<Index, m>>& sides) {
  for (const auto& simplex : simplices) {
    for (unsigned pick = 0; pick < 1U << n; ++pick) {
      if (__builtin_popcount(pick) != static_cast<int>(m)) continue;
      std::array<Index, m> side{};
      for (std::size_t i = 0, k = 0; i < n; ++i)
        if (pick >> i & 1U) side[k++] = simplex[i];
      sides.push_back(sorted(side));
    }
  }
}

/// body(numbers) for every set of equal keys (sorted simplices), singles too; numbers ascend inside a set.
/// Keys are put into one bucket per smallest vertex, and only the buckets are sorted.
template <std::size_t n, class Body>
void for_each_equal(const std::vector<std::array<Index, n>>& keys, Index vertex_count, Body&& body) {
  std::vector<std::uint32_t> bucket_begin(static_cast<std::size_t>(vertex_count) + 1, 0);
  for (const auto& key : keys) ++bucket_begin[static_cast<std::size_t>(key[0]) + 1];
  std::partial_sum(bucket_begin.begin(), bucket_begin.end(), bucket_begin.begin());

  std::vector<std::uint32_t> order(keys.size());
  std::vector<std::uint32_t> next(bucket_begin.begin(), bucket_begin.end() - 1);
  for (std::uint32_t i = 0; i < keys.size(); ++i) order[next[static_cast<std::size_t>(keys[i][0])]++] = i;

  for (std::size_t b = 0; b + 1 < bucket_begin.size(); ++b) {
    const std::span bucket(order.begin() + bucket_begin[b], order.begin() + bucket_begin[b + 1]);
    std::sort(bucket.begin(), bucket.end(), [&](std::uint32_t i, std::uint32_t j) {
      return keys[i] != keys[j] ? keys[i] < keys[j] : i < j;
    });
    for (std::size_t begin = 0, end = 0; begin < bucket.size(); begin = end) {
      while (end < bucket.size() && keys[bucket[end]] == keys[bucket[begin]]) ++end;
      body(std::span<const std::uint32_t>(bucket.subspan(begin, end - begin)));
    }
  }
}

}  // namespace lacuna
