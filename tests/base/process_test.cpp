#include "base/process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <iterator>

namespace lacuna {
namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Process, PassesArgumentsWithoutAShellAndKeepsTheOutput) {
  const TemporaryDirectory folder;
  const std::filesystem::path log = folder.path() / "log";
  const ProcessResult result = run_process({"/bin/echo", {"$HOME; * `x`", "b"}, log, 10});
  EXPECT_TRUE(result.is_success());
  EXPECT_EQ(text_of(log), "$HOME; * `x` b\n");
}

TEST(Process, ReportsEveryKindOfEnd) {
  const TemporaryDirectory folder;
  const std::filesystem::path log = folder.path() / "log";
  const ProcessResult failed = run_process({"/bin/sh", {"-c", "echo oops >&2; exit 7"}, log, 10});
  EXPECT_EQ(failed.exit, Exit::normal);
  EXPECT_EQ(failed.code, 7);
  EXPECT_EQ(text_of(log), "oops\n");
  const ProcessResult killed = run_process({"/bin/sh", {"-c", "kill -9 $$"}, log, 10});
  EXPECT_EQ(killed.exit, Exit::killed);
  EXPECT_EQ(killed.code, SIGKILL);
  EXPECT_EQ(run_process({"/bin/sleep", {"60"}, log, 0.05}).exit, Exit::timed_out);
  EXPECT_EQ(run_process({folder.path() / "missing", {}, log, 10}).exit, Exit::not_started);
}

TEST(Process, TemporaryDirectoryIsRemovedWithItsFiles) {
  std::filesystem::path path;
  {
    const TemporaryDirectory folder;
    path = folder.path();
    std::ofstream(path / "file") << "text";
    EXPECT_TRUE(std::filesystem::exists(path / "file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Process, FindsProgramsOnThePath) {
  EXPECT_TRUE(find_program("sh"));
  EXPECT_FALSE(find_program("lacuna-no-such-program"));
}

}  // namespace
}  // namespace lacuna
