// The laws of elastic solids that a scene can choose, and their names. docs/energies/ describes each.
#pragma once

#include "base/words.h"

#include <cstdint>

namespace lacuna {

enum class ElasticLaw : std::uint8_t { neo_hookean, fixed_corotated, stable_neo_hookean, stvk, arap };
template <>
inline constexpr auto words<ElasticLaw> =
    make_words<ElasticLaw>({{"neo-hookean", ElasticLaw::neo_hookean},
                            {"fixed-corotated", ElasticLaw::fixed_corotated},
                            {"stable-neo-hookean", ElasticLaw::stable_neo_hookean},
                            {"stvk", ElasticLaw::stvk},
                            {"arap", ElasticLaw::arap}});

}  // namespace lacuna
