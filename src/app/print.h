// The only way to the terminal: text is stripped of control characters, whatever its source
// (base/printable.h). scripts/check_layers.sh enforces this.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>
#include <utility>

namespace lacuna {

/// Write errors are reported at the end, by require_printed(), so that a run still finishes.
void print_text(std::FILE* out, std::string_view text);

/// To standard output.
template <class... Arguments>
void print(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  print_text(stdout, fmt::format(text, std::forward<Arguments>(arguments)...));
}

/// Returns to the first column and erases an unfinished line.
void erase_line(std::FILE* out);

/// Throws InputError if not everything could be written to standard output.
void require_printed();

}  // namespace lacuna
