// A file that grows by whole lines: when append() returns the line is in the file; otherwise the file is
// unchanged and an InputError says why.
#pragma once

#include "base/folder.h"

namespace lacuna {

class AppendFile {
 public:
  /// Opens or creates the file. Throws InputError, also if there is a link in its place.
  AppendFile(const Folder& folder, const std::string& name);

  void append(std::string_view text);
  /// Truncates the file to its first `size` bytes.
  void truncate(std::uint64_t size);
  /// Waits until all of it is on the disk.
  void sync();
  /// False if another process holds the lock; released when the file is closed.
  [[nodiscard]] bool try_lock();

 private:
  [[noreturn]] void fail(const char* action) const;

  std::filesystem::path path_;
  Descriptor descriptor_;
};

}  // namespace lacuna
