// Runs that are killed at every call that changes a file: whatever is left is taken by the next run, and a
// resumed run ends with the bytes of one that was not killed.
#include "base/input_error.h"
#include "io/run_support.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lacuna::test {
namespace {

namespace fs = std::filesystem;

/// Does this call change what is in a folder?
bool is_change(const __ptrace_syscall_info& call) {
  switch (call.entry.nr) {
    case SYS_openat:
      return (call.entry.args[2] & O_CREAT) != 0;
    case SYS_mkdirat:
    case SYS_write:
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_unlinkat:
    case SYS_ftruncate:
#ifdef SYS_mkdir
    case SYS_mkdir:
    case SYS_rename:
    case SYS_unlink:
#endif
      return true;
    default:
      return false;
  }
}

enum class End { finished, killed, not_traced };

/// Runs `action` in a process of its own and kills it just before its change number `last`.
template <class Action>
End run_until_change(int last, Action&& action) {
  const pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(77);
    raise(SIGSTOP);
    action();
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return End::not_traced;
  ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
  std::uint64_t written = UINT64_MAX;  // descriptor of the change before, if that was a write
  for (int changes = 0;;) {
    if (ptrace(PTRACE_SYSCALL, child, nullptr, nullptr) != 0) return End::not_traced;
    if (waitpid(child, &status, 0) != child) return End::not_traced;
    if (WIFEXITED(status)) return WEXITSTATUS(status) == 0 ? End::finished : End::not_traced;
    if (WIFSIGNALED(status)) return End::not_traced;
    __ptrace_syscall_info call{};
    if (ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof(call), &call) <= 0) return End::not_traced;
    if (call.op != PTRACE_SYSCALL_INFO_ENTRY || !is_change(call)) continue;
    // The pieces of a file that is written beside its place all leave the same: a temporary file.
    const std::uint64_t writes = call.entry.nr == SYS_write ? call.entry.args[0] : UINT64_MAX;
    const bool is_next_piece = writes != UINT64_MAX && writes == written;
    written = writes;
    if (is_next_piece || ++changes < last) continue;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return End::killed;
  }
}

class Kill : public testing::Test {
 protected:
  StaticRun run;
  ScratchFolder scratch;
  fs::path before() const { return scratch.path() / "before"; }
  fs::path out() const { return scratch.path() / "out"; }
  fs::path copy() const { return scratch.path() / "copy"; }

  /// Kills `action`, which works on out(), at its every change, each time from what is in before().
  template <class Action>
  void kill_everywhere(Action&& action) {
    run.write(scratch.path() / "whole");
    const auto whole = files(scratch.path() / "whole");
    int kills = 0;
    for (int last = 1;; ++last) {
      for (const fs::path& folder : {out(), copy()}) fs::remove_all(folder);
      if (fs::exists(before())) fs::copy(before(), out(), fs::copy_options::recursive);
      const End end = run_until_change(last, action);
      if (end == End::not_traced && last == 1) GTEST_SKIP() << "no permission to trace";
      ASSERT_NE(end, End::not_traced) << last;
      if (end == End::finished) break;
      ++kills;
      if (fs::exists(out())) fs::copy(out(), copy(), fs::copy_options::recursive);
      ASSERT_NO_THROW(run.write(copy())) << "a new run after change " << last;
      ASSERT_EQ(files(copy()), whole) << last;
      if (holds_another_scene()) {
        ASSERT_THROW(run.resume(out(), 30), InputError) << last;
        continue;
      }
      ASSERT_NO_THROW(run.resume(out(), 30)) << "a resumed run after change " << last;
      ASSERT_EQ(files(out()), whole) << last;
      ASSERT_TRUE(run_of(out())["lost"].items().empty()) << last;
    }
    EXPECT_GT(kills, 30);
    RecordProperty("kills", kills);
  }

  bool holds_another_scene() const {
    const fs::path file = out() / "run.json";
    return fs::exists(file) && read_file(file).find("\"title\": \"another\"") != std::string::npos;
  }

  void part(ExistingRun existing, Index last) {
    Recorder recorder({.folder = out(), .existing = existing, .checkpoint_seconds = 0}, run.info, run.surface,
                      run.fingerprint);
    const State state = recorder.resumed_state().value_or(run.start);
    recorder.begin(state, run.half_spaces);
    run.steps(recorder, state.step + 1, last);
    recorder.finish({}, run.at(last));
  }
};

TEST_F(Kill, FirstRunMayDieAnywhere) {
  kill_everywhere([&] { part(ExistingRun::replace, 2); });
}

TEST_F(Kill, RunThatReplacesAnotherMayDieAnywhere) {
  run.write(before());
  kill_everywhere([&] { part(ExistingRun::replace, 2); });
}

TEST_F(Kill, RunThatReplacesOneOfAnotherSceneMayDieAnywhere) {
  StaticRun other;
  other.info.title = "another";
  ++other.fingerprint.scene_hash;
  other.write(before());
  kill_everywhere([&] { part(ExistingRun::replace, 2); });
}

TEST_F(Kill, ResumedRunMayDieAnywhere) {
  run.write_part(before(), 5);
  fs::remove(before() / "checkpoints" / "checkpoint_000005.bin");
  kill_everywhere([&] { part(ExistingRun::resume, 6); });
}

TEST_F(Kill, ResumeOfADamagedRunMayDieAnywhere) {
  run.write_part(before(), 5);
  fs::remove(before() / "run.json");
  fs::resize_file(before() / "limits.ply", 10);
  fs::resize_file(before() / "static.ply", 10);
  kill_everywhere([&] { part(ExistingRun::resume, 6); });
}

TEST_F(Kill, RunThatReplacesADamagedOneMayDieAnywhere) {
  run.write_part(before(), 5);
  fs::resize_file(before() / "run.json", 5);
  kill_everywhere([&] { part(ExistingRun::replace, 2); });
}

}  // namespace
}  // namespace lacuna::test
