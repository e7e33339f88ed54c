#include "io/recorder.h"

#include "base/file.h"
#include "base/input_error.h"
#include "io/run_support.h"

#include <gtest/gtest.h>

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

namespace lacuna::test {
namespace {

namespace fs = std::filesystem;

TEST(Recorder, LeavesWhatIsPromised) {
  const ScratchFolder folder;
  const SmallRun run;
  run.write(folder.path() / "out");
  const auto found = files(folder.path() / "out");
  EXPECT_EQ(found.size(), 6U + 1U) << "frames at 0, 0.04, ... 0.2 and steps.jsonl";
  const Json json = run_of(folder.path() / "out");
  EXPECT_EQ(json["lacuna"].string_or(""), "0.1.0");
  EXPECT_EQ(json["outcome"].string_or(""), "finished");
  EXPECT_EQ(json["continue"].string_or("?"), "");
  EXPECT_EQ(json["frames"].items().size(), 6U);
  EXPECT_EQ(json["frames"].items()[2]["file"].string_or(""), "frames/frame_000002.ply");
  EXPECT_EQ(json["frames"].items()[2]["time"].number_or(0), run.at(4).time);
  EXPECT_EQ(json["objects"].items()[1]["name"].string_or(""), "sheet");
  EXPECT_EQ(json["half_spaces"].items()[0]["name"].string_or(""), "the floor");
  EXPECT_EQ(json["totals"]["steps"].integer_or(0), 10);
  EXPECT_EQ(json["scene"]["text"].string_or(""), run.info.scene_text);
  EXPECT_GT(json["machine"]["cores"].integer_or(0), 0);
}

TEST(Recorder, LimitsAreWrittenInTheNumbersOfFrames) {
  const ScratchFolder folder;
  const ClothRun run;
  run.write(folder.path() / "out");
  const Json json = run_of(folder.path() / "out");
  EXPECT_EQ(json["limited_triangles"].integer_or(0), 10);
  EXPECT_EQ(json["totals"]["max_stretch"].number_or(0), run.report(10).max_stretch);
  EXPECT_EQ(json["totals"]["limit_margin"].number_or(0), run.report(10).limit_margin);
  const std::vector<LimitedTriangle> limits = read_limits(folder.path() / "out" / "limits.ply");
  const FrameFile frame = read_frame(folder.path() / "out" / "frames" / frame_name(0));
  ASSERT_EQ(limits.size(), 10U);
  for (size_t t = 0; t < limits.size(); ++t) {
    EXPECT_EQ(limits[t].vertices, frame.triangles[frame.triangles.size() - 10 + t]);
    EXPECT_EQ(limits[t].rest_edges, run.info.limited_triangles[t].rest_edges);
  }
}

TEST(Recorder, WithoutLimitsThereIsNoFileOfThem) {
  const ScratchFolder folder;
  SmallRun().write(folder.path() / "out");
  EXPECT_FALSE(fs::exists(folder.path() / "out" / "limits.ply"));
  const Json json = run_of(folder.path() / "out");
  EXPECT_EQ(json["limited_triangles"].integer_or(-1), 0);
  EXPECT_TRUE(json["totals"]["max_stretch"].is_null());
  EXPECT_TRUE(json["totals"]["limit_margin"].is_null());
}

TEST(Recorder, ResumedRunHasTheSameBits) {
  const ScratchFolder folder;
  const SmallRun run;
  run.write(folder.path() / "whole");
  for (Index stop = 1; stop <= 9; ++stop) {
    const fs::path out = folder.path() / fmt::format("cut{}", stop);
    {
      Recorder recorder({.folder = out, .checkpoint_seconds = 0}, run.info, run.surface, run.fingerprint);
      recorder.begin(run.start, run.half_spaces);
      run.steps(recorder, 1, stop);
    }
    // The last checkpoint is lost, so some frames and lines are of steps that will be computed again.
    fs::remove(out / "checkpoints" / fmt::format("checkpoint_{:06}.bin", stop));
    Recorder recorder({.folder = out, .existing = ExistingRun::resume}, run.info, run.surface,
                      run.fingerprint);
    ASSERT_TRUE(recorder.resumed_state().has_value());
    const Index from = recorder.resumed_state()->step;
    EXPECT_EQ(from, stop - 1);
    recorder.begin(*recorder.resumed_state(), run.half_spaces);
    run.steps(recorder, from + 1, 10);
    recorder.finish({}, run.at(10));
    EXPECT_EQ(files(out), files(folder.path() / "whole")) << stop;
    EXPECT_EQ(run_of(out)["frames"].text(), run_of(folder.path() / "whole")["frames"].text());
    EXPECT_EQ(run_of(out)["totals"]["iterations"].text(),
              run_of(folder.path() / "whole")["totals"]["iterations"].text());
  }
}

/// Steps 1 to `last`, two iterations each, observed as a simulation does it.
void observed_steps(const SmallRun& run, Recorder& recorder, Index first, Index last) {
  for (Index step = first; step <= last; ++step) {
    for (Index i = 1; i <= 2; ++i)
      recorder.record_iteration({.step = step, .iteration = i, .part = 0.5, .limited_by = "energy"});
    run.steps(recorder, step, step);
  }
}

TEST(Recorder, IterationLogIsResumedToTheSameBytesAndGoesWithItsRun) {
  const ScratchFolder whole, parts;
  const SmallRun run;
  const auto open = [&](const ScratchFolder& folder, ExistingRun existing, bool has_log) {
    return std::make_unique<Recorder>(RecorderParam{folder.path() / "run", existing, 0, has_log}, run.info,
                                      run.surface, run.fingerprint);
  };
  const auto text = [](const ScratchFolder& folder) {
    return read_file(folder.path() / "run/iterations.jsonl");
  };
  auto recorder = open(whole, ExistingRun::replace, true);
  recorder->begin(run.start, run.half_spaces);
  observed_steps(run, *recorder, 1, 6);
  const std::string all = text(whole);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 12);
  EXPECT_EQ(parse_json(all.substr(0, all.find('\n')), "line")["limited_by"].string_or(""), "energy");

