// A folder that is held open, and the files directly in it. Every operation goes through the open folder and
// follows no link in it: the targets of links inside are never read, written or removed. The path of the
// folder itself may lead through links: where results go is the user's choice.
//
// To replace a file, the new one is written beside it under an unguessable name and then renamed, so a reader
// sees the old file or the new one, and a full disk leaves the old one. Data that must survive a power loss
// is also synced: first the file, then the folder that names it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna {

/// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  int release() noexcept;

 private:
  int number_;
};

enum class Survival : std::uint8_t {
  kill,        ///< the program is killed: the system has the data
  power_loss,  ///< the power fails: the data is on the disk
};

enum class EntryKind : std::uint8_t { none, file, folder, link, other };

struct FolderEntry {
  EntryKind kind = EntryKind::none;
  std::uint64_t size = 0;  ///< bytes of a file
};

/// Every operation that can fail throws InputError with the path and the system's reason.
class Folder {
 public:
  /// Created if missing, including its parents.
  static Folder make(const std::filesystem::path& path);
  /// Nothing if it is missing.
  static std::optional<Folder> find(const std::filesystem::path& path);
  /// A folder inside this one. A link is not followed, and counts as something else in its place.
  Folder make_inside(const std::string& name) const;
  std::optional<Folder> find_inside(const std::string& name) const;

  const std::filesystem::path& path() const { return path_; }

  /// False if another process holds the lock; released when the folder is closed. On a network file system
  /// this may only detect processes on the same machine.
  [[nodiscard]] bool try_lock() const;

  /// All names except "." and "..", sorted.
  std::vector<std::string> names() const;
  FolderEntry entry(const std::string& name) const;

  /// The bytes of a regular file, at most the first `most`.
  std::string read(const std::string& name, std::uint64_t most = UINT64_MAX) const;
  /// Replaces the file by the concatenated pieces. A link is replaced, not followed; anything else that is
  /// not a regular file is left alone.
  void write(const std::string& name, std::span<const std::string_view> pieces,
             Survival survival = Survival::kill) const;
  void write(const std::string& name, std::string_view bytes, Survival survival = Survival::kill) const;
  /// Opens the file for reading and appending, and creates it if missing. A file with other hard links (a
  /// backup made by `cp -al`) is copied first, so that the others do not change.
  Descriptor open_to_append(const std::string& name) const;
  /// Removes a regular file; it may be gone already.
  void remove(const std::string& name) const;
  /// Removes the temporary files of killed writers. No other writer may be active in the folder.
  void remove_temporaries() const;

  /// Waits until the list of the folder's files is on the disk.
  void sync() const;
  /// Waits until these files are on the disk, and the list of files with them.
  void sync(std::span<const std::string> names) const;

 private:
  Folder(std::filesystem::path path, Descriptor descriptor)
      : path_(std::move(path)), descriptor_(std::move(descriptor)) {}

  Descriptor open_file(const std::string& name) const;
  [[noreturn]] void fail(const std::string& name, const std::string& problem,
                         const std::string& hint = {}) const;

  std::filesystem::path path_;
  Descriptor descriptor_;
};

/// Is this a temporary name of Folder::write()? No other file has such a name.
bool is_temporary_name(std::string_view name);

}  // namespace lacuna
