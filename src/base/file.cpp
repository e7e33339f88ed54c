#include "base/file.h"

#include "base/folder.h"
#include "base/input_error.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

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

}  // namespace

std::string system_reason() { return std::strerror(errno); }

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
  const fs::path above = path.parent_path();
  const std::optional<Folder> folder = Folder::find(above.empty() ? "." : above);
  if (!folder)
    fail(path, std::string("cannot be created: ") + std::strerror(ENOENT),
         "check that its folder exists and may be written to");
  folder->write(path.filename().string(), bytes);
}

}  // namespace lacuna
