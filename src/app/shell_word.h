// Commands suggested to the user in messages.
#pragma once

#include <string>

namespace lacuna {

/// A word, quoted for the shell where needed.
std::string shell_word(const std::string& word);

}  // namespace lacuna
