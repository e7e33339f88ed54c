// Scans a mesh file in memory: words and lines of its text, values of its data in text or binary. It tracks
// its position, so every error names a line (text) or a byte (binary), and it never reads past the end. All
// readers are built on it.
#pragma once

#include "base/types.h"

#include <optional>
#include <string>
#include <string_view>

namespace lacuna {

enum class Encoding { ascii, little_endian, big_endian };

enum class ScalarType { int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 };

std::size_t byte_size(ScalarType type);
bool is_integer(ScalarType type);

/// The word in quotes, shortened and with unprintable bytes masked, for messages.
std::string quoted(std::string_view word);

class Scanner {
 public:
  enum class Comments { none, hash };

  Scanner(std::string_view text, std::string name, Comments comments = Comments::none);

  Encoding encoding = Encoding::ascii;  ///< how real() and integer() read; words are always text

  bool is_binary() const { return encoding != Encoding::ascii; }
  std::uint32_t line() const { return line_; }  ///< counted from 1; meaningless once binary data was read
  /// The line of an element that starts here, for messages; 0 in binary data.
  std::uint32_t element_line() const { return is_binary() ? 0 : line_; }
  const std::string& name() const { return name_; }
  std::string_view rest() const { return text_.substr(position_); }
  bool at_end() const { return position_ == text_.size(); }

  /// Next word, on this line or a later one; empty at the end of the file.
  std::string_view word();
  /// Next word of this line; empty at its end. A backslash before the line break continues the line.
  std::string_view line_word();
  /// The rest of this line, without surrounding blanks; moves to the next line.
  std::string_view line_rest();
  void next_line();
  /// Moves past the next occurrence of `marker`; returns false and does not move if there is none.
  bool skip_past(std::string_view marker);
  void skip_bytes(std::uint64_t count);

  /// The next value in the encoding of the file. Text must be a finite number; binary may be anything.
  double real(ScalarType type = ScalarType::float64);
  std::int64_t integer(ScalarType type = ScalarType::int64);
  Vec3 position(ScalarType type = ScalarType::float64);
  /// A vertex number, converted to count from 0. This only checks that it fits into an Index.
  Index index(ScalarType type, std::int64_t first);
  void skip_value(ScalarType type);

  /// A count of items that each take at least `values_each` values in text, `bytes_each` in binary. Fails if
  /// the rest of the file cannot hold them, so that no count in a header can make us allocate more than the
  /// size of the file.
  Index count(std::int64_t claimed, std::size_t values_each, std::size_t bytes_each,
              std::string_view what) const;

  double parse_real(std::string_view word) const;
  std::int64_t parse_integer(std::string_view word) const;

  std::string where() const;
  [[noreturn]] void fail(const std::string& problem,
                         const std::string& hint = "the file is damaged or truncated; write it again") const;

 private:
  void skip_blanks();
  void skip_blanks_and_lines();
  bool at_line_break() const;
  bool at_continuation() const;
  std::string_view take_word();
  template <class T>
  T binary_value();

  std::string_view text_;
  std::string name_;
  Comments comments_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace lacuna