  recorder = open(parts, ExistingRun::replace, true);
  recorder->begin(run.start, run.half_spaces);
  observed_steps(run, *recorder, 1, 4);
  recorder->record_iteration(
      {.step = 5, .iteration = 1, .limited_by = ""});  // killed in the middle of a step
  recorder.reset();
  recorder = open(parts, ExistingRun::resume, true);
  recorder->begin(run.at(4), run.half_spaces);
  observed_steps(run, *recorder, 5, 6);
  EXPECT_EQ(text(parts), all);

  recorder.reset();
  recorder = open(parts, ExistingRun::replace, false);
  EXPECT_FALSE(std::filesystem::exists(parts.path() / "run/iterations.jsonl"));
}

TEST(Recorder, DamagedLineOfTheIterationLogIsNamedAndTheOthersKept) {
  const ScratchFolder folder;
  const SmallRun run;
  const fs::path log = folder.path() / "run/iterations.jsonl";
  const RecorderParam param{folder.path() / "run", ExistingRun::resume, 0, true};
  {
    Recorder recorder(param, run.info, run.surface, run.fingerprint);
    recorder.begin(run.start, run.half_spaces);
    observed_steps(run, recorder, 1, 4);
  }
  std::string text = read_file(log);
  const size_t begin = text.find("{\"step\":2"), end = text.find('\n', begin) + 1;
  text[begin] = '\0';
  write_file(log, text + R"({"step": 5, "fri)");
  const Recorder recorder(param, run.info, run.surface, run.fingerprint);
  EXPECT_EQ(read_file(log), text.erase(begin, end - begin));
  EXPECT_NE(recorder.notices().back().find("iterations.jsonl: 1 line is damaged"), std::string::npos)
      << recorder.notices().back();
}

/// Files of this process cannot grow beyond so many bytes while it lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST(Recorder, IterationThatCannotBeWrittenEndsTheRunAfterItsStep) {
  const ScratchFolder folder;
  const SmallRun run;
  Recorder recorder({.folder = folder.path() / "run", .has_iteration_log = true}, run.info, run.surface,
                    run.fingerprint);
  recorder.begin(run.start, run.half_spaces);
  {
    const FileSizeLimit none_may_grow(0);
    recorder.record_iteration({.step = 1, .iteration = 1, .limited_by = ""});
  }
  EXPECT_EQ(read_file(folder.path() / "run/iterations.jsonl"), "");
  EXPECT_THROW(run.steps(recorder, 1, 1), OutputError);
}

/// What a recorder says that cannot write a byte; empty if it does not mind.
std::string failure_on_a_full_disk(const SmallRun& run, const fs::path& folder, ExistingRun existing) {
  const FileSizeLimit none_may_grow(0);
  try {
    const Recorder recorder({.folder = folder, .existing = existing}, run.info, run.surface, run.fingerprint);
  } catch (const OutputError& error) {
    return error.what();
  }
  return {};
}

