#include "io/losses.h"

#include "base/input_error.h"
#include "io/run_support.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

namespace fs = std::filesystem;

/// A run of ten steps of which seven are done, and its whole twin. Frames are of steps 0, 2, 4, 6; there are
/// checkpoints of steps 5, 6 and 7.
class Losses : public testing::Test {
 protected:
  fs::path out() const { return scratch_.path() / "out"; }
  fs::path whole() const { return scratch_.path() / "whole"; }

  void SetUp() override {
    run.write(whole());
    run.write_part(out(), 7);
  }

  /// Resumes; what was told in one text.
  std::string resume() {
    std::string text;
    for (const std::string& notice : run.resume(out())) text += notice + "\n";
    return text;
  }

  std::vector<std::string> lost() const {
    std::vector<std::string> result;
    const Json json = run_of(out());
    for (const Json& item : json["lost"].items()) result.push_back(item.string_or(""));
    return result;
  }

  void expect_whole() { EXPECT_EQ(files(out()), files(whole())); }

  SmallRun run;

 private:
  ScratchFolder scratch_;
};

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

TEST_F(Losses, NothingIsSaidOfARunWithoutThem) {
  const std::string told = resume();
  EXPECT_TRUE(has(told, "resumes after step 7"));
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1) << told;
  EXPECT_TRUE(lost().empty());
  expect_whole();
}

TEST_F(Losses, DamagedFrameIsNamedAndKeptOutOfTheList) {
  fs::resize_file(out() / "frames" / "frame_000002.ply", 200);
  const std::string told = resume();
  EXPECT_TRUE(has(told, "frames/frame_000002.ply is damaged: it has ")) << told;
  EXPECT_TRUE(has(told, "resumes after step 7")) << told;
  EXPECT_TRUE(has(told, "run without --resume into another folder")) << told;
  ASSERT_EQ(lost().size(), 1U);
  EXPECT_EQ(run_of(out())["frames"].items().size(), 5U);
  EXPECT_TRUE(has(read_file(out() / "run.log"), "frame_000002.ply is damaged"));
  auto expected = files(whole());
  expected["frames/frame_000002.ply"].resize(200);
  EXPECT_EQ(files(out()), expected);
}

TEST_F(Losses, FrameThatIsGoneIsNamedAndTheOthersKeepTheirNumbers) {
  for (const char* name : {"frame_000000.ply", "frame_000001.ply"}) fs::remove(out() / "frames" / name);
  resume();
  EXPECT_EQ(lost(), (std::vector<std::string>{"frames/frame_000000.ply is missing",
                                              "frames/frame_000001.ply is missing"}));
  auto expected = files(whole());
  expected.erase("frames/frame_000000.ply");
  expected.erase("frames/frame_000001.ply");
  EXPECT_EQ(files(out()), expected);
}

TEST_F(Losses, FrameOfARecentStepIsComputedAgain) {
  fs::remove(out() / "frames" / "frame_000003.ply");  // of step 6
  const std::string told = resume();
  EXPECT_TRUE(has(told, "frame_000003.ply is missing; goes back to the checkpoint of step 5")) << told;
  EXPECT_TRUE(has(told, "resumes after step 5")) << told;
  EXPECT_TRUE(lost().empty());
  expect_whole();
}

TEST_F(Losses, DamagedCheckpointIsNamedAlsoWhereTheRunGoesBackFurther) {
  fs::resize_file(out() / "checkpoints" / "checkpoint_000007.bin", 100);
  fs::remove(out() / "frames" / "frame_000003.ply");  // of step 6
  const std::string told = resume();
  EXPECT_TRUE(has(told, "checkpoint_000007.bin")) << told;
  EXPECT_TRUE(has(told, "resumes after step 5")) << told;
  expect_whole();
}

TEST_F(Losses, FrameThatOnlyRunJsonKnowsIsMissed) {
  fs::remove(out() / "frames" / "frame_000003.ply");
  for (const char* name : {"checkpoint_000005.bin", "checkpoint_000006.bin"})
    fs::remove(out() / "checkpoints" / name);
  resume();
  EXPECT_EQ(lost(), std::vector<std::string>{"frames/frame_000003.ply is missing"});
  auto expected = files(whole());
  expected.erase("frames/frame_000003.ply");
  EXPECT_EQ(files(out()), expected) << "the next frame does not take its place";
}

/// As one that ends at step 7 and is resumed, and then made longer.
TEST_F(Losses, LastFrameThatIsLostKeepsItsNumberOverASecondResume) {
  fs::remove(out() / "frames" / "frame_000003.ply");
  for (const char* name : {"checkpoint_000005.bin", "checkpoint_000006.bin"})
    fs::remove(out() / "checkpoints" / name);
  {
    Recorder recorder({.folder = out(), .existing = ExistingRun::resume}, run.info, run.surface,
                      run.fingerprint);
    recorder.begin(*recorder.resumed_state(), run.half_spaces);
    recorder.finish({}, run.at(7));
  }
  const std::string told = resume();
  EXPECT_FALSE(has(told, "frame_000003.ply")) << told;
  EXPECT_EQ(lost(), std::vector<std::string>{"frames/frame_000003.ply is missing"});
  auto expected = files(whole());
  expected.erase("frames/frame_000003.ply");
  EXPECT_EQ(files(out()), expected) << "the next frame does not take its place";
}

