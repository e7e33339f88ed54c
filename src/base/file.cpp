#include "base/file.h"

#include "base/input_error.h"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <unistd.h>

namespace lacuna {
namespace {

namespace fs = std::filesystem;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

[[noreturn]] void fail(const fs::path& path, const std::string& problem, const std::string& hint = {}) {
  throw InputError(path.string(), problem, hint);
}

std::string system_reason() { return std::strerror(errno); }

/// Beside the target, because rename is atomic only inside one file system; the process number and a counter
/// keep two writers apart.
fs::path temporary_beside(const fs::path& path) {
  static std::atomic<unsigned> counter{0};
  return path.parent_path() / fmt::format(".{}.{}-{}.tmp", path.filename().string(), getpid(), counter++);
}

void write_bytes(const fs::path& path, std::string_view bytes) {
  errno = 0;
  File file(std::fopen(path.c_str(), "wb"));
  if (!file)
    fail(path, "cannot be created: " + system_reason(), "check that its folder exists and may be written to");
  const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  if (!is_written || std::fflush(file.get()) != 0) fail(path, "cannot be written: " + system_reason());
  if (std::fclose(file.release()) != 0) fail(path, "cannot be written: " + system_reason());
}

}  // namespace

std::string read_file(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) fail(path, "no such file", "check the name and the folder");
  if (!fs::status_known(status)) fail(path, "cannot be reached: " + error.message());
  if (!fs::is_regular_file(status)) fail(path, "is not a regular file");
  errno = 0;
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) fail(path, "cannot be opened: " + system_reason());
  const auto size = fs::file_size(path, error);
  if (error) fail(path, "cannot be read: " + error.message());
  std::string bytes(size, '\0');
  if (std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
    fail(path, "cannot be read to its end: " + system_reason());
  return bytes;
}

void write_file(const fs::path& path, std::string_view bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status))
    fail(path, "cannot be replaced: it is not a regular file");
  const fs::path temporary = temporary_beside(path);
  try {
    write_bytes(temporary, bytes);
    fs::rename(temporary, path, error);
    if (error) fail(path, "cannot be replaced: " + error.message());
  } catch (const InputError& problem) {
    fs::remove(temporary, error);
    fail(path, problem.problem, problem.hint);
  }
}

}  // namespace lacuna
