#include "io/append_file.h"

#include "base/input_error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace lacuna {

AppendFile::AppendFile(std::filesystem::path path)
    : path_(std::move(path)),
      descriptor_(::open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) fail("cannot be opened");
}

AppendFile::~AppendFile() { ::close(descriptor_); }

void AppendFile::append(std::string_view text) {
  const off_t before = ::lseek(descriptor_, 0, SEEK_END);
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int reason = errno;
      if (before >= 0 && ::ftruncate(descriptor_, before) != 0) errno = 0;  // no half line is left behind
      errno = reason;
      fail("cannot be written");
    }
    text.remove_prefix(static_cast<size_t>(written));
  }
}

void AppendFile::truncate(std::uint64_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail("cannot be cut");
}

bool AppendFile::try_lock() { return ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

void AppendFile::fail(const char* action) const {
  throw InputError(path_.string(), std::string(action) + ": " + std::strerror(errno),
                   "check that its folder exists, may be written to, and that the disk is not full");
}

}  // namespace lacuna
