#include "scene/fields.h"

#include "base/printable.h"
#include "scene/suggest.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace lacuna {

bool Range::contains(double x) const {
  return std::isfinite(x) && (is_least_open ? x > least : x >= least) &&
         (is_most_open ? x < most : x <= most);
}

std::string Range::text() const {
  const bool has_least = least != any_number.least, has_most = most != any_number.most;
  std::string low, high;
  if (has_least) low = fmt::format("{} {:g}", is_least_open ? ">" : ">=", least);
  if (has_most) high = fmt::format("{} {:g}", is_most_open ? "<" : "<=", most);
  return low + (has_least && has_most ? ", " : "") + high;
}

void ReadContext::throw_errors() const {
  if (errors.empty()) return;
  constexpr size_t shown = 5;
  std::string hint = errors[0].hint;
  for (size_t i = 1; i < std::min(shown, errors.size()); ++i)
    hint += fmt::format("\n{}: {}{}{}", printable_line(errors[i].where), printable_line(errors[i].problem),
                        errors[i].hint.empty() ? "" : "\n  ", errors[i].hint);
  if (errors.size() > shown) hint += fmt::format("\nand {} more", errors.size() - shown);
  throw InputError(errors[0].where, errors[0].problem, hint);
}

std::filesystem::path ReadContext::resolve(const std::filesystem::path& path, const Place& place) const {
  const auto directory = directories.find(place.file);
  return path.is_absolute() || directory == directories.end() ? path : directory->second / path;
}

namespace {

/// Whole numbers are numbers too; nothing if it is not a number.
std::optional<double> number_in(const Value& value) {
  if (const auto* i = value.as<std::int64_t>()) return static_cast<double>(*i);
  if (const auto* d = value.as<double>()) return *d;
  return std::nullopt;
}

/// "a number", "an empty table", but "four numbers", "text" and "true or false".
std::string with_article(const std::string& type) {
  for (const char* word : {"\"", "true", "text", "two ", "three ", "four "})
    if (type.starts_with(word)) return type;
  return (type.starts_with("empty") ? "an " : "a ") + type;
}

/// "'step' is the number -1", "item 2 of 'translate' is ..."
std::string what_is(const Value& value, const KeyInfo& info) {
  const auto item = [](size_t number) { return number > 0 ? fmt::format("item {} of ", number) : ""; };
  return fmt::format("{}{}'{}' is {}", item(info.item_of_item), item(info.item), info.key, describe(value));
}

/// What it means, and the default: as an example if it can be written so.
std::string hint_for(const KeyInfo& info) {
  const std::string& standard = info.standard;
  if (standard.empty()) return info.meaning;
  const bool is_value = std::string_view("\"[-0123456789").find(standard[0]) != std::string_view::npos ||
                        standard == "true" || standard == "false";
  if (!is_value) return fmt::format("{}; the default is {}", info.meaning, standard);
  return fmt::format("{}; for example {} = {}", info.meaning, info.key, standard);
}

/// "a number > 0 (m), or "auto"": the limits follow the number. The last of several words gets an "or".
std::string wanted_text(const std::string& type, const std::string& limits) {
  const std::string named = with_article(type);
  const size_t alternative = named.find(", or ");
  if (alternative != std::string::npos)
    return named.substr(0, alternative) + limits + named.substr(alternative);
  const size_t last_word = named.rfind("\", \"");
  if (last_word == std::string::npos || named.find(" or ") != std::string::npos) return named + limits;
  return named.substr(0, last_word + 1) + " or " + named.substr(last_word + 3);
}

}  // namespace

void fail_value(const Value& value, const KeyInfo& info, const std::string& wanted) {
  throw InputError(value.place.text(), fmt::format("{}, but must be {}", what_is(value, info), wanted),
                   hint_for(info));
}

void fail_value(const Value& value, const KeyInfo& info) {
  const std::string limits = info.range.text();
  const std::string wanted =
      wanted_text(info.type, (limits.empty() ? "" : " " + limits) +
                                 (info.unit.empty() ? "" : fmt::format(" ({})", info.unit)));
  // The limits of sanity that text() does not mention.
  const double number = number_in(value).value_or(0);
  const bool is_insane = std::isfinite(number) && limits.empty() && !info.range.contains(number);
  const std::string sanity =
      is_insane ? fmt::format(", of numbers from {:g} to {:g}", info.range.least, info.range.most) : "";
  fail_value(value, info, wanted + (std::isfinite(number) ? sanity : ", finite"));
}

