// The words of an enum: one table, beside the enum, from which readers, documentation, files and messages
// take them. A table is a specialisation of `words`, so an enum cannot have two:
//
//   enum class UpAxis : std::uint8_t { y, z };
//   template <>
//   inline constexpr auto words<UpAxis> = make_words<UpAxis>({{"y", UpAxis::y}, {"z", UpAxis::z}});
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace lacuna {

template <class Enum>
struct Word {
  std::string_view word;
  Enum value;
};

/// The table of an enum, in the order in which its words are offered to the user.
template <class Enum>
inline constexpr std::array<Word<Enum>, 0> words{};

namespace detail {

template <class Enum, size_t n>
consteval bool is_dense(const std::array<Word<Enum>, n>& table) {
  for (size_t number = 0; number < n; ++number) {
    size_t values = 0, same_words = 0;
    for (const Word<Enum>& entry : table) {
      values += static_cast<size_t>(entry.value) == number ? 1 : 0;
      same_words += entry.word == table[number].word ? 1 : 0;
    }
    if (values != 1 || same_words != 1) return false;
  }
  return true;
}

}  // namespace detail

/// Does not compile unless the values are 0 to n - 1, each once, and no word stands for two of them.
template <class Enum, size_t n>
consteval std::array<Word<Enum>, n> make_words(const Word<Enum> (&entries)[n]) {
  std::array<Word<Enum>, n> table{};
  for (size_t i = 0; i < n; ++i) table[i] = entries[i];
  if (!detail::is_dense(table)) throw "an enumerator or a word is missing or there twice";
  return table;
}

/// Words are literals, so data() ends in a zero. Empty for a value without a word.
template <class Enum>
constexpr std::string_view word_of(Enum value) {
  static_assert(words<Enum>.size() > 0, "this enum has no table of words");
  for (const Word<Enum>& entry : words<Enum>)
    if (entry.value == value) return entry.word;
  return {};
}

/// Nothing if no enumerator has this word.
template <class Enum>
constexpr std::optional<Enum> value_of_word(std::string_view word) {
  static_assert(words<Enum>.size() > 0, "this enum has no table of words");
  for (const Word<Enum>& entry : words<Enum>)
    if (entry.word == word) return entry.value;
  return std::nullopt;
}

}  // namespace lacuna
