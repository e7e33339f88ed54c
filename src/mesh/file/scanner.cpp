#include "mesh/file/scanner.h"

#include "base/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <locale>
#include <sstream>

namespace lacuna {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
bool is_break(char c) { return c == '\n' || c == '\r'; }

constexpr const char* misplaced_hint = "is a count wrong, or is a number missing or extra?";

/// from_chars does not tell 1e999, which is infinite, from 1e-999, which is a valid zero.
double huge_or_tiny(std::string_view word) {
  std::istringstream stream{std::string(word)};
  stream.imbue(std::locale::classic());
  double value = 0;
  return stream >> value ? value : std::numeric_limits<double>::infinity();
}

}  // namespace

std::size_t byte_size(ScalarType type) {
  switch (type) {
    case ScalarType::int8:
    case ScalarType::uint8:
      return 1;
    case ScalarType::int16:
    case ScalarType::uint16:
      return 2;
    case ScalarType::int32:
    case ScalarType::uint32:
    case ScalarType::float32:
      return 4;
    default:
      return 8;
  }
}

bool is_integer(ScalarType type) { return type != ScalarType::float32 && type != ScalarType::float64; }

std::string quoted(std::string_view word) {
  constexpr std::size_t longest = 40;
  std::string text(word.substr(0, longest));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + text + (word.size() > longest ? "...'" : "'");
}

Scanner::Scanner(std::string_view text, std::string name, Comments comments)
    : text_(text), name_(std::move(name)), comments_(comments) {
  if (text_.starts_with("\xEF\xBB\xBF")) position_ = 3;  // some editors write a byte order mark before UTF-8
}

bool Scanner::at_line_break() const { return position_ < text_.size() && is_break(text_[position_]); }

bool Scanner::at_continuation() const {
  return text_[position_] == '\\' && position_ + 1 < text_.size() && is_break(text_[position_ + 1]);
}

void Scanner::skip_blanks() {
  while (!at_end()) {
    if (is_blank(text_[position_])) {
      ++position_;
    } else if (at_continuation()) {
      ++position_;
      next_line();
    } else {
      return;
    }
  }
}

void Scanner::skip_blanks_and_lines() {
  for (skip_blanks(); !at_end(); skip_blanks()) {
    const bool is_comment = comments_ == Comments::hash && text_[position_] == '#';
    if (!is_comment && !at_line_break()) return;
    next_line();
  }
}

void Scanner::next_line() {
  while (!at_end() && !at_line_break()) ++position_;
  if (at_end()) return;
  const bool is_pair =
      text_[position_] == '\r' && position_ + 1 < text_.size() && text_[position_ + 1] == '\n';
  position_ += is_pair ? 2 : 1;
  ++line_;
}

std::string_view Scanner::take_word() {
  const std::size_t begin = position_;
  while (!at_end() && !is_blank(text_[position_]) && !at_line_break() && !at_continuation()) ++position_;
  return text_.substr(begin, position_ - begin);
}

std::string_view Scanner::word() {
  skip_blanks_and_lines();
  return take_word();
}

std::string_view Scanner::line_word() {
  skip_blanks();
  if (comments_ == Comments::hash && !at_end() && text_[position_] == '#') return {};
  return take_word();
}

std::string_view Scanner::line_rest() {
  skip_blanks();
  const std::size_t begin = position_;
  while (!at_end() && !at_line_break()) ++position_;
  std::string_view rest = text_.substr(begin, position_ - begin);
  while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  next_line();
  return rest;
}

bool Scanner::skip_past(std::string_view marker) {
  const std::size_t found = text_.find(marker, position_);
  if (found == std::string_view::npos) return false;
  const auto begin = text_.begin();
  line_ += static_cast<std::uint32_t>(std::count(begin + static_cast<std::ptrdiff_t>(position_),
                                                 begin + static_cast<std::ptrdiff_t>(found), '\n'));
  position_ = found + marker.size();
  return true;
}

void Scanner::skip_bytes(std::uint64_t count) {
  if (count > rest().size()) fail("the file ends in the middle of its data", "is it truncated?");
  position_ += count;
}

template <class T>
T Scanner::binary_value() {
  std::array<char, sizeof(T)> bytes;
  const std::size_t begin = position_;
  skip_bytes(sizeof(T));
  std::memcpy(bytes.data(), text_.data() + begin, sizeof(T));
  if (encoding == Encoding::big_endian) std::reverse(bytes.begin(), bytes.end());
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}

