// The only way to the terminal: whatever others have put into a text, it carries no control characters there
// (base/printable.h). scripts/check_layers.sh keeps other ways closed.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>
#include <utility>

namespace lacuna {

/// What cannot be written is found at the end, by require_printed(): a run goes on to its results.
void print_text(std::FILE* out, std::string_view text);

/// To standard output.
template <class... Arguments>
void print(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  print_text(stdout, fmt::format(text, std::forward<Arguments>(arguments)...));
}

/// Makes room for another line where the last was not ended: to the first column, and what is there is
/// erased.
void erase_line(std::FILE* out);

/// Throws InputError if standard output has not taken everything.
void require_printed();

}  // namespace lacuna
