#include "scene/scene_names.h"

#include "base/file.h"
#include "base/input_error.h"
#include "contact/intersection_check.h"
#include "scene/place_mesh.h"
#include "scene/scene_texts.h"
#include "scene/select_vertices.h"

#include <cstdlib>

namespace lacuna {
namespace {

using test::expect_words;

std::string not_found(const std::string& name) {
  try {
    find_scene(name);
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "found " << name;
  return "";
}

TEST(SceneNames, AreFoundWithAndWithoutFolder) {
  const auto file = find_scene("ipc/chain5");
  EXPECT_TRUE(std::filesystem::is_regular_file(file));
  EXPECT_EQ(find_scene("chain5"), file);
  EXPECT_EQ(find_scene(file.string()), file);
  expect_words(not_found("chian5"), {"'chian5'", "did you mean 'chain5'?"});
  expect_words(not_found("xyzzy"), {"lacuna list"});
  expect_words(not_found("none.toml"), {"no such file"});
}

TEST(SceneNames, ComeFromTheEnvironmentFirst) {
  const auto folder = std::filesystem::temp_directory_path() / "lacuna_scene_names_test";
  std::filesystem::create_directories(folder / "mine");
  write_file(folder / "mine/ball.toml", "\n# A ball falls.\ntitle = \"Ball\"\n");
  write_file(folder / "mine/broken.toml", "title = \n");
  setenv("LACUNA_SCENES", folder.c_str(), 1);
  const std::vector<SceneEntry> scenes = list_scenes();
  const auto found =
      std::find_if(scenes.begin(), scenes.end(), [](const auto& s) { return s.name == "mine/ball"; });
  ASSERT_NE(found, scenes.end());
  EXPECT_EQ(found->title, "Ball");
  EXPECT_EQ(found->remark, "A ball falls.");
  EXPECT_EQ(find_scene("ball"), folder / "mine/ball.toml");
  unsetenv("LACUNA_SCENES");
  std::filesystem::remove_all(folder);
}

TEST(SceneNames, RemarksEndWithASentence) {
  const auto folder = std::filesystem::temp_directory_path() / "lacuna_remarks_test";
  std::filesystem::create_directories(folder);
  write_file(folder / "a.toml", "# Two balls, of 1.5 m, meet\n# and part again. Figure 3.\n# More.\n");
  write_file(folder / "b.toml", "# One line without an end\n\n# Another remark.\n");
  write_file(folder / "c.toml", "# One.\n# Two.\n");
  setenv("LACUNA_SCENES", folder.c_str(), 1);
  std::map<std::string, std::string> remarks;
  for (const SceneEntry& scene : list_scenes()) remarks[scene.name] = scene.remark;
  EXPECT_EQ(remarks["a"], "Two balls, of 1.5 m, meet and part again.");
  EXPECT_EQ(remarks["b"], "One line without an end");
  EXPECT_EQ(remarks["c"], "One.");
  unsetenv("LACUNA_SCENES");
  std::filesystem::remove_all(folder);
}

TEST(ShippedScenes, AreReadPlacedAndSayWhatMustHappen) {
  const std::vector<SceneEntry> scenes = list_scenes();
  EXPECT_GT(scenes.size(), 40u);
  for (const SceneEntry& entry : scenes) {
    SCOPED_TRACE(entry.name);
    EXPECT_FALSE(entry.title.empty());
    EXPECT_TRUE(entry.remark.ends_with('.')) << entry.remark;
    const Scene scene = read_scene(entry.file);
    for (const SceneObject& object : scene.objects) {
      const PlacedMesh placed = place_mesh(object, std::min(1.0, scene.detail));
      for (const FixedGroup& group : object.fixed)
        EXPECT_FALSE(select_vertices(group.select, placed.mesh.vertices, {object.name, group.place}).empty());
    }
  }
}

/// All objects at their start; solids must be on the free side of every half-space.
void expect_free_start(const Scene& scene, double detail) {
  Surface surface;
  std::vector<Vec3> x;
  for (const SceneObject& object : scene.objects) {
    const Mesh mesh = place_mesh(object, detail).mesh;
    const bool is_obstacle = std::holds_alternative<Obstacle>(object.kind);
    surface.add(mesh, {object.offset, is_obstacle, object.self_contact});
    x.insert(x.end(), mesh.vertices.begin(), mesh.vertices.end());
    for (const HalfSpace& plane : scene.half_spaces) {
      if (is_obstacle) continue;
      for (const Vec3& v : mesh.vertices) ASSERT_GT((v - plane.point).dot(plane.normal), 0) << object.name;
    }
  }
  IntersectionCheck check(surface);
  EXPECT_TRUE(check.find(x).empty());
}

TEST(ShippedScenes, StartWithoutIntersectionsAtAnyDetail) {
  for (const SceneEntry& entry : list_scenes()) {
    for (double detail : {1.0, 0.5, 0.3, 0.1}) {
      SCOPED_TRACE(entry.name + " at detail " + std::to_string(detail));
      expect_free_start(read_scene(entry.file), detail);
    }
  }
}

}  // namespace
}  // namespace lacuna
