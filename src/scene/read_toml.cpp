#include "scene/read_toml.h"

#include "base/input_error.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <toml++/toml.h>
#include <tuple>

namespace lacuna {

namespace {

Place place_of(const toml::source_region& source, const std::string& name) {
  return {name, static_cast<int>(source.begin.line), static_cast<int>(source.begin.column)};
}

/// A table written only through its children ([contact.x] without [contact]) has no place of its own.
Place place_or(const toml::source_region& source, const std::string& name, const Place& otherwise) {
  return source.begin.line == 0 ? otherwise : place_of(source, name);
}

class Converter {
 public:
  explicit Converter(std::string name) : name_(std::move(name)) {}

  Value convert(const toml::node& node, const Place& near) const {
    Value value{place_or(node.source(), name_, near), {}};
    if (const auto* table = node.as_table()) {
      value.data = entries(*table, value.place);
    } else if (const auto* list = node.as_array()) {
      ValueList items;
      for (const toml::node& item : *list) items.push_back(convert(item, value.place));
      value.data = std::move(items);
    } else if (const auto* text = node.as_string()) {
      value.data = text->get();
    } else if (const auto* integer = node.as_integer()) {
      value.data = integer->get();
    } else if (const auto* number = node.as_floating_point()) {
      value.data = number->get();
    } else if (const auto* boolean = node.as_boolean()) {
      value.data = boolean->get();
    }
    return value;
  }

 private:
  /// The library sorts by key; messages are easier to follow in the order of the file.
  ValueTable entries(const toml::table& table, const Place& near) const {
    ValueTable result;
    for (const auto& [key, node] : table) {
      const Place place = place_or(key.source(), name_, near);
      result.entries.push_back({std::string(key.str()), place, convert(node, place)});
    }
    std::stable_sort(result.entries.begin(), result.entries.end(), [](const auto& a, const auto& b) {
      return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
    });
    return result;
  }

  std::string name_;
};

void forget_lines(Value& value) {
  value.place.line = value.place.column = 0;
  if (auto* list = value.as<ValueList>()) {
    for (Value& item : *list) forget_lines(item);
  } else if (auto* table = value.as<ValueTable>()) {
    for (ValueEntry& entry : table->entries) {
      entry.place.line = entry.place.column = 0;
      forget_lines(entry.value);
    }
  }
}

bool is_bare_word(std::string_view text) {
  const auto is_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; };
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) != 0 &&
         std::all_of(text.begin(), text.end(), is_word);
}

/// The library limits the depth of lists and inline tables, but not of a.a.a.a...: all of them recurse.
void refuse_deep_keys(std::string_view text, const std::string& name) {
  constexpr int most = 100;
  int line = 1, dots = 0;
  for (char c : text) {
    if (c == '\n') ++line;
    if (c == '.') ++dots;
    if (c == '\n' || c == ',' || c == '=' || c == '[' || c == ']' || c == '{' || c == '}') dots = 0;
    if (dots > most)
      throw InputError(fmt::format("{}:{}", name, line),
                       fmt::format("has more than {} dots in one word", most),
                       "keys are at most a few tables deep");
  }
}

}  // namespace

Value read_toml(std::string_view text, const std::string& name) {
  refuse_deep_keys(text, name);
  try {
    const toml::table table = toml::parse(text, std::string_view(name));
    return Converter(name).convert(table, {name, 1, 1});
  } catch (const toml::parse_error& error) {
    throw InputError(place_of(error.source(), name).text(),
                     "is not valid TOML: " + std::string(error.description()),
                     "texts need quotes, lists [ ], tables { } or [ ] headings; see https://toml.io");
  }
}

Value read_toml_value(std::string_view text, const std::string& name) {
  const bool is_keyword = text == "true" || text == "false" || text == "nan" || text == "inf";
  refuse_deep_keys(text, name);
  if (is_bare_word(text) && !is_keyword) return {{name, 0, 0}, std::string(text)};
  try {
    const toml::table table = toml::parse("value = " + std::string(text));
    const toml::node* node = table.get("value");
    if (node == nullptr || table.size() != 1) throw InputError(name, "is not one value");
    Value value = Converter(name).convert(*node, {name, 0, 0});
    forget_lines(value);
    return value;
  } catch (const toml::parse_error& error) {
    throw InputError(name, "has no valid value: " + std::string(error.description()),
                     "write it as in a scene file, for example --set 'object.ball.translate=[0, 1, 0]'");
  }
}

}  // namespace lacuna
