// Text of others (titles, names, values of a scene, names of files, what a mesher prints) on its way to a
// terminal. A terminal obeys control characters: they move the cursor, rename the window, hide lines or
// turn the order of letters around. Here they are shown as escapes, "\x1b" or "\u202e", and bytes that are
// not UTF-8 as "\xff".
#pragma once

#include <string>
#include <string_view>

namespace lacuna {

/// Without control characters but line breaks and tabs. The same text if there are none.
std::string printable(std::string_view text);

/// Without line breaks and tabs either: for what must not look like a line of ours.
std::string printable_line(std::string_view text);

/// For JSON, which is UTF-8 already and has escapes of its own for the rest: the same value, written so that
/// a terminal obeys nothing in it.
std::string printable_json(std::string_view json);

}  // namespace lacuna
