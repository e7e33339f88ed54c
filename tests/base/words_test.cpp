#include "base/words.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace lacuna {

enum class Fruit : std::uint8_t { apple, blood_orange, cherry };
template <>
inline constexpr auto words<Fruit> = make_words<Fruit>({{"cherry", Fruit::cherry},
                                                        {"apple", Fruit::apple},
                                                        {"blood-orange", Fruit::blood_orange}});

namespace {

TEST(Words, LeadThereAndBack) {
  for (const auto& [word, value] : words<Fruit>) {
    EXPECT_EQ(word_of(value), word);
    EXPECT_EQ(value_of_word<Fruit>(word), value);
  }
}

TEST(Words, KeepTheOrderInWhichTheyAreOffered) {
  EXPECT_EQ(words<Fruit>[0].word, "cherry");
  EXPECT_EQ(words<Fruit>[2].word, "blood-orange");
}

TEST(Words, UnknownOnesStandForNothing) {
  for (const char* word : {"", "Apple", "apple ", "blood_orange", "appl"})
    EXPECT_FALSE(value_of_word<Fruit>(word)) << word;
}

TEST(Words, TablesWithGapsOrDoublesAreNotDense) {
  using Entry = Word<Fruit>;
  constexpr auto dense = [](auto... entries) consteval {
    return detail::is_dense(std::array<Entry, sizeof...(entries)>{entries...});
  };
  static_assert(dense(Entry{"a", Fruit::apple}, Entry{"b", Fruit::blood_orange}));
  static_assert(!dense(Entry{"a", Fruit::apple}, Entry{"c", Fruit::cherry}), "a value is missing");
  static_assert(!dense(Entry{"a", Fruit::apple}, Entry{"b", Fruit::apple}), "a value has two words");
  static_assert(!dense(Entry{"a", Fruit::apple}, Entry{"a", Fruit::blood_orange}), "a word has two values");
}

}  // namespace
}  // namespace lacuna
