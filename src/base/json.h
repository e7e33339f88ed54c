// JSON as a plain value, used for run.json, steps.jsonl and --json. Members keep their order, whole numbers
// stay whole, and a non-finite number is written as null, since JSON cannot represent it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace lacuna {

class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;
  /// The type in which a number is stored.
  template <class T>
  using NumberOf = std::conditional_t<std::is_same_v<T, bool>, bool,
                                      std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>>;

  Json() = default;
  Json(std::string text) : value_(std::move(text)) {}
  Json(std::string_view text) : value_(std::string(text)) {}
  Json(const char* text) : value_(std::string(text)) {}
  Json(Array items) : value_(std::move(items)) {}
  Json(Object members) : value_(std::move(members)) {}
  template <class T>
  requires std::is_arithmetic_v<T> Json(T number) : value_(static_cast<NumberOf<T>>(number)) {}

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_bool() const { return std::holds_alternative<bool>(value_); }
  bool is_string() const { return std::holds_alternative<std::string>(value_); }
  bool is_number() const { return std::holds_alternative<double>(value_) || is_integer(); }
  bool is_integer() const { return std::holds_alternative<std::int64_t>(value_); }

  /// The member of that name; a null value if there is none or this is not an object.
  const Json& operator[](std::string_view name) const;
  /// The items of an array, the members of an object; empty for anything else.
  const Array& items() const;
  const Object& members() const;
  /// The value, or `otherwise` if it has another type.
  double number_or(double otherwise) const;
  std::int64_t integer_or(std::int64_t otherwise) const;
  bool bool_or(bool otherwise) const;
  std::string string_or(std::string otherwise) const;

  /// The member of that name, added if there is none. A null value becomes an object first.
  Json& member(std::string_view name);

  /// On one line, or with line breaks where a line would be too long to read.
  std::string text() const;
  std::string indented_text() const;

  using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object>;
  const Value& value() const { return value_; }

 private:
  Value value_;
};

/// Throws InputError at `where` if the text is not one JSON value, or nested absurdly deep.
Json parse_json(std::string_view text, const std::string& where);

}  // namespace lacuna
