// Reads and writes whole files. Both functions report failure as an InputError that names the path and the
// system's reason.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lacuna {

/// The bytes of a regular file.
std::string read_file(const std::filesystem::path& path);

/// The system's reason for its last failed call.
std::string system_reason();

/// Replaces `path` by `bytes` as Folder::write() does (base/folder.h): a reader sees the old file or the new
/// one, and a full disk leaves the old one untouched.
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace lacuna
