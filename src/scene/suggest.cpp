#include "scene/suggest.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace lacuna {

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const int changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string nearest_word(std::string_view word, std::span<const std::string> known) {
  constexpr size_t longest = 64;  // longer words are not typing errors; bounds the cost
  if (word.size() > longest) return "";
  std::string best;
  int best_distance = 1 + static_cast<int>(word.size()) / 3;  // a third of the letters may be wrong
  for (const std::string& candidate : known) {
    const int distance = edit_distance(word, candidate);
    if (distance <= best_distance && distance < static_cast<int>(candidate.size())) {
      if (distance == best_distance && !best.empty()) continue;
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string> known) {
  const std::string nearest = nearest_word(word, known);
  if (!nearest.empty()) return fmt::format("did you mean '{}'?", nearest);
  if (known.empty()) return "no keys are allowed here";
  return fmt::format("possible here: {}", fmt::join(known, ", "));
}

}  // namespace lacuna
