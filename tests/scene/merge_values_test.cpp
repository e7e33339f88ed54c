#include "base/file.h"
#include "scene/scene_texts.h"

#include <filesystem>

namespace lacuna {
namespace {

using test::expect_words;
using test::parse;
using test::refusal;
using test::scene_text;

/// A folder of scene files that goes away with the test.
class ScenesThatExtend : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / "lacuna_extends_test";
    std::filesystem::create_directories(folder_ / "below");
    write("base.toml",
          "title = \"base\"\nstep = 0.02\n[contact]\nfriction = 0.5\ndhat = 1e-3\n"
          "[[object]]\nname = \"a\"\nmesh = { shape = \"box\", size = [1, 1, 1] }\nsolid = { young = 1e6, "
          "density = 500 }\n"
          "[[object]]\nname = \"b\"\nmesh = { file = \"b.obj\" }\nobstacle = {}\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) { write_file(folder_ / name, text); }
  Scene read(const std::string& name) { return read_scene(folder_ / name); }
  std::string refused(const std::string& name) {
    try {
      read(name);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  std::filesystem::path folder_;
};

TEST_F(ScenesThatExtend, MergeTablesAndMeetObjectsByName) {
  write("below/new.toml",
        "extends = \"../base.toml\"\ntitle = \"new\"\n[contact]\nfriction = 0.1\n"
        "[[object]]\nname = \"a\"\nsolid = { young = 2e6 }\ntranslate = [0, 1, 0]\n"
        "[[object]]\nname = \"c\"\nmesh = { shape = \"tet\" }\nsolid = {}\n");
  const Scene scene = read("below/new.toml");
  EXPECT_EQ(scene.title, "new");
  EXPECT_EQ(scene.step, 0.02);
  EXPECT_EQ(scene.contact.friction, 0.1);
  EXPECT_EQ(scene.contact.dhat.value, 1e-3);
  ASSERT_EQ(scene.objects.size(), 3u);
  EXPECT_EQ(std::get<SolidMaterial>(scene.objects[0].kind).young, 2e6);
  EXPECT_EQ(std::get<SolidMaterial>(scene.objects[0].kind).density, 500);
  EXPECT_EQ(scene.objects[0].placement.translate, Vec3(0, 1, 0));
  EXPECT_EQ(std::get<MeshFileSource>(scene.objects[1].mesh).path, folder_ / "b.obj");
}

TEST_F(ScenesThatExtend, ReplaceKindAndShape) {
  write("new.toml",
        "extends = \"base.toml\"\nremove = [\"b\"]\n[[object]]\nname = \"a\"\nobstacle = {}\nmesh = { shape "
        "= \"sphere\" }\n");
  const Scene scene = read("new.toml");
  ASSERT_EQ(scene.objects.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<Obstacle>(scene.objects[0].kind));
  EXPECT_TRUE(std::holds_alternative<SphereShape>(scene.objects[0].mesh));
}

TEST_F(ScenesThatExtend, NameTheFileOfAnError) {
  write("bad.toml", "stpe = 1\n");
  write("new.toml", "extends = \"bad.toml\"\n" + scene_text());
  expect_words(refused("new.toml"), {"bad.toml:1:1", "'stpe'"});
  write("new.toml", "extends = \"none.toml\"\n" + scene_text());
  expect_words(refused("new.toml"), {"new.toml:1:11", "none.toml"});
  write("new.toml", "extends = 3\n" + scene_text());
  expect_words(refused("new.toml"), {"new.toml:1:11", "path"});
  write("new.toml", "extends = \"base.toml\"\nremove = [\"z\"]\n");
  expect_words(refused("new.toml"), {"new.toml:2:11", "\"z\""});
}

TEST_F(ScenesThatExtend, RefuseCircles) {
  write("x.toml", "extends = \"y.toml\"\n");
  write("y.toml", "extends = \"x.toml\"\n");
  expect_words(refused("x.toml"), {"extends itself"});
}

TEST(Overrides, ReachEverything) {
  const std::string text =
      scene_text("step = 0.1\n[contact]\nfriction = 0.1", "fixed = [ { side = \"x-\" } ]");
  const Scene scene = parse(text, {"step=0.2", "contact.friction=0.3", "ipc.max_iterations=5", "solver=ipc",
                                   "object.ball.translate=[0, 1, 0]", "object.0.solid.young=1e4",
                                   "object.ball.mesh.resolution=3", "object.ball.fixed.0.release=2"});
  EXPECT_EQ(scene.step, 0.2);
  EXPECT_EQ(scene.contact.friction, 0.3);
  EXPECT_EQ(scene.ipc.max_iterations, 5);
  EXPECT_EQ(scene.solver, SolverKind::ipc);
  const SceneObject& ball = scene.objects[0];
  EXPECT_EQ(ball.placement.translate, Vec3(0, 1, 0));
  EXPECT_EQ(std::get<SolidMaterial>(ball.kind).young, 1e4);
  EXPECT_EQ(std::get<SphereShape>(ball.mesh).resolution, 3);
  EXPECT_EQ(ball.fixed[0].release, 2);
}

TEST(Overrides, AreNamedInErrors) {
  expect_words(refusal(scene_text(), {"stpe=1"}), {"--set stpe=1", "did you mean 'step'?"});
  expect_words(refusal(scene_text(), {"step=-1"}), {"--set step=-1", ">= 1e-12"});
  expect_words(refusal(scene_text(), {"object.bal.offset=1"}),
               {"--set object.bal.offset=1", "did you mean 'ball'?"});
  expect_words(refusal(scene_text(), {"object.7.offset=1"}), {"--set", "no number 7"});
  expect_words(refusal(scene_text(), {"step"}), {"--set step", "path.to.key=value"});
  expect_words(refusal(scene_text(), {"step=[1"}), {"--set step=[1", "value"});
  expect_words(refusal(scene_text(), {"step.x=1"}), {"--set step.x=1"});
  expect_words(refusal(scene_text(), {"a..b=1"}), {"--set", "empty"});
  expect_words(refusal(scene_text(), {"extends=\"x.toml\""}), {"--set extends", "file"});
  expect_words(refusal(scene_text(), {"step=1\nfps=3"}), {"--set"});
}

}  // namespace
}  // namespace lacuna
