#include "scene/renamed_keys.h"

#include "base/file.h"
#include "scene/scene_texts.h"

#include <filesystem>

namespace lacuna {
namespace {

using test::expect_words;
using test::parse;
using test::refusal;
using test::scene_text;

constexpr const char* old_settings = R"(
[contact]
friction = 0.25
barrier = 1e8
weights = "area"
friction_passes = "converged"
[newton]
rule = "mean"
tolerance = "1e-3 l"
max_iterations = 50
[linear]
solver = "pcg"
)";

constexpr const char* new_settings = R"(
[ipc]
linear_solver = "pcg"
max_iterations = 50
tolerance = "1e-3 l"
rule = "mean"
friction_passes = "converged"
weights = "area"
barrier = 1e8
[contact]
friction = 0.25
)";

void expect_settings(const Scene& scene) {
  EXPECT_EQ(scene.contact.friction, 0.25);
  EXPECT_EQ(scene.ipc.barrier, 1e8);
  EXPECT_EQ(scene.ipc.weights, ContactWeights::area);
  EXPECT_EQ(scene.ipc.friction_passes, 0);
  EXPECT_EQ(scene.ipc.rule, TerminationRule::mean_velocity);
  EXPECT_EQ(scene.ipc.tolerance->value, 1e-3);
  EXPECT_TRUE(scene.ipc.tolerance->is_relative);
  EXPECT_EQ(scene.ipc.max_iterations, 50);
  EXPECT_EQ(scene.ipc.linear_solver, LinearSolverKind::pcg);
}

TEST(RenamedKeys, OldNamesMeanTheSame) {
  expect_settings(parse(scene_text(old_settings)));
  expect_settings(parse(scene_text(new_settings)));
}

TEST(RenamedKeys, EachOldNameIsNotedOnce) {
  const Scene scene = parse(scene_text(old_settings), {"newton.rule=max", "newton.rule=mean"});
  ASSERT_EQ(scene.notes.size(), std::size(renamed_keys));
  for (const RenamedKey& renamed : renamed_keys) {
    const std::string old_name = fmt::format("{}.{} (scene.toml:", renamed.old_table, renamed.old_key),
                      new_name =
                          fmt::format(") is now {}.{}; the old name still works", renamed.table, renamed.key);
    EXPECT_EQ(std::count_if(scene.notes.begin(), scene.notes.end(),
                            [&](const std::string& note) {
                              return note.starts_with(old_name) && note.ends_with(new_name);
                            }),
              1)
        << old_name;
  }
  EXPECT_TRUE(parse(scene_text(new_settings)).notes.empty());
}

TEST(RenamedKeys, OverridesWorkByEitherName) {
  for (const char* override :
       {"newton.max_iterations=7", "ipc.max_iterations=7", "newton={max_iterations=7}"}) {
    EXPECT_EQ(parse(scene_text(old_settings), {override}).ipc.max_iterations, 7) << override;
    EXPECT_EQ(parse(scene_text(new_settings), {override}).ipc.max_iterations, 7) << override;
    EXPECT_EQ(parse(scene_text(), {override}).ipc.max_iterations, 7) << override;
  }
  EXPECT_EQ(parse(scene_text(), {"newton.max_iterations=1", "ipc.max_iterations=2"}).ipc.max_iterations, 2);
  EXPECT_EQ(parse(scene_text(), {"ipc.max_iterations=1", "newton.max_iterations=2"}).ipc.max_iterations, 2);
  const Scene contact = parse(scene_text(new_settings), {"contact={barrier=2e8, friction=0.75}"});
  EXPECT_EQ(contact.ipc.barrier, 2e8);
  EXPECT_EQ(contact.contact.friction, 0.75);
  EXPECT_EQ(parse(scene_text(), {"linear.solver=direct"}).ipc.linear_solver, LinearSolverKind::direct);
}

