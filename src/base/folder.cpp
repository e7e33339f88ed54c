#include "base/folder.h"

#include "base/file.h"
#include "base/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lacuna {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view temporary_prefix = ".lacuna-", temporary_suffix = ".tmp";
constexpr std::size_t temporary_digits = 16;
constexpr const char* folder_hint = "check that its folder exists and may be written to";

/// Beside the target, because rename is atomic only inside one file system.
std::string temporary_name() {
  std::uint64_t number = 0;
  // Names only need to be unused and hard to guess; without random bytes O_EXCL still protects other files.
  if (::getrandom(&number, sizeof(number), 0) != sizeof(number))
    number = reinterpret_cast<std::uintptr_t>(&number) ^ static_cast<std::uint64_t>(::getpid());
  return fmt::format("{}{:016x}{}", temporary_prefix, number, temporary_suffix);
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

/// File systems that cannot sync a folder report an error; there is nothing to wait for.
bool sync_descriptor(int descriptor) {
  return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

EntryKind kind_of(const struct stat& status) {
  if (S_ISREG(status.st_mode)) return EntryKind::file;
  if (S_ISDIR(status.st_mode)) return EntryKind::folder;
  return S_ISLNK(status.st_mode) ? EntryKind::link : EntryKind::other;
}

const char* kind_text(EntryKind kind) {
  switch (kind) {
    case EntryKind::none:
      return "is not there";
    case EntryKind::file:
      return "is a file";
    case EntryKind::folder:
      return "is a folder";
    case EntryKind::link:
      return "is a link, which is not followed here";
    case EntryKind::other:
      return "is not a regular file";
  }
  return "";
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

int Descriptor::release() noexcept { return std::exchange(number_, -1); }

bool is_temporary_name(std::string_view name) {
  if (name.size() != temporary_prefix.size() + temporary_digits + temporary_suffix.size() ||
      !name.starts_with(temporary_prefix) || !name.ends_with(temporary_suffix))
    return false;
  const std::string_view digits = name.substr(temporary_prefix.size(), temporary_digits);
  return digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

Folder Folder::make(const fs::path& path) {
  const fs::path above = path.parent_path();
  if (!above.empty() && above != path && !fs::is_directory(above)) make(above);
  const bool is_new = ::mkdir(path.c_str(), 0777) == 0;
  const int reason = errno;
  std::optional<Folder> folder = find(path);
  std::error_code ignored;
  if (!folder)
    throw InputError(path.string(),
                     fmt::format("cannot make this folder: {}",
                                 fs::is_symlink(path, ignored) ? "a dangling link is in its place"
                                 : is_new || reason == EEXIST  ? "it is gone again"
                                                               : std::strerror(reason)),
                     "choose another with -o");
  if (is_new)
    if (const auto parent = find(above.empty() ? "." : above)) parent->sync();
  return std::move(*folder);
}

std::optional<Folder> Folder::find(const fs::path& path) {
  Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor.is_open() && errno == ENOENT) return std::nullopt;
  if (!descriptor.is_open())
    throw InputError(path.string(),
                     errno == ENOTDIR ? "is not a folder: a file is in its place"
                                      : "cannot open this folder: " + system_reason(),
                     "choose another with -o");
  return Folder(path, std::move(descriptor));
}

Folder Folder::make_inside(const std::string& name) const {
  const bool is_new = ::mkdirat(descriptor_.get(), name.c_str(), 0777) == 0;
  if (!is_new && errno != EEXIST) fail(name, "cannot make this folder: " + system_reason(), folder_hint);
  std::optional<Folder> folder = find_inside(name);
  if (!folder) fail(name, "cannot make this folder: it is gone again");
  return std::move(*folder);
}

std::optional<Folder> Folder::find_inside(const std::string& name) const {
  Descriptor descriptor(
      ::openat(descriptor_.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (descriptor.is_open()) return Folder(path_ / name, std::move(descriptor));
  const int reason = errno;
  const EntryKind kind = entry(name).kind;
  if (kind == EntryKind::none) return std::nullopt;
  fail(name,
       kind == EntryKind::folder ? std::string("cannot be opened: ") + std::strerror(reason)
                                 : fmt::format("should be a folder, but {}", kind_text(kind)),
       "remove it, or choose another folder with -o");
}

bool Folder::try_lock() const {
  return ::flock(descriptor_.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

std::vector<std::string> Folder::names() const {
  struct CloseList {
    void operator()(DIR* list) const { ::closedir(list); }
  };
  // A separate descriptor, positioned at the first name.
  Descriptor own(::openat(descriptor_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::unique_ptr<DIR, CloseList> list(own.is_open() ? ::fdopendir(own.get()) : nullptr);
  if (!list) fail("", "cannot be listed: " + system_reason());
  own.release();
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* item = ::readdir(list.get())) {
    const std::string_view name = item->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) fail("", "cannot be listed: " + system_reason());
  std::sort(names.begin(), names.end());
  return names;
}

FolderEntry Folder::entry(const std::string& name) const {
  struct stat status {};
  if (::fstatat(descriptor_.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0)
    return {kind_of(status), static_cast<std::uint64_t>(status.st_size)};
  if (errno != ENOENT) fail(name, "cannot be reached: " + system_reason());
  return {};
}

Descriptor Folder::open_file(const std::string& name) const {
  // O_NONBLOCK: a pipe of that name must not make us wait for its writer.
  Descriptor descriptor(
      ::openat(descriptor_.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!descriptor.is_open() && errno != ELOOP) fail(name, "cannot be opened: " + system_reason());
  struct stat status {};
  if (!descriptor.is_open() || ::fstat(descriptor.get(), &status) != 0 || !S_ISREG(status.st_mode))
    fail(name, kind_text(entry(name).kind));
  return descriptor;
}

std::string Folder::read(const std::string& name, std::uint64_t most) const {
  const Descriptor file = open_file(name);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail(name, "cannot be read: " + system_reason());
  std::string bytes(std::min(most, static_cast<std::uint64_t>(status.st_size)), '\0');
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::read(file.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(name, "cannot be read to its end: " + system_reason());
    if (count == 0) bytes.resize(done);  // the file was truncated meanwhile
    done += static_cast<size_t>(count);
  }
  return bytes;
}

void Folder::write(const std::string& name, std::span<const std::string_view> pieces,
                   Survival survival) const {
  const EntryKind kind = entry(name).kind;
  if (kind == EntryKind::folder || kind == EntryKind::other)
    fail(name, "cannot be replaced: it is not a regular file");
  const std::string temporary = temporary_name();
  const Descriptor file(::openat(descriptor_.get(), temporary.c_str(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file.is_open()) fail(name, "cannot be created: " + system_reason(), folder_hint);
  const auto give_up = [&](const char* action) {
    const std::string reason = system_reason();
    ::unlinkat(descriptor_.get(), temporary.c_str(), 0);
    fail(name, fmt::format("cannot be {}: {}", action, reason));
  };
  for (const std::string_view piece : pieces)
    if (!write_all(file.get(), piece)) give_up("written");
  if (survival == Survival::power_loss && !sync_descriptor(file.get())) give_up("written");
  if (::renameat(descriptor_.get(), temporary.c_str(), descriptor_.get(), name.c_str()) != 0)
    give_up("replaced");
  if (survival == Survival::power_loss) sync();
}

void Folder::write(const std::string& name, std::string_view bytes, Survival survival) const {
  write(name, std::span(&bytes, 1), survival);
}

Descriptor Folder::open_to_append(const std::string& name) const {
  for (int attempt = 0; attempt < 2; ++attempt) {
    Descriptor file(::openat(descriptor_.get(), name.c_str(),
                             O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666));
    struct stat status {};
    if (!file.is_open() && errno != ELOOP)
      fail(name, "cannot be opened: " + system_reason(),
           "check that its folder exists, may be written to, and that the disk is not full");
    if (!file.is_open() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
      fail(name, kind_text(entry(name).kind), "remove it, or choose another folder with -o");
    if (status.st_nlink <= 1) return file;
    write(name, read(name), Survival::power_loss);
  }
  fail(name, "is a hard link to a file elsewhere", "remove it, or choose another folder with -o");
}

void Folder::remove(const std::string& name) const {
  const EntryKind kind = entry(name).kind;
  if (kind == EntryKind::none) return;
  if (kind != EntryKind::file)
    fail(name, fmt::format("is not removed: it {}", kind_text(kind)),
         "remove it, or choose another folder with -o");
  if (::unlinkat(descriptor_.get(), name.c_str(), 0) != 0 && errno != ENOENT)
    fail(name, "cannot be removed: " + system_reason(), "choose another folder with -o");
}

void Folder::remove_temporaries() const {
  for (const std::string& name : names())
    if (is_temporary_name(name) && entry(name).kind == EntryKind::file) remove(name);
}

void Folder::sync(std::span<const std::string> names) const {
  // Each file synced on its own commits the journal: a thousand small files take seconds that way, but less
  // than a tenth of a second together with everything else pending on this disk.
  constexpr std::size_t few = 8;
  if (names.size() <= few)
    for (const std::string& name : names)
      if (!sync_descriptor(open_file(name).get())) fail(name, "cannot be written: " + system_reason());
  if (names.size() > few && ::syncfs(descriptor_.get()) != 0)
    fail(names.front(), "cannot be written: " + system_reason());
  if (!names.empty()) sync();
}

void Folder::sync() const {
  if (!sync_descriptor(descriptor_.get())) fail("", "cannot be written: " + system_reason());
}

void Folder::fail(const std::string& name, const std::string& problem, const std::string& hint) const {
  throw InputError((name.empty() ? path_ : path_ / name).string(), problem, hint);
}

}  // namespace lacuna
