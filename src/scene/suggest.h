// "did you mean ...?": the known word nearest to an unknown one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lacuna {

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
int edit_distance(std::string_view a, std::string_view b);

/// The nearest of `known` if it is near enough, otherwise "".
std::string nearest_word(std::string_view word, std::span<const std::string> known);

/// "did you mean 'young'?", or "possible here: a, b, c".
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace lacuna
