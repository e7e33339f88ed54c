#include "base/folder.h"

#include "base/file.h"
#include "base/input_error.h"
#include "base/process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lacuna::test {
namespace {

namespace fs = std::filesystem;

/// A folder `ours` and, beside it, what must stay as it is.
class FolderTest : public testing::Test {
 protected:
  fs::path path() const { return scratch_.path() / "ours"; }
  fs::path victim() const { return scratch_.path() / "victim.txt"; }

  void SetUp() override {
    fs::create_directory(path());
    write_file(victim(), "precious");
    fs::create_directory(scratch_.path() / "elsewhere");
    write_file(scratch_.path() / "elsewhere" / "frame_000001.ply", "precious");
  }
  void TearDown() override {
    EXPECT_EQ(read_file(victim()), "precious");
    EXPECT_EQ(read_file(scratch_.path() / "elsewhere" / "frame_000001.ply"), "precious");
  }

 private:
  TemporaryDirectory scratch_;
};

TEST_F(FolderTest, ReadsBackWhatItWrites) {
  const Folder folder = Folder::make(path() / "a" / "b");
  folder.write("f", "one");
  const std::array<std::string_view, 3> pieces{"tw", "", "o"};
  folder.write("f", pieces, Survival::power_loss);
  EXPECT_EQ(folder.read("f"), "two");
  EXPECT_EQ(folder.read("f", 2), "tw");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"f"});
  EXPECT_EQ(folder.entry("f").size, 3U);
  EXPECT_EQ(folder.entry("g").kind, EntryKind::none);
  EXPECT_FALSE(Folder::find(path() / "absent"));
  folder.remove("f");
  folder.remove("f");
  EXPECT_TRUE(folder.names().empty());
}

TEST_F(FolderTest, LinkInPlaceOfAFileIsReplacedAndNotFollowed) {
  const Folder folder = Folder::make(path());
  for (const fs::path& target : {fs::path("../victim.txt"), fs::path("../absent"), path()}) {
    fs::create_symlink(target, path() / "f");
    folder.write("f", "new");
    EXPECT_FALSE(fs::is_symlink(path() / "f"));
    EXPECT_EQ(folder.read("f"), "new");
    folder.remove("f");
  }
  EXPECT_FALSE(fs::exists(path() / ".." / "absent"));
}

TEST_F(FolderTest, LinkIsNeitherReadNorAppendedToNorRemoved) {
  const Folder folder = Folder::make(path());
  fs::create_symlink("../victim.txt", path() / "f");
  EXPECT_THROW(folder.read("f"), InputError);
  EXPECT_THROW(folder.open_to_append("f"), InputError);
  EXPECT_THROW(folder.remove("f"), InputError);
  EXPECT_THROW(folder.sync(std::vector<std::string>{"f"}), InputError);
  EXPECT_TRUE(fs::is_symlink(path() / "f"));
}

TEST_F(FolderTest, LinkInPlaceOfAFolderIsRefused) {
  const Folder folder = Folder::make(path());
  fs::create_symlink("../elsewhere", path() / "frames");
  EXPECT_THROW(folder.make_inside("frames"), InputError);
  EXPECT_THROW(folder.find_inside("frames"), InputError);
}

TEST_F(FolderTest, FolderStaysTheOneThatWasOpened) {
  const Folder folder = Folder::make(path());
  const Folder inside = folder.make_inside("frames");
  fs::rename(path() / "frames", path() / "moved");
  fs::create_directory_symlink("../elsewhere", path() / "frames");
  inside.write("frame_000001.ply", "new");
  inside.remove("frame_000001.ply");
}

TEST_F(FolderTest, TheFolderItselfMayBeALink) {
  fs::create_symlink("ours", path().parent_path() / "link");
  Folder::make(path().parent_path() / "link").write("f", "new");
  EXPECT_EQ(read_file(path() / "f"), "new");
}

TEST_F(FolderTest, PipesAndFoldersAreNotOpenedOrReplaced) {
  const Folder folder = Folder::make(path());
  ASSERT_EQ(mkfifo((path() / "pipe").c_str(), 0600), 0);
  fs::create_directory(path() / "folder");
  for (const std::string name : {"pipe", "folder"}) {
    EXPECT_THROW(folder.read(name), InputError);
    EXPECT_THROW(folder.write(name, "new"), InputError);
    EXPECT_THROW(folder.open_to_append(name), InputError);
    EXPECT_THROW(folder.remove(name), InputError);
  }
}

TEST_F(FolderTest, AppendingLeavesTheOtherNameOfAFileAlone) {
  const Folder folder = Folder::make(path());
  fs::create_hard_link(victim(), path() / "log");
  const Descriptor file = folder.open_to_append("log");
  EXPECT_EQ(folder.read("log"), "precious");
  ASSERT_EQ(ftruncate(file.get(), 0), 0);
  EXPECT_EQ(folder.read("log"), "");
}

TEST_F(FolderTest, TemporaryNamesCannotBeGuessedAndAreKnown) {
  EXPECT_TRUE(is_temporary_name(".lacuna-0123456789abcdef.tmp"));
  for (const char* name : {".lacuna-.tmp", ".lacuna-0123456789abcdeg.tmp", "lacuna-0123456789abcdef.tmp",
                           ".lacuna-0123456789abcdef.tmpx", ".lacuna-0123456789abcde.tmp", "notes.tmp"})
    EXPECT_FALSE(is_temporary_name(name)) << name;
}

/// A limit on the size of files stands for a full disk.
TEST_F(FolderTest, WhatDoesNotFitLeavesTheOldFileAndNoOther) {
  const Folder folder = Folder::make(path());
  folder.write("f", "old");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1000;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_THROW(folder.write("f", std::string(5000, 'x')), InputError);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(folder.read("f"), "old");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"f"});
}

TEST_F(FolderTest, OnlyTemporaryFilesOfOursAreCleared) {
  const Folder folder = Folder::make(path());
  const std::string ours = ".lacuna-0123456789abcdef.tmp", link = ".lacuna-0123456789abcde0.tmp";
  write_file(path() / ours, "half");
  write_file(path() / "notes.tmp", "mine");
  fs::create_symlink("../victim.txt", path() / link);
  folder.remove_temporaries();
  EXPECT_EQ(folder.names(), (std::vector<std::string>{link, "notes.tmp"}));
}

TEST_F(FolderTest, WriteFileLeavesWhatALinkPointsTo) {
  fs::create_symlink("../victim.txt", path() / "mesh.ply");
  write_file(path() / "mesh.ply", "new");
  EXPECT_EQ(read_file(path() / "mesh.ply"), "new");
  EXPECT_THROW(write_file(path() / "absent" / "mesh.ply", "new"), InputError);
  EXPECT_THROW(write_file(victim() / "mesh.ply", "new"), InputError);
}

}  // namespace
}  // namespace lacuna::test
