// Builds the bytes of a binary file, value by value, in the byte order of the file.
#pragma once

#include "base/types.h"
#include "mesh/file/scanner.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>

namespace lacuna {

class Bytes {
 public:
  explicit Bytes(Encoding encoding)
      : is_swapped_((encoding == Encoding::big_endian) != (std::endian::native == std::endian::big)) {}

  void reserve(std::size_t size) { bytes_.reserve(size); }

  void add_text(std::string_view text) { bytes_ += text; }

  template <class T>
  void add(T value) {
    std::array<char, sizeof(T)> raw;
    std::memcpy(raw.data(), &value, sizeof(T));
    if (is_swapped_) std::reverse(raw.begin(), raw.end());
    bytes_.append(raw.data(), raw.size());
  }

  void add(const Vec3& x) {
    for (int i = 0; i < 3; ++i) add<double>(x[i]);
  }

  std::string string() && { return std::move(bytes_); }

 private:
  bool is_swapped_;
  std::string bytes_;
};

}  // namespace lacuna
