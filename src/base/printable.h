// Makes foreign text (titles, names and values of a scene, file names, output of a mesher) safe for a
// terminal. A terminal obeys control characters: they move the cursor, rename the window, hide lines or
// reverse the order of letters. Here they become escapes, "\x1b" or "\u202e", and bytes that are not UTF-8 as
// "\xff".
#pragma once

#include <string>
#include <string_view>

namespace lacuna {

/// Escapes control characters except line breaks and tabs. Returns the same text if there are none.
std::string printable(std::string_view text);

/// Also escapes line breaks and tabs: for text that must not look like a line of our own output.
std::string printable_line(std::string_view text);

/// For JSON, which is already UTF-8 and has its own escapes: the same value, without characters that a
/// terminal obeys.
std::string printable_json(std::string_view json);

}  // namespace lacuna
