// The laws of elastic solids that a scene can choose, and their names. docs/energies/ describes each.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lacuna {

enum class ElasticLaw : std::uint8_t { neo_hookean, fixed_corotated, stable_neo_hookean, stvk };

/// As users write them, in the order of the enumerators.
inline constexpr std::array<std::string_view, 4> elastic_law_names = {"neo-hookean", "fixed-corotated",
                                                                      "stable-neo-hookean", "stvk"};

constexpr std::string_view name_of(ElasticLaw law) { return elastic_law_names[static_cast<size_t>(law)]; }

/// Nothing if no law has that name.
constexpr std::optional<ElasticLaw> elastic_law_named(std::string_view name) {
  const auto* const at = std::find(elastic_law_names.begin(), elastic_law_names.end(), name);
  if (at == elastic_law_names.end()) return std::nullopt;
  return static_cast<ElasticLaw>(at - elastic_law_names.begin());
}

}  // namespace lacuna
