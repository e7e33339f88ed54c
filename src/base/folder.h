// A folder that is held open, and the files directly in it. Whatever is done goes through the open folder and
// follows no link in it: what links inside point to is neither read nor written nor removed, whoever put them
// there and when. The path of the folder itself may lead through links: where results go is the user's
// choice.
//
// A file is replaced by one that was written beside it under a name nobody can guess and then renamed, so a
// reader sees the old file or the new one, and a full disk leaves the old one. Power loss is another matter:
// what must survive it is synced, first the file, then the folder that names it.
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
  kill,        ///< of the program: what is written is with the system
  power_loss,  ///< also: what is written is on the disk
};

enum class EntryKind : std::uint8_t { none, file, folder, link, other };

struct FolderEntry {
  EntryKind kind = EntryKind::none;
  std::uint64_t size = 0;  ///< bytes of a file
};

/// All that can fail throws InputError with the path and the system's reason.
class Folder {
 public:
  /// Made if it is missing, with those above it.
  static Folder make(const std::filesystem::path& path);
  /// Nothing if it is missing.
  static std::optional<Folder> find(const std::filesystem::path& path);
  /// One in this folder. A link is not followed: there is something else in its place.
  Folder make_inside(const std::string& name) const;
  std::optional<Folder> find_inside(const std::string& name) const;

  const std::filesystem::path& path() const { return path_; }

  /// False if another process holds this folder so; released when the folder is closed. On a network file
  /// system this may tell of processes on the same machine only.
  [[nodiscard]] bool try_lock() const;

  /// All names but "." and "..", sorted.
  std::vector<std::string> names() const;
  FolderEntry entry(const std::string& name) const;

  /// The bytes of a regular file, or its first `most` of them.
  std::string read(const std::string& name, std::uint64_t most = UINT64_MAX) const;
  /// Replaces the file by the pieces, one after the other. A link is replaced, not followed; anything else
  /// that is no regular file stays.
  void write(const std::string& name, std::span<const std::string_view> pieces,
             Survival survival = Survival::kill) const;
  void write(const std::string& name, std::string_view bytes, Survival survival = Survival::kill) const;
  /// Opened for reading and appending, made if it is missing. A file that has another name elsewhere (a
  /// backup made of hard links) is copied first, so that the other stays as it is.
  Descriptor open_to_append(const std::string& name) const;
  /// A regular file; it may be gone already.
  void remove(const std::string& name) const;
  /// What was left by writers that were killed. No other may be at work in the folder.
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

/// Is this a name under which Folder::write() writes? Nobody else has such names.
bool is_temporary_name(std::string_view name);

}  // namespace lacuna