double Scanner::real(ScalarType type) {
  if (!is_binary()) return parse_real(word());
  if (type == ScalarType::float32) return binary_value<float>();
  if (type == ScalarType::float64) return binary_value<double>();
  return static_cast<double>(integer(type));
}

std::int64_t Scanner::integer(ScalarType type) {
  if (!is_binary()) return parse_integer(word());
  switch (type) {
    case ScalarType::int8:
      return binary_value<std::int8_t>();
    case ScalarType::uint8:
      return binary_value<std::uint8_t>();
    case ScalarType::int16:
      return binary_value<std::int16_t>();
    case ScalarType::uint16:
      return binary_value<std::uint16_t>();
    case ScalarType::int32:
      return binary_value<std::int32_t>();
    case ScalarType::uint32:
      return binary_value<std::uint32_t>();
    case ScalarType::int64:
      return binary_value<std::int64_t>();
    case ScalarType::uint64: {
      const auto value = binary_value<std::uint64_t>();
      if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        fail(fmt::format("the number {} is far too large", value), "the file is damaged");
      return static_cast<std::int64_t>(value);
    }
    default:
      fail("a whole number is expected where the file has a floating-point type",
           "write lists of vertices as int");
  }
}

Vec3 Scanner::position(ScalarType type) {
  const double x = real(type);
  const double y = real(type);
  return {x, y, real(type)};
}

Index Scanner::index(ScalarType type, std::int64_t first) {
  constexpr std::int64_t largest = std::numeric_limits<Index>::max() - 1;
  const std::int64_t value = integer(type);
  if (value < -largest || value > largest)
    fail(fmt::format("there is no vertex {}", value), "the index is wrong");
  return static_cast<Index>(value - first);
}

void Scanner::skip_value(ScalarType type) {
  if (is_binary()) return skip_bytes(byte_size(type));
  if (word().empty()) fail("the file ends in the middle of its data", "is it truncated?");
}

Index Scanner::count(std::int64_t claimed, std::size_t values_each, std::size_t bytes_each,
                     std::string_view what) const {
  if (claimed < 0) fail(fmt::format("the number of {} is negative: {}", what, claimed), "fix the count");
  // A value in text is at least one character and a separator; the last needs none.
  const std::size_t least = is_binary() ? bytes_each : 2 * values_each;
  if (static_cast<std::uint64_t>(claimed) > (rest().size() + 1) / std::max<std::size_t>(least, 1))
    fail(fmt::format("the file declares {} {} but is too short to hold them", claimed, what),
         "is it truncated, or the count wrong?");
  if (claimed > std::numeric_limits<Index>::max() / 4) fail(fmt::format("{} {} are too many", claimed, what));
  return static_cast<Index>(claimed);
}

double Scanner::parse_real(std::string_view word) const {
  if (word.empty()) fail("a number is missing", "is the file truncated, or a count wrong?");
  const char* begin = word.data() + (word.front() == '+' ? 1 : 0);
  const char* end = word.data() + word.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (stop != end)
    fail(fmt::format("{} is not a number", quoted(word)),
         word.find(',') != std::string_view::npos ? "decimals are written with a point" : misplaced_hint);
  if (error == std::errc::result_out_of_range) value = huge_or_tiny(word);
  if (!std::isfinite(value))
    fail(fmt::format("{} is not a finite number", quoted(word)), "coordinates are metres; fix the file");
  return value;
}

std::int64_t Scanner::parse_integer(std::string_view word) const {
  if (word.empty()) fail("a number is missing", "is the file truncated, or a count wrong?");
  const char* begin = word.data() + (word.front() == '+' ? 1 : 0);
  const char* end = word.data() + word.size();
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (stop != end) fail(fmt::format("{} is not a whole number", quoted(word)), misplaced_hint);
  if (error != std::errc()) fail(fmt::format("the number {} is far too large", quoted(word)), misplaced_hint);
  return value;
}

std::string Scanner::where() const {
  return is_binary() ? fmt::format("{}, byte {}", name_, position_) : fmt::format("{}:{}", name_, line_);
}

void Scanner::fail(const std::string& problem, const std::string& hint) const {
  throw InputError(where(), problem, hint);
}

}  // namespace lacuna
