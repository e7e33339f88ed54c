// Commands that a message tells the user to type.
#pragma once

#include <string>

namespace lacuna {

/// A word as a shell reads it back: quoted where that is needed.
std::string shell_word(const std::string& word);

}  // namespace lacuna
