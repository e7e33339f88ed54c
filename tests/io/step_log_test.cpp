#include "io/step_log.h"

#include "base/file.h"
#include "base/input_error.h"
#include "io/run_support.h"

#include <gtest/gtest.h>

#include <csignal>
#include <sstream>
#include <sys/resource.h>

namespace lacuna::test {
namespace {

std::vector<Json> lines(const std::filesystem::path& path) {
  std::istringstream in(read_file(path));
  std::vector<Json> result;
  for (std::string line; std::getline(in, line);) result.push_back(parse_json(line, path.string()));
  return result;
}

TEST(StepLog, EveryStepIsALineWithThePromisedKeys) {
  const TemporaryDirectory folder;
  const SmallRun run;
  const auto path = folder.path() / "steps.jsonl";
  StepLog log(Folder::make(folder.path()), -1);
  for (Index i = 1; i <= 3; ++i) {
    log.append(run.report(i));
    EXPECT_EQ(lines(path).size(), static_cast<size_t>(i)) << "flushed";
  }
  const Json step = lines(path)[2];
  EXPECT_EQ(step["step"].integer_or(0), 3);
  EXPECT_EQ(step["t"].number_or(0), run.at(3).time);
  EXPECT_EQ(step["min_gap"].number_or(0), 1.0 / 3 / 3);
  EXPECT_EQ(step["outcome"].string_or(""), "converged");
  EXPECT_EQ(step["energy"]["kinetic"].number_or(0), 0.1 * 3);
  EXPECT_EQ(step["seconds"]["total"].number_or(0), 0.25);
  EXPECT_EQ(step["momentum"].items().size(), 3U);
  for (const char* key :
       {"dt", "iterations", "linear_iterations", "contacts", "max_strain", "residual", "limited_by"})
    EXPECT_FALSE(step[key].is_null()) << key;
  EXPECT_TRUE(lines(path)[0]["min_gap"].is_null()) << "infinity";
  EXPECT_EQ(log.totals().steps, 3);
  EXPECT_EQ(log.totals().iterations, 4 + 5 + 6);
}

TEST(StepLog, StretchesAndMarginsAreNullWhereThereIsNothingToStretch) {
  const TemporaryDirectory folder;
  const SmallRun solid;
  const ClothRun cloth;
  StepLog without(Folder::make(folder.path() / "solid"), -1), with(Folder::make(folder.path() / "cloth"), -1);
  for (Index i = 1; i <= 3; ++i) {
    without.append(solid.report(i));
    with.append(cloth.report(i));
  }
  for (const char* key : {"max_stretch", "limit_margin"}) {
    const std::string text = read_file(folder.path() / "solid" / "steps.jsonl");
    EXPECT_NE(text.find(fmt::format("\"{}\":null", key)), std::string::npos) << key;
    EXPECT_TRUE(lines(folder.path() / "cloth" / "steps.jsonl")[1][key].is_number()) << key;
  }
  EXPECT_EQ(without.totals().max_stretch, 0);
  EXPECT_EQ(without.totals().limit_margin, INFINITY);
  EXPECT_EQ(with.totals().max_stretch, cloth.report(3).max_stretch);
  EXPECT_EQ(with.totals().limit_margin, cloth.report(3).limit_margin);
}

TEST(StepLog, ResumingCutsWhatWillBeComputedAgain) {
  const TemporaryDirectory folder;
  const SmallRun run;
  const auto path = folder.path() / "steps.jsonl";
  {
    StepLog log(Folder::make(folder.path()), -1);
    for (Index i = 1; i <= 5; ++i) log.append(run.report(i));
  }
  const std::string whole = read_file(path);
  write_file(path, whole + R"({"step": 6, "t)");  // killed while writing
  StepLog log(Folder::make(folder.path()), 3);
  EXPECT_EQ(log.totals().steps, 3);
  EXPECT_EQ(lines(path).size(), 3U);
  log.append(run.report(4));
  log.append(run.report(5));
  EXPECT_EQ(read_file(path), whole);
}

TEST(StepLog, FailedStepIsLoggedWithItsCauseAndDroppedOnResume) {
  const TemporaryDirectory folder;
  const SmallRun run;
  const auto path = folder.path() / "steps.jsonl";
  {
    StepLog log(Folder::make(folder.path()), -1);
    log.append(run.report(1));
    StepReport failed = run.report(2);
    failed.outcome = Outcome::iteration_limit;
    failed.cause = "no convergence";
    log.append(failed);
  }
  EXPECT_EQ(lines(path)[1]["cause"].string_or(""), "no convergence");
  StepLog log(Folder::make(folder.path()), 5);
  EXPECT_EQ(lines(path).size(), 1U);
}

TEST(StepLog, DamagedLinesAreNamedAndTheOthersKept) {
  const TemporaryDirectory scratch;
  const Folder folder = Folder::make(scratch.path());
  const SmallRun run;
  {
    StepLog log(folder, -1);
    for (Index i = 1; i <= 6; ++i) log.append(run.report(i));
  }
  std::string text = folder.read("steps.jsonl");
  text[text.find("\"step\":2") + 1] = '\0';
  const size_t fourth = text.find("{\"step\":4"), fifth = text.find("{\"step\":5");
  text.erase(fourth, fifth - fourth);
  write_file(scratch.path() / "steps.jsonl", text);
  EXPECT_EQ(missing_steps(folder, 6), (std::vector<Index>{2, 4}));
  EXPECT_EQ(missing_steps(folder, 8), (std::vector<Index>{2, 4, 7, 8}));
  StepLog log(folder, 5);
  EXPECT_EQ(log.totals().steps, 3);
  log.append(run.report(6));
  std::vector<std::int64_t> kept;
  for (const Json& line : lines(scratch.path() / "steps.jsonl")) kept.push_back(line["step"].integer_or(0));
  EXPECT_EQ(kept, (std::vector<std::int64_t>{1, 3, 5, 6}));
}

TEST(AppendFile, WhatDoesNotFitLeavesWholeLines) {
  const TemporaryDirectory scratch;
  const Folder folder = Folder::make(scratch.path());
  AppendFile file(folder, "log");
  file.append("line\n");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 8;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_THROW(file.append("another\n"), InputError);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(folder.read("log"), "line\n");
}

TEST(AppendFile, OneWriterAtATime) {
  const TemporaryDirectory scratch;
  const Folder folder = Folder::make(scratch.path());
  AppendFile first(folder, "log"), second(folder, "log");
  EXPECT_TRUE(first.try_lock());
  EXPECT_FALSE(second.try_lock());
}

TEST(AppendFile, LockOnAFileThatWasReplacedIsWorthNothing) {
  const TemporaryDirectory scratch;
  const Folder folder = Folder::make(scratch.path());
  AppendFile file(folder, "log");
  folder.write("log", "");
  EXPECT_FALSE(file.try_lock());
}

}  // namespace
}  // namespace lacuna::test
