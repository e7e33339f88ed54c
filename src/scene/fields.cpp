#include "scene/fields.h"

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
  for (size_t i = 1; i < std::min(shown, errors.size()); ++i) hint += fmt::format("\n{}", errors[i].what());
  if (errors.size() > shown) hint += fmt::format("\nand {} more", errors.size() - shown);
  throw InputError(errors[0].where, errors[0].problem, hint);
}

std::filesystem::path ReadContext::resolve(const std::filesystem::path& path, const Place& place) const {
  const auto directory = directories.find(place.file);
  return path.is_absolute() || directory == directories.end() ? path : directory->second / path;
}

namespace {

/// Whole numbers are numbers too; nothing if it is none.
std::optional<double> number_in(const Value& value) {
  if (const auto* i = value.as<std::int64_t>()) return static_cast<double>(*i);
  if (const auto* d = value.as<double>()) return *d;
  return std::nullopt;
}

}  // namespace

void fail_value(const Value& value, const KeyInfo& info) {
  const bool is_word = info.type.empty() || info.type[0] == '"' || info.type.starts_with("t");
  const std::string limits = info.range.text();
  std::string wanted = (is_word ? "" : "a ") + info.type;
  if (!limits.empty()) wanted += " " + limits;
  if (!info.unit.empty()) wanted += fmt::format(" ({})", info.unit);
  // The limits of sanity that text() does not mention.
  const double number = number_in(value).value_or(0);
  if (!std::isfinite(number)) wanted += ", finite";
  if (std::isfinite(number) && limits.empty() && !info.range.contains(number))
    wanted += fmt::format(", of numbers from {:g} to {:g}", info.range.least, info.range.most);
  std::string hint = info.meaning;
  if (!info.standard.empty()) hint += fmt::format("; for example {} = {}", info.key, info.standard);
  throw InputError(value.place.text(),
                   fmt::format("'{}' is {}, but must be {}", info.key, describe(value), wanted), hint);
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

void read_into(const Value& value, const KeyInfo& info, Vec2& out) {
  const ValueList& items = list_of(value, info, 2);
  for (size_t i = 0; i < 2; ++i) out[static_cast<Eigen::Index>(i)] = number_of(items[i], info);
}

void read_into(const Value& value, const KeyInfo& info, Vec3& out) {
  const ValueList& items = list_of(value, info, 3);
  for (size_t i = 0; i < 3; ++i) out[static_cast<Eigen::Index>(i)] = number_of(items[i], info);
}

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