TEST(Recorder, RunThatCannotReplaceAnotherLeavesItAndDoesNotSuggestToResume) {
  const ScratchFolder folder;
  const SmallRun run;
  run.write(folder.path());
  const auto before = files(folder.path());
  const std::string json = read_file(folder.path() / "run.json");
  const std::string told = failure_on_a_full_disk(run, folder.path(), ExistingRun::replace);
  EXPECT_NE(told.find("run.json"), std::string::npos) << told;
  EXPECT_EQ(told.find("--resume"), std::string::npos) << told;
  EXPECT_EQ(files(folder.path()), before);
  EXPECT_EQ(read_file(folder.path() / "run.json"), json);
}

TEST(Recorder, ResumedRunThatCannotMendItsLogNamesTheCommandToGoOn) {
  const ScratchFolder folder;
  const SmallRun run;
  run.write(folder.path());
  fs::remove(folder.path() / "checkpoints" / "checkpoint_000000.bin");  // going back would need no lines
  std::string text = read_file(folder.path() / "steps.jsonl");
  text[0] = '#';
  write_file(folder.path() / "steps.jsonl", text);
  const std::string told = failure_on_a_full_disk(run, folder.path(), ExistingRun::resume);
  EXPECT_NE(told.find("steps.jsonl"), std::string::npos) << told;
  EXPECT_NE(told.find(run.info.continue_command), std::string::npos) << told;
}

TEST(Recorder, CostsAddUpOverAResume) {
  const ScratchFolder folder;
  const SmallRun run;
  const auto totals = [&] { return run_of(folder.path() / "run")["totals"]; };
  run.write(folder.path() / "run");
  const double before = totals()["cpu_seconds"].number_or(-1);
  EXPECT_GT(before, 0);
  EXPECT_GT(totals()["peak_memory"].integer_or(0), 1'000'000);
  Recorder recorder({folder.path() / "run", ExistingRun::resume}, run.info, run.surface, run.fingerprint);
  EXPECT_GE(totals()["cpu_seconds"].number_or(0), 2 * before) << "that of this process counts again";
}

TEST(Recorder, NewRunReplacesAnOldOneButNothingElse) {
  const ScratchFolder folder;
  SmallRun run;
  const fs::path out = folder.path() / "out";
  run.write(out);
  write_file(out / "notes.txt", "mine");
  write_file(out / "frames" / "thumbnail.png", "mine");
  Recorder recorder({out}, run.info, run.surface, run.fingerprint);
  EXPECT_EQ(recorder.notices().size(), 1U);
  recorder.begin(run.start, run.half_spaces);
  EXPECT_FALSE(fs::exists(out / "frames" / "frame_000001.ply"));
  EXPECT_TRUE(fs::exists(out / "frames" / "frame_000000.ply"));
  EXPECT_EQ(fs::file_size(out / "steps.jsonl"), 0U);
  EXPECT_FALSE(fs::exists(out / "checkpoints" / "checkpoint_000010.bin"));
  EXPECT_EQ(read_file(out / "notes.txt"), "mine");
  EXPECT_EQ(read_file(out / "frames" / "thumbnail.png"), "mine");
}

void expect_refused(const fs::path& folder, ExistingRun existing, const std::string& words) {
  const SmallRun run;
  try {
    Recorder recorder({.folder = folder, .existing = existing}, run.info, run.surface, run.fingerprint);
    ADD_FAILURE() << "not refused";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    EXPECT_NE(error.hint.find("-o"), std::string::npos) << error.what();
  }
}

TEST(Recorder, FolderOfSomethingElseIsRefusedAndLeftAlone) {
  const ScratchFolder folder;
  write_file(folder.path() / "thesis.tex", "mine");
  for (ExistingRun existing : {ExistingRun::replace, ExistingRun::resume})
    expect_refused(folder.path(), existing, "not a run of lacuna");
  write_file(folder.path() / "run.json", "{\"engine\": 1}");
  expect_refused(folder.path(), ExistingRun::replace, "not a run of lacuna");
  EXPECT_FALSE(fs::exists(folder.path() / "frames"));
  expect_refused(folder.path() / "thesis.tex", ExistingRun::replace, "");
}

