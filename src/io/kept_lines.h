// Which part of a file of JSON lines a resumed run keeps: those before the first that is damaged or not
// wanted.
#pragma once

#include "base/input_error.h"
#include "base/json.h"

#include <cstdint>
#include <string_view>

namespace lacuna {

/// Bytes of `text` up to the end of the last line that is kept. Only the last line can be damaged, by a run
/// that was killed, and what follows a line that is not kept is computed again.
template <class IsKept>
std::uint64_t kept_size(std::string_view text, IsKept&& is_kept) {
  size_t kept = 0;
  for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', kept)) {
    try {
      if (!is_kept(parse_json(text.substr(kept, end - kept), "a line of the log"))) break;
    } catch (const InputError&) {
      break;
    }
    kept = end + 1;
  }
  return kept;
}

}  // namespace lacuna
