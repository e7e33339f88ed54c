#include "base/json.h"

#include "base/input_error.h"
#include "base/printable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace lacuna {
namespace {

/// Enough for any file of ours; a recursive walk over more would run out of stack.
constexpr std::size_t deepest = 64;

/// Builds a Json from the events of the parser.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Builder(std::string where) : where_(std::move(where)) {}

  Json result() && { return std::move(root_); }

  bool null() override { return add(Json()); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return add(static_cast<double>(value));
    return add(static_cast<std::int64_t>(value));
  }
  bool number_float(double value, const std::string&) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(nlohmann::json::binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(true); }
  bool key(std::string& name) override {
    open_.back().key = std::move(name);
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(false); }
  bool end_array() override { return close(); }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::json::exception&) override {
    throw InputError(where_, "not valid JSON at byte " + std::to_string(byte),
                     "the file is damaged or cut off");
  }

 private:
  struct Level {
    bool is_object;
    std::string key;
    Json::Array items;
    Json::Object members;
  };

  bool add(Json value) {
    if (open_.empty())
      root_ = std::move(value);
    else if (open_.back().is_object)
      open_.back().members.emplace_back(std::move(open_.back().key), std::move(value));
    else
      open_.back().items.push_back(std::move(value));
    return true;
  }
  bool open(bool is_object) {
    if (open_.size() == deepest)
      throw InputError(where_, "JSON nested too deeply", "is this the right file?");
    open_.push_back({is_object, {}, {}, {}});
    return true;
  }
  bool close() {
    Level level = std::move(open_.back());
    open_.pop_back();
    return level.is_object ? add(std::move(level.members)) : add(std::move(level.items));
  }

  std::string where_;
  Json root_;
  std::vector<Level> open_;
};

nlohmann::ordered_json converted(const Json& json);

struct Converter {
  nlohmann::ordered_json operator()(std::monostate) const { return nullptr; }
  nlohmann::ordered_json operator()(const Json::Array& items) const {
    auto result = nlohmann::ordered_json::array();
    for (const Json& item : items) result.push_back(converted(item));
    return result;
  }
  nlohmann::ordered_json operator()(const Json::Object& members) const {
    auto result = nlohmann::ordered_json::object();
    for (const auto& [name, value] : members) result[name] = converted(value);
    return result;
  }
  template <class Scalar>
  nlohmann::ordered_json operator()(const Scalar& scalar) const {
    return scalar;
  }
};

nlohmann::ordered_json converted(const Json& json) { return std::visit(Converter{}, json.value()); }

/// Bytes that are not UTF-8 (a file name may hold any) are replaced instead of throwing. JSON is also read on
/// terminals.
std::string dumped(const nlohmann::ordered_json& json) {
  return printable_json(json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

/// Arrays and objects of objects have a line per item, as does anything longer than a line.
void append_indented(const nlohmann::ordered_json& json, std::size_t level, std::string& text) {
  constexpr std::size_t longest = 100;
  const bool holds_objects = !json.empty() && json.is_array() && json.front().is_object();
  std::string line = dumped(json);
  if (!json.is_structured() || (line.size() <= longest && !holds_objects && level > 0)) {
    text += line;
    return;
  }
  text += json.is_object() ? '{' : '[';
  std::string_view separator = "\n";
  for (const auto& [name, value] : json.items()) {
    text.append(separator).append(2 * level + 2, ' ');
    if (json.is_object()) text += dumped(name) + ": ";
    append_indented(value, level + 1, text);
    separator = ",\n";
  }
  text.append("\n").append(2 * level, ' ');
  text += json.is_object() ? '}' : ']';
}

}  // namespace

const Json& Json::operator[](std::string_view name) const {
  static const Json nothing;
  for (const auto& member : members())
    if (member.first == name) return member.second;
  return nothing;
}

const Json::Array& Json::items() const {
  static const Array none;
  const auto* items = std::get_if<Array>(&value_);
  return items ? *items : none;
}

const Json::Object& Json::members() const {
  static const Object none;
  const auto* members = std::get_if<Object>(&value_);
  return members ? *members : none;
}

double Json::number_or(double otherwise) const {
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&value_);
  return real ? *real : otherwise;
}

std::int64_t Json::integer_or(std::int64_t otherwise) const {
  const auto* whole = std::get_if<std::int64_t>(&value_);
  return whole ? *whole : otherwise;
}

bool Json::bool_or(bool otherwise) const {
  const auto* truth = std::get_if<bool>(&value_);
  return truth ? *truth : otherwise;
}

std::string Json::string_or(std::string otherwise) const {
  if (const auto* text = std::get_if<std::string>(&value_)) return *text;
  return otherwise;
}

Json& Json::member(std::string_view name) {
  if (!std::holds_alternative<Object>(value_)) value_ = Object();
  auto& members = std::get<Object>(value_);
  for (auto& member : members)
    if (member.first == name) return member.second;
  return members.emplace_back(std::string(name), Json()).second;
}

std::string Json::text() const { return dumped(converted(*this)); }
std::string Json::indented_text() const {
  std::string text;
  append_indented(converted(*this), 0, text);
  return text;
}

Json parse_json(std::string_view text, const std::string& where) {
  Builder builder(where);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return std::move(builder).result();
}

}  // namespace lacuna
