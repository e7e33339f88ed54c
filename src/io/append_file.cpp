#include "io/append_file.h"

#include "base/input_error.h"

#include <cerrno>
#include <cstring>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lacuna {

AppendFile::AppendFile(const Folder& folder, const std::string& name)
    : path_(folder.path() / name), descriptor_(folder.open_to_append(name)) {}

void AppendFile::append(std::string_view text) {
  const off_t before = ::lseek(descriptor_.get(), 0, SEEK_END);
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int reason = errno;
      if (before >= 0 && ::ftruncate(descriptor_.get(), before) != 0)
        errno = 0;  // no partial line is left behind
      errno = reason;
      fail("cannot be written");
    }
    text.remove_prefix(static_cast<size_t>(written));
  }
}

void AppendFile::truncate(std::uint64_t size) {
  if (::ftruncate(descriptor_.get(), static_cast<off_t>(size)) != 0) fail("cannot be cut");
}

void AppendFile::sync() {
  if (::fsync(descriptor_.get()) != 0 && errno != EINVAL) fail("cannot be written");
}

bool AppendFile::try_lock() {
  if (::flock(descriptor_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  struct stat status {};  // without a name: another program has replaced this file
  return ::fstat(descriptor_.get(), &status) == 0 && status.st_nlink > 0;
}

void AppendFile::fail(const char* action) const {
  throw InputError(path_.string(), std::string(action) + ": " + std::strerror(errno),
                   "check that its folder exists, may be written to, and that the disk is not full");
}

}  // namespace lacuna
