// A run that verify has every reason to believe, and what to do to it.
#pragma once

#include "base/file.h"
#include "io/run_support.h"
#include "verify/verify_run.h"

#include <gtest/gtest.h>

#include <functional>

namespace lacuna::test {

namespace fs = std::filesystem;

/// A good run in a folder of its own, to be damaged.
template <class GoodRun>
class DamagedRun : public ::testing::Test {
 protected:
  DamagedRun() { run.write(folder()); }

  fs::path folder() const { return directory_.path() / "out"; }
  fs::path frame(Index number) const { return folder() / "frames" / frame_name(number); }

  /// The frame as it is, and the run as if it had written it so.
  void change_frame(Index number, const std::function<void(FrameFile&)>& change) const {
    const std::string before = read_file(frame(number));
    tamper_with_frame(number, change);
    replace_text(folder() / "run.json", verify::hash_text(before),
                 verify::hash_text(read_file(frame(number))));
  }

  /// The frame alone: run.json still knows the bytes that were there.
  void tamper_with_frame(Index number, const std::function<void(FrameFile&)>& change) const {
    FrameFile file = read_frame(frame(number));
    change(file);
    write_file(frame(number), format_frame(file));
  }

  void change_all_frames(const std::function<void(FrameFile&)>& change) const {
    for (Index number = 0; fs::exists(frame(number)); ++number) change_frame(number, change);
  }

  static void replace_text(const fs::path& path, const std::string& before, const std::string& after) {
    std::string text = read_file(path);
    const size_t at = text.find(before);
    ASSERT_NE(at, std::string::npos) << before;
    write_file(path, text.replace(at, before.size(), after));
  }

  /// A violation of this kind in this frame whose text holds all the words.
  void expect_violation(ViolationKind kind, Index number, std::initializer_list<const char*> words) const {
    const VerifyReport report = verify_run(folder());
    EXPECT_FALSE(report.is_proven());
    EXPECT_GT(report.violations.totals[static_cast<size_t>(kind)], 0);
    std::string all;
    for (const Violation& v : report.violations.list) {
      bool has_all = v.kind == kind && v.frame == number;
      for (const char* word : words) has_all = has_all && v.text.find(word) != std::string::npos;
      if (has_all) return;
      all += fmt::format("{}, frame {}: {}\n", violation_title(v.kind), v.frame, v.text);
    }
    ADD_FAILURE() << "not among:\n" << all;
  }

  GoodRun run;

 private:
  TemporaryDirectory directory_;
};

}  // namespace lacuna::test