TEST(Recorder, RunThatLostAllFramesAndCheckpointsDoesNotPassForOneThatHasNotBegun) {
  const ScratchFolder folder;
  const SmallRun run;
  run.write(folder.path());
  for (const auto& frame : fs::directory_iterator(folder.path() / "frames")) fs::remove(frame);
  fs::remove(folder.path() / "checkpoints" / "checkpoint_000000.bin");
  {
    Recorder recorder({folder.path(), ExistingRun::resume}, run.info, run.surface, run.fingerprint);
    recorder.begin(*recorder.resumed_state(), run.half_spaces);
  }
  ASSERT_TRUE(run_of(folder.path())["frames"].items().empty());
  fs::resize_file(folder.path() / "checkpoints" / "checkpoint_000010.bin", 100);
  const auto before = files(folder.path());
  EXPECT_THROW(Recorder({folder.path(), ExistingRun::resume}, run.info, run.surface, run.fingerprint),
               InputError);
  EXPECT_EQ(files(folder.path()), before);
}

TEST(Recorder, ChangedSceneIsNotResumedAndNothingIsRemoved) {
  const ScratchFolder folder;
  const SmallRun run;
  run.write(folder.path());
  const auto before = files(folder.path());
  EXPECT_THROW(Recorder({.folder = folder.path(), .existing = ExistingRun::resume}, run.info, run.surface,
                        {run.fingerprint.vertex_count, 1}),
               InputError);
  EXPECT_EQ(files(folder.path()), before);
}

TEST(Recorder, TwoRunsInOneFolderAreKeptApart) {
  const ScratchFolder folder;
  const SmallRun run;
  Recorder first({folder.path()}, run.info, run.surface, run.fingerprint);
  expect_refused(folder.path(), ExistingRun::replace, "another run");
}

TEST(Recorder, FailureKeepsTheLastGoodStateAndSaysHowToGoOn) {
  const ScratchFolder folder;
  const SmallRun run;
  Recorder recorder({folder.path()}, run.info, run.surface, run.fingerprint);
  recorder.begin(run.start, run.half_spaces);
  run.steps(recorder, 1, 3);
  StepReport failed = run.report(4);
  failed.outcome = Outcome::stalled;
  failed.cause = "stuck";
  recorder.record_step(failed, run.at(3), run.half_spaces);
  recorder.finish({RunOutcome::failed, "stuck"}, run.at(3));
  const Json json = run_of(folder.path());
  EXPECT_EQ(json["outcome"].string_or(""), "failed");
  EXPECT_EQ(json["cause"].string_or(""), "stuck");
  EXPECT_EQ(json["continue"].string_or(""), run.info.continue_command);
  EXPECT_EQ(load_latest_checkpoint(Folder::make(folder.path() / "checkpoints"), run.fingerprint)->state.step,
            3);
}

TEST(Recorder, AdviceAndAnotherCommandAreKept) {
  const ScratchFolder folder;
  const SmallRun run;
  Recorder recorder({folder.path()}, run.info, run.surface, run.fingerprint);
  recorder.begin(run.start, run.half_spaces);
  recorder.finish({RunOutcome::failed, "stuck", "pull harder", ""}, run.start);
  EXPECT_EQ(run_of(folder.path())["advice"].string_or(""), "pull harder");
  EXPECT_EQ(run_of(folder.path())["continue"].string_or("?"), "");
  recorder.finish({RunOutcome::failed, "slow", "", "lacuna run more --resume"}, run.start);
  EXPECT_EQ(run_of(folder.path())["advice"].string_or("?"), "");
  EXPECT_EQ(run_of(folder.path())["continue"].string_or(""), "lacuna run more --resume");
}

TEST(Recorder, FolderThatBecomesUnwritableIsExplained) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  const ScratchFolder folder;
  const SmallRun run;
  Recorder recorder({folder.path()}, run.info, run.surface, run.fingerprint);
  recorder.begin(run.start, run.half_spaces);
  fs::permissions(folder.path() / "frames", fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_THROW(run.steps(recorder, 1, 2), OutputError);
  fs::permissions(folder.path() / "frames", fs::perms::owner_all);
}

TEST(Recorder, LostFrameFolderNamesTheCommandToGoOn) {
  const ScratchFolder folder;
  const SmallRun run;
  Recorder recorder({folder.path()}, run.info, run.surface, run.fingerprint);
  recorder.begin(run.start, run.half_spaces);
  fs::remove_all(folder.path() / "frames");
  try {
    run.steps(recorder, 1, 2);
    FAIL();
  } catch (const OutputError& error) {
    EXPECT_NE(std::string(error.what()).find(run.info.continue_command), std::string::npos);
  }
  EXPECT_EQ(run_of(folder.path())["outcome"].string_or(""), "failed");
}

}  // namespace
}  // namespace lacuna::test
