// A scene file as it was written: a tree of values that know their place. read_toml.h makes it,
// merge_values.h changes it (extends, --set), fields.h reads it.
#pragma once

#include "scene/place.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lacuna {

struct Value;
struct ValueEntry;

using ValueList = std::vector<Value>;

/// Entries in the order of the file.
struct ValueTable {
  std::vector<ValueEntry> entries;

  const Value* find(std::string_view key) const;
  Value* find(std::string_view key);
  /// The value of `key`, added at the end if there is none.
  Value& at(const std::string& key, const Place& place);
  void erase(std::string_view key);
};

/// std::monostate stands for dates and times, which scenes have no use for.
struct Value {
  Place place;
  std::variant<std::monostate, bool, std::int64_t, double, std::string, ValueList, ValueTable> data;

  template <class T>
  const T* as() const {
    return std::get_if<T>(&data);
  }
  template <class T>
  T* as() {
    return std::get_if<T>(&data);
  }
};

struct ValueEntry {
  std::string key;
  Place place;  ///< of the key
  Value value;
};

/// All of it in one line: the same text if and only if the values are the same, wherever they were written.
std::string full_text(const Value& value);

/// "the number 3", "the text \"fast\"", "a list of 2 values": for messages.
std::string describe(const Value& value);

}  // namespace lacuna
