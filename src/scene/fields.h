// Reads the keys of a table: a list of fields, each with its name, type, unit, default, range and meaning,
// and the function that stores a value in a struct. The same list produces docs/scene.md and every message,
// so both always match the reader.
#pragma once

#include "base/input_error.h"
#include "base/types.h"
#include "base/words.h"
#include "scene/sized_value.h"
#include "scene/value.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace lacuna {

/// Accepted numbers. Infinities and NaN never are.
struct Range {
  double least = -1e12, most = 1e12;
  bool is_least_open = false, is_most_open = false;

  bool contains(double x) const;
  std::string text() const;  ///< "> 0, at most 1e+06"; "" if only the sanity limits of +-1e12 hold
};

constexpr Range any_number{};
constexpr Range above_zero(double most) { return {0, most, true, false}; }
constexpr Range from_zero(double most) { return {0, most}; }
constexpr Range between(double least, double most) { return {least, most}; }

struct KeyInfo {
  std::string key;
  std::string type;      ///< "number", "vector [x, y, z]", ...
  std::string unit;      ///< "" for none
  std::string standard;  ///< the default as it would be written; "" for none
  std::string meaning;
  Range range;
  bool is_required = false;
  bool may_change_on_resume = false;  ///< does not change the result of a step that is done
  /// If not 0: this description is of an item of the key's list, or of an item of that item, counted from 1.
  size_t item = 0, item_of_item = 0;
};

/// Shared by all reading functions: the errors found, and where files named in a scene are looked for.
struct ReadContext {
  std::map<std::string, std::filesystem::path> directories;  ///< by the `file` of a Place
  std::vector<InputError> errors;

  void report(InputError error) { errors.push_back(std::move(error)); }
  /// Throws one InputError that lists the first few errors, if there are any.
  void throw_errors() const;
  /// A path from a scene is relative to that scene's folder, one from --set to the working folder.
  std::filesystem::path resolve(const std::filesystem::path& path, const Place& place) const;
};

/// Runs a part of the reading; its errors are kept, so that the rest is checked too.
template <class F>
void collect_errors(ReadContext& context, F&& part) {
  try {
    part();
  } catch (const InputError& error) {
    context.report(error);
  }
}

/// "'step' is the number -1, but must be a number > 0 (s)", with an example.
[[noreturn]] void fail_value(const Value& value, const KeyInfo& info);
/// The same where the type alone does not say what is expected.
[[noreturn]] void fail_value(const Value& value, const KeyInfo& info, const std::string& wanted);

/// The name of a variable's type in documentation and messages.
template <class T>
std::string type_name() {
  if constexpr (std::is_same_v<T, double>) return "number";
  if constexpr (std::is_same_v<T, Index> || std::is_same_v<T, std::uint64_t>) return "whole number";
  if constexpr (std::is_same_v<T, bool>) return "true or false";
  if constexpr (std::is_same_v<T, std::string>) return "text";
  if constexpr (std::is_same_v<T, Vec2>) return "pair [x, z]";
  if constexpr (std::is_same_v<T, Vec3>) return "vector [x, y, z]";
  if constexpr (std::is_same_v<T, SizedValue>) return "number, or \"1e-3 l\"";
  if constexpr (std::is_same_v<T, std::array<Index, 2>>) return "two whole numbers";
  if constexpr (std::is_same_v<T, std::array<Index, 3>>) return "three whole numbers";
  if constexpr (std::is_same_v<T, std::array<Index, 4>>) return "four whole numbers";
  if constexpr (std::is_same_v<T, std::array<std::string, 2>>) return "two names";
  return "";
}

// ---- one value into a variable; each throws by fail_value()

void read_into(const Value& value, const KeyInfo& info, double& out);
void read_into(const Value& value, const KeyInfo& info, Index& out);
void read_into(const Value& value, const KeyInfo& info, std::uint64_t& out);
void read_into(const Value& value, const KeyInfo& info, bool& out);
void read_into(const Value& value, const KeyInfo& info, std::string& out);
void read_into(const Value& value, const KeyInfo& info, Vec2& out);
void read_into(const Value& value, const KeyInfo& info, Vec3& out);
void read_into(const Value& value, const KeyInfo& info, SizedValue& out);  ///< 1e-3, "1e-3 l"

template <class T>
void read_into(const Value& value, const KeyInfo& info, std::optional<T>& out) {
  read_into(value, info, out.emplace());
}

/// A list of exactly `count` values (0: any number); throws by fail_value().
const ValueList& list_of(const Value& value, const KeyInfo& info, size_t count);

/// Calls read(info of the item, number) for the items of a list, each of type T.
template <class T, class Read>
void for_each_item(const ValueList& items, const KeyInfo& info, Read&& read) {
  KeyInfo item = info;
  if (const std::string type = type_name<T>(); !type.empty()) item.type = type;
  size_t& number = info.item == 0 ? item.item : item.item_of_item;
  for (size_t i = 0; i < items.size(); ++i) {
    number = i + 1;
    read(item, i);
  }
}

template <class T, size_t n>
void read_into(const Value& value, const KeyInfo& info, std::array<T, n>& out) {
  const ValueList& items = list_of(value, info, n);
  for_each_item<T>(items, info, [&](const KeyInfo& item, size_t i) { read_into(items[i], item, out[i]); });
}

template <class T>
void read_into(const Value& value, const KeyInfo& info, std::vector<T>& out) {
  out.clear();
  const ValueList& items = list_of(value, info, 0);
  for_each_item<T>(items, info,
                   [&](const KeyInfo& item, size_t i) { read_into(items[i], item, out.emplace_back()); });
}

