// Runs other programs without a shell, and gives them a private folder for files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lacuna {

/// A new folder under the system's temporary one, removed with all its contents on destruction.
class TemporaryDirectory {
 public:
  /// Throws InputError if it cannot be made (a full or read-only disk).
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The first executable file of that name in PATH.
std::optional<std::filesystem::path> find_program(const std::string& name);

enum class Exit { normal, killed, timed_out, not_started };

struct ProcessResult {
  Exit exit = Exit::not_started;
  int code = 0;  ///< exit code, or the signal that killed it, or the errno that kept it from starting
  bool is_success() const { return exit == Exit::normal && code == 0; }
};

struct ProcessParam {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::filesystem::path log;  ///< receives its output
  double time_limit = 600;    ///< s; killed after that
};

/// Waits for the program to end. Its standard input is empty.
ProcessResult run_process(const ProcessParam& param);

}  // namespace lacuna
