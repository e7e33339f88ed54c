// A stencil or feature as a number, with the contribution of one contact to its weight.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace lacuna {

struct WeightedNumber {
  std::uint64_t key;
  double weight;
};

/// Calls visit(key, sum of weights) for each key of a sorted list. Weights of a key are added in ascending
/// order, so that their sum does not depend on their order in the list.
template <class Visit>
void for_each_key(std::vector<WeightedNumber>& numbers, Visit&& visit) {
  for (auto first = numbers.begin(), last = first; first != numbers.end(); first = last) {
    last = std::find_if(first, numbers.end(), [&](const WeightedNumber& w) { return w.key != first->key; });
    if (last - first > 2)
      std::sort(first, last, [](const auto& a, const auto& b) { return a.weight < b.weight; });
    double sum = 0, size = 0;
    for (auto at = first; at != last; ++at) {
      sum += at->weight;
      size += std::abs(at->weight);
    }
    // The remainder of cancelling terms is rounding.
    visit(first->key, std::abs(sum) > 1e-12 * size ? sum : 0);
  }
}

}  // namespace lacuna