TEST_F(Losses, FrameThatWasFoundWrongIsNotListedBySecondResume) {
  fs::copy_file(out() / "frames" / "frame_000001.ply", out() / "frames" / "frame_000002.ply",
                fs::copy_options::overwrite_existing);
  resume();
  resume();
  EXPECT_EQ(lost(), std::vector<std::string>{"frames/frame_000002.ply shows step 2, but run.json says 4"});
  EXPECT_EQ(run_of(out())["frames"].items().size(), 5U);
}

TEST_F(Losses, FrameInPlaceOfAnotherIsFound) {
  fs::copy_file(out() / "frames" / "frame_000001.ply", out() / "frames" / "frame_000002.ply",
                fs::copy_options::overwrite_existing);
  EXPECT_TRUE(has(resume(), "frames/frame_000002.ply shows step 2, but run.json says 4"));
  EXPECT_EQ(run_of(out())["frames"].items().size(), 5U);
}

TEST_F(Losses, NumbersThatNoFrameCanHaveAreNotCounted) {
  fs::copy_file(out() / "frames" / "frame_000001.ply", out() / "frames" / "frame_000900.ply");
  std::string text = read_file(out() / "run.json");
  text.replace(text.find("frame_000003"), 12, "frame_888888888");
  write_file(out() / "run.json", text);
  resume();
  EXPECT_TRUE(lost().empty());
  expect_whole();
}

TEST_F(Losses, EmptiedStepLogIsNamed) {
  fs::resize_file(out() / "steps.jsonl", 0);
  EXPECT_TRUE(has(resume(), "steps.jsonl: steps 1 to 7 are missing or damaged"));
  EXPECT_EQ(lost().size(), 1U);
  EXPECT_EQ(run_of(out())["totals"]["steps"].integer_or(0), 3);
}

TEST_F(Losses, StepLogThatIsGoneIsNamed) {
  fs::remove(out() / "steps.jsonl");
  EXPECT_TRUE(has(resume(), "steps.jsonl: steps 1 to 7 are missing or damaged"));
}

TEST_F(Losses, LastLinesOfTheStepLogAreComputedAgain) {
  const fs::path log = out() / "steps.jsonl";
  fs::resize_file(log, fs::file_size(log) - 10);
  const std::string told = resume();
  EXPECT_TRUE(has(told, "step 7 is missing or damaged; goes back to the checkpoint of step 6")) << told;
  expect_whole();
}

TEST_F(Losses, SeveralAtOnceAreAllNamed) {
  fs::remove(out() / "frames" / "frame_000001.ply");
  std::string text = read_file(out() / "steps.jsonl");
  text[2] = '#';
  write_file(out() / "steps.jsonl", text);
  write_file(out() / "run.json", "{\n  \"lacuna\": \"0.");
  fs::resize_file(out() / "checkpoints" / "checkpoint_000007.bin", 100);
  const std::string told = resume();
  EXPECT_TRUE(has(told, "checkpoint_000007.bin")) << told;
  EXPECT_TRUE(has(told, "resumes after step 6")) << told;
  EXPECT_TRUE(has(told, "run.json: not valid JSON at byte")) << told;
  EXPECT_EQ(lost(), (std::vector<std::string>{"frames/frame_000001.ply is missing",
                                              "steps.jsonl: step 1 is missing or damaged"}));
}

TEST_F(Losses, AreKeptAndNotToldAgain) {
  fs::remove(out() / "frames" / "frame_000001.ply");
  resume();
  const std::vector<std::string> before = lost();
  const std::string told = resume();
  EXPECT_FALSE(has(told, "frame_000001.ply")) << told;
  EXPECT_EQ(lost(), before);
  // What is lost later can still be mended.
  fs::remove(out() / "frames" / "frame_000005.ply");  // of step 10
  resume();
  EXPECT_EQ(lost(), before);
  EXPECT_TRUE(fs::exists(out() / "frames" / "frame_000005.ply"));
}

TEST_F(Losses, DamagedRunJsonIsWrittenAgain) {
  const auto before = run_of(out())["frames"].text();
  for (const std::string bad : {"", "{\n  \"lacuna\": \"0.1.0\", \"fo", "{\n"}) {
    write_file(out() / "run.json", bad);
    const std::string told = resume();
    EXPECT_TRUE(has(told, "run.json")) << told;
    EXPECT_TRUE(has(told, "rewritten")) << told;
    EXPECT_EQ(run_of(out())["outcome"].string_or(""), "finished");
    EXPECT_EQ(run_of(out())["frames"].items().size(), 6U);
    expect_whole();
  }
  fs::remove(out() / "run.json");
  EXPECT_TRUE(has(resume(), "rewritten"));
  expect_whole();
}

TEST_F(Losses, FramesBehindTheCheckpointAreNoLoss) {
  for (const char* name : {"checkpoint_000006.bin", "checkpoint_000007.bin"})
    fs::remove(out() / "checkpoints" / name);
  fs::resize_file(out() / "frames" / "frame_000003.ply", 0);  // of step 6: cut by a power loss
  const std::string told = resume();
  EXPECT_TRUE(lost().empty()) << told;
  expect_whole();
}

}  // namespace
}  // namespace lacuna::test