TEST(RenamedKeys, BothNamesInOneFileAreRefusedWithBothPlaces) {
  expect_words(refusal("[newton]\ntolerance = 1\n[ipc]\ntolerance = 2\n" + scene_text()),
               {"scene.toml:4:1", "ipc.tolerance is given twice", "newton.tolerance at scene.toml:2:1"});
  expect_words(refusal("ipc.barrier = 1\ncontact.barrier = 1\n" + scene_text()),
               {"scene.toml:1:", "contact.barrier at scene.toml:2:"});
}

TEST(RenamedKeys, MistakesInOldTablesAreNamedThere) {
  expect_words(refusal("[newton]\ntolerence = 1\n" + scene_text()),
               {"scene.toml:2:1", "'tolerence' in [newton]", "did you mean 'tolerance'?"});
  expect_words(refusal("newton = 3\n" + scene_text()), {"scene.toml:1:", "[newton]", "table"});
  expect_words(refusal("newton.rule = \"mean\"\nipc = 3\n" + scene_text()),
               {"scene.toml:2:", "[ipc]", "table"});
  expect_words(refusal("[newton]\ntolerance = -1\n" + scene_text()), {"scene.toml:2:13", "'tolerance'"});
  expect_words(refusal(scene_text(), {"newton.tolerence=1"}), {"--set newton.tolerence=1", "did you mean"});
  expect_words(refusal(scene_text(), {"newton=1"}), {"--set newton=1", "table"});
  expect_words(refusal("[newton]\nbarrier = 1\n" + scene_text()), {"'barrier' in [newton]"});
}

// The very text that versions before the renaming made of these settings: their runs can be resumed.
TEST(RenamedKeys, TextOfTheMotionHasTheFirstNames) {
  const std::string object = "object=[{mesh={shape=6:sphere};name=4:ball;solid={}},]";
  const std::string first =
      "{contact={barrier=100000000;friction=0.25;friction_passes=9:converged;weights=4:area};"
      "linear={solver=3:pcg};newton={rule=4:mean;tolerance=6:1e-3 l};" +
      object + "}";
  EXPECT_EQ(parse(scene_text(old_settings)).motion_text, first);
  EXPECT_EQ(parse(scene_text(new_settings)).motion_text, first);
  EXPECT_EQ(parse(scene_text(new_settings), {"newton.max_iterations=9"}).motion_text, first);
  EXPECT_NE(parse(scene_text(new_settings), {"ipc.rule=max"}).motion_text, first);
  const std::string plain = "{" + object + "}";
  for (const char* override : {"ipc.max_iterations=5", "newton.max_iterations=5"})
    EXPECT_EQ(parse(scene_text(), {override}).motion_text, plain) << override;
}

TEST(RenamedKeys, ASceneOverridesByTheNewNameWhatItsBaseGivesByTheOld) {
  const auto folder = std::filesystem::temp_directory_path() / "lacuna_renamed_keys_test";
  std::filesystem::create_directories(folder);
  write_file(folder / "old.toml", scene_text("[newton]\ntolerance = 1\nmax_iterations = 5"));
  write_file(folder / "new.toml", "extends = \"old.toml\"\n[ipc]\ntolerance = 2\n");
  write_file(folder / "older.toml", "extends = \"new.toml\"\n[newton]\ntolerance = 3\n");
  const Scene scene = read_scene(folder / "new.toml"), older = read_scene(folder / "older.toml");
  std::filesystem::remove_all(folder);
  EXPECT_EQ(scene.ipc.tolerance->value, 2);
  EXPECT_EQ(scene.ipc.max_iterations, 5);
  ASSERT_EQ(scene.notes.size(), 2u);
  expect_words(scene.notes[1], {"newton.tolerance", "old.toml:2:1"});
  EXPECT_EQ(older.ipc.tolerance->value, 3);
  EXPECT_EQ(older.notes.size(), 2u);
}

}  // namespace
}  // namespace lacuna
