#include "base/printable.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

namespace lacuna {
namespace {

struct CodeRange {
  char32_t first, last;
};

/// Characters that a terminal obeys instead of showing: C0, DEL and C1 controls, line and paragraph
/// separators, marks that reverse the direction of writing, annotations and tags. Joiners stay: scripts and
/// emoji need them.
constexpr std::array<CodeRange, 10> obeyed{{{0x00, 0x1f},
                                            {0x7f, 0x9f},
                                            {0x61c, 0x61c},
                                            {0x200e, 0x200f},
                                            {0x2028, 0x202e},
                                            {0x2066, 0x2069},
                                            {0xfff9, 0xfffb},
                                            {0xe0000, 0xe007f},
                                            {0xfdd0, 0xfdef},
                                            {0xfffe, 0xffff}}};

bool is_obeyed(char32_t code) {
  for (const CodeRange& range : obeyed)
    if (code >= range.first && code <= range.last) return true;
  return false;
}

/// One character of UTF-8, or an invalid byte.
struct Character {
  char32_t code = 0;
  size_t size = 1;
  bool is_valid = true;
};

/// Bytes of the character that starts with this one; 0 if none does.
size_t size_from(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/// At the start of a text that is not empty. Overlong forms and surrogates are not valid.
Character first_character(std::string_view text) {
  constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const size_t size = size_from(byte(0));
  const Character invalid{byte(0), 1, false};
  if (size == 1) return {byte(0), 1, true};
  if (size == 0 || size > text.size()) return invalid;
  char32_t code = byte(0) & (0x7fU >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return invalid;
    code = code << 6U | (byte(i) & 0x3fU);
  }
  if (code < least[size] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return invalid;
  return {code, size, true};
}

/// Copies the text; escape(out, character) returns true if it wrote a replacement.
template <class Escape>
std::string escaped(std::string_view text, Escape&& escape) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character character = first_character(text);
    if (!escape(out, character)) out.append(text.substr(0, character.size));
    text.remove_prefix(character.size);
  }
  return out;
}

std::string shown(std::string_view text, std::string_view kept) {
  return escaped(text, [&](std::string& out, const Character& c) {
    const bool is_kept = c.is_valid && c.code < 0x80 && kept.find(static_cast<char>(c.code)) != kept.npos;
    if (is_kept || (c.is_valid && !is_obeyed(c.code))) return false;
    const auto code = static_cast<std::uint32_t>(c.code);
    const char* const format = !c.is_valid || code < 0x80 ? "\\x{:02x}" : "\\u{:04x}";
    fmt::format_to(std::back_inserter(out), fmt::runtime(format), code);
    return true;
  });
}

}  // namespace

std::string printable(std::string_view text) { return shown(text, "\n\t"); }
std::string printable_line(std::string_view text) { return shown(text, ""); }

std::string printable_json(std::string_view json) {
  return escaped(json, [](std::string& out, const Character& c) {
    if (c.code < 0x20 || !is_obeyed(c.code)) return false;  // JSON escapes C0 itself
    auto code = static_cast<std::uint32_t>(c.code);
    if (code >= 0x10000) {  // JSON has escapes of 16 bits: two surrogates
      code -= 0x10000;
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", 0xd800 + (code >> 10U));
      code = 0xdc00 + (code & 0x3ffU);
    }
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
    return true;
  });
}

}  // namespace lacuna
