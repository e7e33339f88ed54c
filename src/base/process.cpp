#include "base/process.h"

#include "base/input_error.h"
#include "base/timer.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace lacuna {
namespace {

/// The child's standard streams: empty input, all output to the log.
class Streams {
 public:
  explicit Streams(const std::filesystem::path& log) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
    posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
  }
  ~Streams() { posix_spawn_file_actions_destroy(&actions_); }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

/// Polls, every 1 ms at first and 20 ms later: needs no signal handlers and no extra thread.
ProcessResult wait_for(pid_t child, double time_limit) {
  const Timer timer;
  for (int status = 0;;) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child && WIFEXITED(status)) return {Exit::normal, WEXITSTATUS(status)};
    if (ended == child && WIFSIGNALED(status)) return {Exit::killed, WTERMSIG(status)};
    if (ended < 0 && errno != EINTR) return {Exit::not_started, errno};
    if (timer.seconds() > time_limit) {
      kill(child, SIGKILL);
      while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
      }
      return {Exit::timed_out, 0};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(timer.seconds() < 0.1 ? 1 : 20));
  }
}

}  // namespace

TemporaryDirectory::TemporaryDirectory() {
  std::error_code error;
  std::string pattern = (std::filesystem::temp_directory_path(error) / "lacuna-XXXXXX").string();
  if (!error && !mkdtemp(pattern.data())) error.assign(errno, std::generic_category());
  if (error) {
    throw InputError("temporary files", "cannot make a folder: " + error.message(),
                     "set TMPDIR to a folder that exists and can be written");
  }
  path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;  // a destructor cannot report it
  std::filesystem::remove_all(path_, ignored);
}

std::optional<std::filesystem::path> find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path candidate = std::filesystem::path(folder) / name;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(candidate, ignored) && access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return std::nullopt;
}

ProcessResult run_process(const ProcessParam& param) {
  std::string program = param.program.string();
  std::vector<std::string> arguments = param.arguments;
  std::vector<char*> argv{program.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const Streams streams(param.log);
  pid_t child = 0;
  const int error = posix_spawn(&child, program.c_str(), streams.get(), nullptr, argv.data(), environ);
  if (error != 0) return {Exit::not_started, error};
  return wait_for(child, param.time_limit);
}

}  // namespace lacuna