namespace {

double number_of(const Value& value, const KeyInfo& info) {
  const auto number = number_in(value);
  if (!number || !info.range.contains(*number)) fail_value(value, info);
  return *number;
}

std::int64_t integer_of(const Value& value, const KeyInfo& info) {
  const auto* integer = value.as<std::int64_t>();
  if (integer == nullptr || !info.range.contains(static_cast<double>(*integer))) fail_value(value, info);
  return *integer;
}

template <class Vector>
void read_numbers(const Value& value, const KeyInfo& info, Vector& out) {
  const ValueList& items = list_of(value, info, static_cast<size_t>(out.size()));
  for_each_item<double>(items, info, [&](const KeyInfo& item, size_t i) {
    out[static_cast<Eigen::Index>(i)] = number_of(items[i], item);
  });
}

}  // namespace

void read_into(const Value& value, const KeyInfo& info, double& out) { out = number_of(value, info); }

void read_into(const Value& value, const KeyInfo& info, Index& out) {
  const std::int64_t integer = integer_of(value, info);
  if (integer < std::numeric_limits<Index>::min() || integer > std::numeric_limits<Index>::max())
    fail_value(value, info);
  out = static_cast<Index>(integer);
}

void read_into(const Value& value, const KeyInfo& info, std::uint64_t& out) {
  const std::int64_t integer = integer_of(value, info);
  if (integer < 0) fail_value(value, info);
  out = static_cast<std::uint64_t>(integer);
}

void read_into(const Value& value, const KeyInfo& info, bool& out) {
  if (value.as<bool>() == nullptr) fail_value(value, info);
  out = *value.as<bool>();
}

void read_into(const Value& value, const KeyInfo& info, std::string& out) {
  if (value.as<std::string>() == nullptr) fail_value(value, info);
  out = *value.as<std::string>();
}

void read_into(const Value& value, const KeyInfo& info, Vec2& out) { read_numbers(value, info, out); }

void read_into(const Value& value, const KeyInfo& info, Vec3& out) { read_numbers(value, info, out); }

void read_into(const Value& value, const KeyInfo& info, SizedValue& out) {
  const auto* text = value.as<std::string>();
  if (text == nullptr) {
    out = {number_of(value, info), false};
    return;
  }
  double number = 0;
  const char* end = text->data() + text->size();
  const auto [rest, error] = std::from_chars(text->data(), end, number);
  const std::string_view unit(rest, static_cast<size_t>(end - rest));
  if (error != std::errc() || (unit != " l" && unit != "l") || !info.range.contains(number))
    fail_value(value, info);
  out = {number, true};
}

const ValueList& list_of(const Value& value, const KeyInfo& info, size_t count) {
  const auto* list = value.as<ValueList>();
  if (list == nullptr || (count != 0 && list->size() != count)) fail_value(value, info);
  return *list;
}

std::string as_written(double value) { return fmt::format("{}", value); }
std::string as_written(Index value) { return fmt::format("{}", value); }
std::string as_written(std::uint64_t value) { return fmt::format("{}", value); }
std::string as_written(bool value) { return value ? "true" : "false"; }
std::string as_written(const std::string& value) { return "\"" + value + "\""; }
std::string as_written(const Vec2& value) { return fmt::format("[{}, {}]", value.x(), value.y()); }
std::string as_written(const Vec3& value) {
  return fmt::format("[{}, {}, {}]", value.x(), value.y(), value.z());
}
std::string as_written(const SizedValue& value) {
  return value.is_relative ? fmt::format("\"{} l\"", value.value) : as_written(value.value);
}

const ValueTable& table_of(const Value& value, const std::string& name) {
  const auto* table = value.as<ValueTable>();
  if (table != nullptr) return *table;
  throw InputError(value.place.text(), fmt::format("{} is {}, but must be a table", name, describe(value)),
                   "write { key = value, ... }");
}

void fail_unknown_key(const ValueEntry& entry, const TableTopic& topic, const std::vector<KeyInfo>& known) {
  std::vector<std::string> names = topic.other_keys;
  for (const KeyInfo& info : known) names.push_back(info.key);
  throw InputError(entry.place.text(), fmt::format("unknown key '{}' in {}", entry.key, topic.name),
                   suggestion(entry.key, names));
}

void fail_missing_key(const Value& table, const TableTopic& topic, const KeyInfo& info) {
  std::string hint = fmt::format("add {} = ({})", info.key, info.type);
  if (!info.meaning.empty()) hint += ": " + info.meaning;
  throw InputError(table.place.text(), fmt::format("{} has no '{}'", topic.name, info.key), hint);
}

}  // namespace lacuna
