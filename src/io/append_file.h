// A file that grows by whole lines: what is appended is in the file when append() returns, or the file is as
// before and an InputError says why.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace lacuna {

class AppendFile {
 public:
  /// Opens or creates. Throws InputError.
  explicit AppendFile(std::filesystem::path path);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  void append(std::string_view text);
  /// Cuts the file to its first `size` bytes.
  void truncate(std::uint64_t size);
  /// False if another process holds this file so; released when the file is closed.
  [[nodiscard]] bool try_lock();

 private:
  [[noreturn]] void fail(const char* action) const;

  std::filesystem::path path_;
  int descriptor_;
};

}  // namespace lacuna