/// A value as it would be written in a scene.
std::string as_written(double value);
std::string as_written(Index value);
std::string as_written(std::uint64_t value);
std::string as_written(bool value);
std::string as_written(const std::string& value);
std::string as_written(const Vec2& value);
std::string as_written(const Vec3& value);
std::string as_written(const SizedValue& value);

template <class T, size_t n>
std::string as_written(const std::array<T, n>& values) {
  std::string text = "[";
  for (size_t i = 0; i < n; ++i) text += (i == 0 ? "" : ", ") + as_written(values[i]);
  return text + "]";
}

// ---- fields

template <class Target>
struct Field {
  KeyInfo info;
  std::function<void(const Value&, const KeyInfo&, Target&, ReadContext&)> read;
};

template <class Target>
using Fields = std::vector<Field<Target>>;

/// A key that fills one member. Its type and its default come from the member.
template <class Target, class Member>
Field<Target> field(std::string key, Member Target::*member, Range range, std::string unit,
                    std::string meaning) {
  KeyInfo info{std::move(key), type_name<Member>(), std::move(unit), "", std::move(meaning), range};
  if constexpr (std::is_default_constructible_v<Target>) info.standard = as_written(Target{}.*member);
  return {std::move(info), [member](const Value& value, const KeyInfo& k, Target& target, ReadContext&) {
            read_into(value, k, target.*member);
          }};
}

/// The same for an optional member.
template <class Target, class Member>
Field<Target> field(std::string key, std::optional<Member> Target::*member, Range range, std::string unit,
                    std::string standard, std::string meaning) {
  return {
      {std::move(key), type_name<Member>(), std::move(unit), std::move(standard), std::move(meaning), range},
      [member](const Value& value, const KeyInfo& k, Target& target, ReadContext&) {
        read_into(value, k, target.*member);
      }};
}

/// A key with one of the words of an enum (base/words.h).
template <class Target, class Enum>
Field<Target> choice(std::string key, Enum Target::*member, std::string meaning) {
  KeyInfo info{std::move(key),     "", "", fmt::format("\"{}\"", word_of(Target{}.*member)),
               std::move(meaning), {}};
  for (const Word<Enum>& entry : words<Enum>)
    info.type += fmt::format("{}\"{}\"", info.type.empty() ? "" : ", ", entry.word);
  return {std::move(info), [member](const Value& value, const KeyInfo& k, Target& target, ReadContext&) {
            const auto* text = value.as<std::string>();
            const auto meant = text == nullptr ? std::nullopt : value_of_word<Enum>(*text);
            if (!meant) fail_value(value, k);
            target.*member = *meant;
          }};
}

/// A key that also takes the word "auto", which leaves the default.
template <class Target>
Field<Target> or_auto(Field<Target> field, const std::string& meaning_of_auto) {
  field.info.type += ", or \"auto\"";
  field.info.meaning += "; \"auto\": " + meaning_of_auto;
  field.read = [read = field.read](const Value& value, const KeyInfo& info, Target& target,
                                   ReadContext& context) {
    const auto* text = value.as<std::string>();
    if (text == nullptr || *text != "auto") read(value, info, target, context);
  };
  return field;
}

template <class Target>
Field<Target> required(Field<Target> field) {
  field.info.is_required = true;
  field.info.standard.clear();
  return field;
}

/// A key outside the objects that a run can be resumed with another value of (scene/motion_text.h): it says
/// how long to compute and what to write, but does not change the result of a step that is done.
template <class Target>
Field<Target> may_change_on_resume(Field<Target> field) {
  field.info.may_change_on_resume = true;
  return field;
}

template <class Target>
std::vector<KeyInfo> infos(const Fields<Target>& fields) {
  std::vector<KeyInfo> result;
  for (const auto& field : fields) result.push_back(field.info);
  return result;
}

/// The name of a table in messages, and the keys in it that other code reads.
struct TableTopic {
  std::string name;
  std::vector<std::string> other_keys;
};

const ValueTable& table_of(const Value& value, const std::string& name);
[[noreturn]] void fail_unknown_key(const ValueEntry& entry, const TableTopic& topic,
                                   const std::vector<KeyInfo>& known);
[[noreturn]] void fail_missing_key(const Value& table, const TableTopic& topic, const KeyInfo& info);

/// Reads all keys of a table; errors are collected. Throws only if the value is not a table.
template <class Target>
void read_table(const Value& value, const TableTopic& topic, const Fields<Target>& fields, Target& target,
                ReadContext& context) {
  const ValueTable& table = table_of(value, topic.name);
  for (const ValueEntry& entry : table.entries) {
    if (std::count(topic.other_keys.begin(), topic.other_keys.end(), entry.key) > 0) continue;
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](const Field<Target>& f) { return f.info.key == entry.key; });
    collect_errors(context, [&] {
      if (found == fields.end()) fail_unknown_key(entry, topic, infos(fields));
      found->read(entry.value, found->info, target, context);
    });
  }
  for (const Field<Target>& f : fields) {
    if (!f.info.is_required || table.find(f.info.key) != nullptr) continue;
    collect_errors(context, [&] { fail_missing_key(value, topic, f.info); });
  }
}

/// Calls `read` for each table of a list of tables; a table alone counts as a list of one.
template <class Read>
void for_each_table(const Value& value, const KeyInfo& info, ReadContext& context, Read&& read) {
  if (value.as<ValueTable>() != nullptr) return read(value);
  for (const Value& item : list_of(value, info, 0)) collect_errors(context, [&] { read(item); });
}

/// The keys of one table for the documentation.
struct KeyTable {
  std::string heading;
  std::string text;
  std::vector<KeyInfo> keys;
};

}  // namespace lacuna
