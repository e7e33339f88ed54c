#include "io/step_log.h"

#include "base/file.h"
#include "base/input_error.h"
#include "io/run_support.h"

#include <gtest/gtest.h>

#include <sstream>

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
  StepLog log(path, -1);
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
  StepLog without(folder.path() / "solid.jsonl", -1), with(folder.path() / "cloth.jsonl", -1);
  for (Index i = 1; i <= 3; ++i) {
    without.append(solid.report(i));
    with.append(cloth.report(i));
  }
  for (const char* key : {"max_stretch", "limit_margin"}) {
    const std::string text = read_file(folder.path() / "solid.jsonl");
    EXPECT_NE(text.find(fmt::format("\"{}\":null", key)), std::string::npos) << key;
    EXPECT_TRUE(lines(folder.path() / "cloth.jsonl")[1][key].is_number()) << key;
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
    StepLog log(path, -1);
    for (Index i = 1; i <= 5; ++i) log.append(run.report(i));
  }
  const std::string whole = read_file(path);
  write_file(path, whole + R"({"step": 6, "t)");  // killed while writing
  StepLog log(path, 3);
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
    StepLog log(path, -1);
    log.append(run.report(1));
    StepReport failed = run.report(2);
    failed.outcome = Outcome::iteration_limit;
    failed.cause = "no convergence";
    log.append(failed);
  }
  EXPECT_EQ(lines(path)[1]["cause"].string_or(""), "no convergence");
  StepLog log(path, 5);
  EXPECT_EQ(lines(path).size(), 1U);
}

TEST(AppendFile, FullDiskLeavesWholeLines) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  AppendFile file("/dev/full");
  EXPECT_THROW(file.append("line\n"), InputError);
}

TEST(AppendFile, OneWriterAtATime) {
  const TemporaryDirectory folder;
  AppendFile first(folder.path() / "log"), second(folder.path() / "log");
  EXPECT_TRUE(first.try_lock());
  EXPECT_FALSE(second.try_lock());
}

}  // namespace
}  // namespace lacuna::test
