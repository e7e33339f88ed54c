// A file that grows by whole lines: what is appended is in the file when append() returns, or the file is as
// before and an InputError says why.
#pragma once

#include "base/folder.h"

namespace lacuna {

class AppendFile {
 public:
  /// Opens or creates. Throws InputError, also if there is a link in its place.
  AppendFile(const Folder& folder, const std::string& name);

  void append(std::string_view text);
  /// Cuts the file to its first `size` bytes.
  void truncate(std::uint64_t size);
  /// Waits until all of it is on the disk.
  void sync();
  /// False if another process holds this file so; released when the file is closed.
  [[nodiscard]] bool try_lock();

 private:
  [[noreturn]] void fail(const char* action) const;

  std::filesystem::path path_;
  Descriptor descriptor_;
};

}  // namespace lacuna
