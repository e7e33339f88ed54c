// Which changes of a scene a run can be resumed with.
#include "scene/motion_text.h"

#include "scene/merge_values.h"
#include "scene/read_settings.h"

#include <gtest/gtest.h>

namespace lacuna {
namespace {

std::string text(const std::string& toml, SolverKind solver = SolverKind::ipc) {
  std::map<std::string, std::filesystem::path> directories;
  RenameNotes renamed;
  return motion_text_of(read_values(toml, "scene.toml", "", directories, renamed), solver);
}

/// The solver that reads a table; ipc for tables of all solvers.
SolverKind reader_of(const std::string& table) {
  for (const SolverEntry& solver : solvers)
    if (solver.name == table) return solver.kind;
  return SolverKind::ipc;
}

TEST(MotionText, LeavesOutTheKeysThatAreDeclaredToBeSafe) {
  std::vector<std::string> safe;
  for (const KeyTable& table : settings_key_tables()) {
    const bool has_heading = table.heading.starts_with('[');
    const std::string heading = has_heading ? table.heading + "\n" : "";
    for (const KeyInfo& info : table.keys) {
      if (info.key == "solver") continue;
      const SolverKind solver =
          reader_of(has_heading ? table.heading.substr(1, table.heading.size() - 2) : info.key);
      EXPECT_EQ(text(heading + info.key + " = 1", solver) == text(heading, solver), info.may_change_on_resume)
          << heading << info.key;
      if (info.may_change_on_resume) safe.push_back(heading + info.key);
    }
  }
  for (const char* key : {"title", "duration", "fps", "output", "[ipc]\nmax_iterations"})
    EXPECT_EQ(std::count(safe.begin(), safe.end(), key), 1) << key;
  for (const char* key : {"up", "gravity", "[contact]\ndhat", "[ipc]\ntolerance"})
    EXPECT_EQ(std::count(safe.begin(), safe.end(), key), 0) << key;
}

TEST(MotionText, HasOnlyTheTableOfTheSolverInUse) {
  const std::string ipc = "[ipc]\nrule = \"mean\"\n", old = "[newton]\nrule = \"mean\"\n";
  const std::string cubic = "[cubic]\nrule = \"x\"\n", two_way = "[two-way]\nrule = \"x\"\n";
  EXPECT_EQ(text(ipc + cubic + two_way), text(ipc));
  EXPECT_NE(text(ipc), text(""));
  EXPECT_EQ(text(ipc + cubic + two_way, SolverKind::cubic), text(cubic, SolverKind::cubic));
  EXPECT_EQ(text(old + cubic, SolverKind::cubic), text(cubic, SolverKind::cubic));
  EXPECT_NE(text(cubic, SolverKind::cubic), text("", SolverKind::cubic));
  EXPECT_EQ(text(two_way, SolverKind::cubic), text("", SolverKind::cubic));
}

TEST(MotionText, AnEmptyTableOfASolverSaysNothing) {
  EXPECT_EQ(text("[ipc]\n"), text(""));
  EXPECT_EQ(text("[cubic]\n", SolverKind::cubic), text("", SolverKind::cubic));
}

TEST(MotionText, TakesTablesThatAreNone) {
  EXPECT_NE(text("ipc = 3\n"), text(""));
  EXPECT_EQ(text("cubic = 3\noutput = 3\n"), text(""));
}

}  // namespace
}  // namespace lacuna
