#include "scene/value.h"

#include "base/overload.h"
#include "base/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace lacuna {

namespace {

/// Long texts are cut, between two characters: they come from the user and end up in a one-line message.
std::string shortened(const std::string& given) {
  std::string text = printable_line(given);
  size_t most = 60;
  if (text.size() <= most) return text;
  while ((static_cast<unsigned char>(text[most]) & 0xc0U) == 0x80) --most;
  return text.substr(0, most) + "...";
}

std::string counted(size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

std::string Place::text() const { return line == 0 ? file : fmt::format("{}:{}:{}", file, line, column); }

const Value* ValueTable::find(std::string_view key) const {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.key == key; });
  return found == entries.end() ? nullptr : &found->value;
}

Value* ValueTable::find(std::string_view key) {
  return const_cast<Value*>(static_cast<const ValueTable*>(this)->find(key));
}

Value& ValueTable::at(const std::string& key, const Place& place) {
  if (Value* found = find(key)) return *found;
  entries.push_back({key, place, {place, {}}});
  return entries.back().value;
}

void ValueTable::erase(std::string_view key) {
  std::erase_if(entries, [&](const ValueEntry& e) { return e.key == key; });
}

std::string full_text(const Value& value) {
  return std::visit(Overload{[](std::monostate) { return std::string("date"); },
                             [](bool b) { return std::string(b ? "true" : "false"); },
                             // 1 and 1.0 are the same number to every reader
                             [](std::int64_t i) { return fmt::format("{}", static_cast<double>(i)); },
                             [](double d) { return fmt::format("{}", d); },
                             [](const std::string& s) { return fmt::format("{}:{}", s.size(), s); },
                             [](const ValueList& list) {
                               std::string text = "[";
                               for (const Value& item : list) text += full_text(item) + ",";
                               return text + "]";
                             },
                             [](const ValueTable& table) {
                               std::vector<std::string> lines;
                               for (const ValueEntry& entry : table.entries)
                                 lines.push_back(entry.key + "=" + full_text(entry.value));
                               std::sort(lines.begin(), lines.end());
                               return fmt::format("{{{}}}", fmt::join(lines, ";"));
                             }},
                    value.data);
}

namespace {

/// "the list [0, -1]" if it is short and holds only numbers.
std::string describe_list(const ValueList& list) {
  constexpr size_t most = 8;
  std::vector<std::string> numbers;
  for (const Value& item : list) {
    if (const auto* whole = item.as<std::int64_t>()) numbers.push_back(fmt::format("{}", *whole));
    if (const auto* real = item.as<double>()) numbers.push_back(fmt::format("{}", *real));
  }
  if (list.empty()) return "an empty list";
  if (numbers.size() < list.size() || list.size() > most) return "a list of " + counted(list.size(), "value");
  return fmt::format("the list [{}]", fmt::join(numbers, ", "));
}

}  // namespace

std::string describe(const Value& value) {
  return std::visit(
      Overload{[](std::monostate) { return std::string("a date or time"); },
               [](bool b) { return std::string(b ? "true" : "false"); },
               [](std::int64_t i) { return fmt::format("the number {}", i); },
               [](double d) { return fmt::format("the number {}", d); },
               [](const std::string& s) {
                 return s.empty() ? std::string("an empty text")
                                  : fmt::format("the text \"{}\"", shortened(s));
               },
               [](const ValueList& l) { return describe_list(l); },
               [](const ValueTable& t) { return "a table of " + counted(t.entries.size(), "key"); }},
      value.data);
}

}  // namespace lacuna
