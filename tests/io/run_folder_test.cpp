#include "io/run_folder.h"

#include "base/input_error.h"
#include "io/run_support.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

namespace fs = std::filesystem;

class RunFolderTest : public testing::Test {
 protected:
  fs::path out() const { return scratch_.path() / "out"; }
  fs::path elsewhere() const { return scratch_.path() / "elsewhere"; }

  void SetUp() override {
    fs::create_directories(out());
    fs::create_directories(elsewhere());
    write_file(elsewhere() / "victim.txt", "precious");
    write_file(elsewhere() / "frame_000003.ply", "precious");
    write_file(elsewhere() / "checkpoint_000003.bin", "precious");
  }
  void TearDown() override {
    EXPECT_EQ(std::distance(fs::directory_iterator(elsewhere()), fs::directory_iterator()), 3);
    for (const auto& entry : fs::directory_iterator(elsewhere()))
      EXPECT_EQ(read_file(entry.path()), "precious") << entry.path();
  }

  /// Neither a new run nor one that goes on takes the folder, and both say why.
  void expect_refused(const std::string& words) {
    for (ExistingRun existing : {ExistingRun::replace, ExistingRun::resume}) try {
        const Recorder recorder({.folder = out(), .existing = existing}, run.info, run.surface,
                                run.fingerprint);
        ADD_FAILURE() << "not refused: " << words;
      } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
        EXPECT_NE(error.hint.find("-o"), std::string::npos) << error.what();
      }
  }

  SmallRun run;

 private:
  ScratchFolder scratch_;
};

TEST_F(RunFolderTest, LinksInPlaceOfOurFilesAreRefused) {
  for (const bool has_run : {false, true})
    for (const char* name : {"run.log", "steps.jsonl", "run.json", "limits.ply", "static.ply"}) {
      fs::remove_all(out());
      if (has_run)
        run.write(out());
      else
        fs::create_directory(out());
      fs::remove(out() / name);
      fs::create_symlink("../elsewhere/victim.txt", out() / name);
      expect_refused("a link is in the place of a file of the run");
      EXPECT_TRUE(fs::is_symlink(out() / name));
    }
}

TEST_F(RunFolderTest, LinksInPlaceOfOurFoldersAreRefused) {
  for (const char* name : {"frames", "checkpoints"}) {
    fs::remove_all(out());
    run.write(out());
    fs::remove_all(out() / name);
    fs::create_symlink("../elsewhere", out() / name);
    expect_refused("a link is in the place of a folder of the run");
  }
}

TEST_F(RunFolderTest, LinksAmongFramesAndCheckpointsAreRefused) {
  for (const char* name : {"frames/frame_000003.ply", "checkpoints/checkpoint_000003.bin"}) {
    fs::remove_all(out());
    run.write(out());
    fs::remove(out() / name);
    fs::create_symlink("../../elsewhere/" + fs::path(name).filename().string(), out() / name);
    expect_refused("a link is in the place of a file of the run");
  }
}

TEST_F(RunFolderTest, DanglingLinksMakeNoFileElsewhere) {
  fs::create_symlink("../elsewhere/new.txt", out() / "run.log");
  expect_refused("a link");
}

TEST_F(RunFolderTest, FolderThatIsALinkToNowhereIsNamed) {
  fs::remove(out());
  fs::create_symlink("nowhere", out());
  expect_refused("a dangling link is in its place");
}

TEST_F(RunFolderTest, BackupOfHardLinksStaysAsItIs) {
  run.write(out());
  const fs::path backup = out().parent_path() / "backup";
  fs::copy(out(), backup, fs::copy_options::recursive | fs::copy_options::create_hard_links);
  const std::string log = read_file(backup / "run.log");
  const auto before = files(backup);
  run.write_part(out(), 2);
  EXPECT_EQ(files(backup), before);
  EXPECT_EQ(read_file(backup / "run.log"), log);
}

TEST_F(RunFolderTest, SecondRunIsRefusedWhateverBecameOfTheLog) {
  const fs::path log = out() / "run.log", backup = out().parent_path() / "run.log.backup";
  for (const bool is_linked : {false, true}) {
    fs::remove_all(out());
    Recorder first({.folder = out()}, run.info, run.surface, run.fingerprint);
    first.begin(run.start, run.half_spaces);
    if (is_linked)
      fs::create_hard_link(log, backup);
    else
      fs::remove(log);
    expect_refused("another run is writing to this folder");
    EXPECT_EQ(fs::exists(log), is_linked) << "the second run has left the folder alone";
    EXPECT_EQ(is_linked ? fs::hard_link_count(log) : 2U, 2U);
  }
}

TEST_F(RunFolderTest, TheFolderItselfMayBeALink) {
  const fs::path link = out().parent_path() / "link";
  fs::create_symlink("out", link);
  run.write(link);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(files(out()).size(), 7U);
}

TEST_F(RunFolderTest, TemporaryFilesOfKilledRunsAreRemoved) {
  const std::string name = ".lacuna-0123456789abcdef.tmp";
  for (const bool resumes : {false, true}) {
    run.write_part(out(), 4);
    for (const fs::path& folder : {out(), out() / "frames", out() / "checkpoints"}) {
      write_file(folder / name, "half a file");
      write_file(folder / "mine.tmp", "mine");
    }
    if (resumes)
      run.resume(out());
    else
      run.write(out());
    for (const fs::path& folder : {out(), out() / "frames", out() / "checkpoints"}) {
      EXPECT_FALSE(fs::exists(folder / name)) << folder;
      EXPECT_TRUE(fs::exists(folder / "mine.tmp")) << folder;
    }
  }
}

TEST_F(RunFolderTest, LogOfAnotherProgramIsLeftAlone) {
  write_file(out() / "run.log", "epoch 1: loss 0.3\n");
  expect_refused("not a run of lacuna");
  fs::create_directory(out() / "frames");
  write_file(out() / "frames" / "frame_000001.ply", "ply\n");
  expect_refused("not a run of lacuna");
  fs::remove(out() / "run.log");
  expect_refused("not a run of lacuna");
  EXPECT_EQ(read_file(out() / "frames" / "frame_000001.ply"), "ply\n");
}

TEST_F(RunFolderTest, DamagedRunJsonIsReplacedByANewRun) {
  for (const std::string& bad :
       std::vector<std::string>{"", "{\n  \"lacuna\": \"0.1.0\", \"fo", "{\n", std::string(4, '\0')}) {
    fs::remove_all(out());
    run.write(out());
    write_file(out() / "run.json", bad);
    Recorder recorder({.folder = out()}, run.info, run.surface, run.fingerprint);
    EXPECT_NE(recorder.notices().back().find("run.json is damaged"), std::string::npos) << bad;
    recorder.begin(run.start, run.half_spaces);
    EXPECT_EQ(files(out()).size(), 2U) << "frame 0 and steps.jsonl";
  }
}

TEST_F(RunFolderTest, ResumeWithoutCheckpointsKeepsTheFrames) {
  for (const bool is_killed : {false, true}) {
    fs::remove_all(out());
    {
      Recorder recorder({.folder = out()}, run.info, run.surface, run.fingerprint);
      recorder.begin(run.start, run.half_spaces);
      run.steps(recorder, 1, 10);
      if (!is_killed) recorder.finish({}, run.at(10));
    }
    EXPECT_EQ(run_of(out())["frames"].items().size(), is_killed ? 1U : 6U);
    fs::remove_all(out() / "checkpoints");
    const auto before = files(out());
    try {
      run.resume(out());
      ADD_FAILURE() << "not refused";
    } catch (const InputError& error) {
      EXPECT_NE(error.problem.find("nothing to resume from: 6 frames but no checkpoint"), std::string::npos)
          << error.what();
      EXPECT_NE(error.hint.find("run without --resume"), std::string::npos) << error.what();
    }
    EXPECT_EQ(files(out()), before);
  }
}

TEST_F(RunFolderTest, ResumeWithTheFirstFrameAloneBeginsAnew) {
  run.write_part(out(), 1);
  fs::remove_all(out() / "checkpoints");
  EXPECT_NE(run.resume(out()).front().find("nothing to resume from"), std::string::npos);
  EXPECT_EQ(files(out()).size(), 7U);
}

TEST_F(RunFolderTest, ResumeOfNothingBeginsAndSaysSo) {
  const auto notices = run.resume(out());
  ASSERT_EQ(notices.size(), 1U);
  EXPECT_NE(notices[0].find("nothing to resume from"), std::string::npos);
  EXPECT_NE(notices[0].find("without --resume"), std::string::npos);
}

}  // namespace
}  // namespace lacuna::test
