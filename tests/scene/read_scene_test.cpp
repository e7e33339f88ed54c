#include "scene/read_scene.h"

#include "base/file.h"
#include "scene/scene_texts.h"

namespace lacuna {
namespace {

using test::expect_words;
using test::parse;
using test::refusal;
using test::scene_text;

TEST(ReadScene, TakesDefaultsFromTheScene) {
  const Scene scene = parse(scene_text());
  EXPECT_EQ(scene.step, 0.01);
  EXPECT_EQ(scene.gravity, Vec3(0, -9.81, 0));
  ASSERT_EQ(scene.objects.size(), 1u);
  EXPECT_EQ(scene.objects[0].name, "ball");
  EXPECT_TRUE(std::holds_alternative<SphereShape>(scene.objects[0].mesh));
  EXPECT_TRUE(std::holds_alternative<SolidMaterial>(scene.objects[0].kind));
  EXPECT_TRUE(scene.contact.dhat.is_relative);
  EXPECT_EQ(scene.contact.dhat.value, 1e-3);
}

// What a run must keep to go on: values, not how they are written, and not how long and how often.
TEST(ReadScene, TextOfTheMotionIsThatOfTheValues) {
  const auto text = [](const std::string& settings, const std::vector<std::string>& overrides = {}) {
    return parse_scene(settings + scene_text(), "scene.toml", "", overrides).motion_text;
  };
  const std::string plain = text("step = 1e-2\n");
  EXPECT_EQ(text("# a remark\n  step = 0.01\n"), plain);
  EXPECT_EQ(text("", {"step=0.01"}), plain);
  EXPECT_EQ(text("title = \"t\"\nduration = 9\nstep = 0.01\nfps = 7\n", {"ipc.max_iterations=5"}), plain);
  EXPECT_EQ(text("solver = \"ipc\"\nstep = 0.01\n"), plain);
  EXPECT_NE(text("step = 0.02\n"), plain);
  EXPECT_NE(text("step = 0.01\n", {"ipc.tolerance=1e-3"}), plain);
  EXPECT_NE(text("step = 0.01\n", {"object.ball.solid.young=7"}), plain);
}

TEST(ReadScene, PlansTheStepThatIsGivenWhereItDividesTheInterval) {
  Scene scene;
  for (const double step : {0.01, 0.04, 0.02, 1e-3}) {
    scene.step = step;
    scene.fps = 25;
    EXPECT_EQ(scene.planned_step(), step);
    scene.fps.reset();
    EXPECT_EQ(scene.planned_step(), step);
  }
}

TEST(ReadScene, PlansToDivideTheIntervalEvenlyWhereTheStepDoesNot) {
  const auto planned = [](double step, double fps) {
    Scene scene;
    scene.step = step;
    scene.fps = fps;
    return scene.planned_step();
  };
  EXPECT_DOUBLE_EQ(planned(0.01, 24), 1.0 / 24 / 5);
  EXPECT_DOUBLE_EQ(planned(0.025, 25), 0.02);
  EXPECT_DOUBLE_EQ(planned(0.03, 25), 0.02);
  // A rate rounded by hand: steps that are longer by a hundredth of a percent, not by a quarter shorter.
  EXPECT_DOUBLE_EQ(planned(0.01, 33.33), 1 / 33.33 / 3);
  EXPECT_DOUBLE_EQ(planned(0.01, 99.5), 1 / 99.5);
  for (double fps = 1; fps < 100; fps *= 1.003) {
    const double steps = 1 / fps / planned(0.01, fps);
    ASSERT_NEAR(steps, std::round(steps), 1e-6) << fps;
    ASSERT_LE(planned(0.01, fps), 0.0101) << fps;
  }
  // A frame for each step is all there is to have.
  EXPECT_EQ(planned(0.04, 30), 0.04);
  EXPECT_EQ(planned(2, 25), 2);
}

TEST(ReadScene, ReadsLoads) {
  const Scene scene =
      parse(scene_text("[air]\ndensity = 1.2\nwind = [1, 2, 3]\nnormal_drag = 2\n"
                       "tangential_drag = 0.1\ndrag_rate = 0.5",
                       "pressure = -500\ndrag = 0.25\n"
                       "fixed = [ { side = \"y+\", stiffness = 30, release = 2 }, { all = true } ]"));
  EXPECT_EQ(scene.air.density, 1.2);
  EXPECT_EQ(scene.air.wind, Vec3(1, 2, 3));
  EXPECT_EQ(scene.air.normal, 2);
  EXPECT_EQ(scene.air.tangential, 0.1);
  EXPECT_EQ(scene.air.rate, 0.5);
  const SceneObject& ball = scene.objects[0];
  EXPECT_EQ(ball.pressure, -500);
  EXPECT_EQ(ball.drag, 0.25);
  ASSERT_EQ(ball.fixed.size(), 2u);
  EXPECT_EQ(ball.fixed[0].stiffness, 30);
  EXPECT_EQ(ball.fixed[0].release, 2);
  EXPECT_EQ(ball.fixed[1].stiffness, 0);
}

TEST(ReadScene, RefusesLoadsThatMakeNoSense) {
  expect_words(refusal(scene_text("", "fixed = [ { all = true, stiffness = 0 } ]")), {"'stiffness'", "> 0"});
  expect_words(refusal(scene_text("[air]\ndensity = -1")), {"scene.toml:2", "'density'"});
  for (const char* key : {"pressure", "drag"})
    expect_words(refusal("[[object]]\nname = \"wall\"\nmesh = { shape = \"box\" }\nobstacle = {}\n" +
                         std::string(key) + " = 1\n"),
                 {"object 'wall'", key, "obstacle"});
}

TEST(ReadScene, ReadsEverySetting) {
  const Scene scene = parse(R"(
    title = "T"
    solver = "ipc"
    duration = 2
    step = 0.02
    fps = 50
    up = "z"
    gravity = 1.5
    integrator = "newmark"
    detail = 0.5
    no_contact = [["a", "b"]]
    [contact]
    enabled = false
    dhat = 2e-3
    friction = 0.4
    epsv = "1e-5 l"
    [ipc]
    barrier = 1e8
    weights = "area"
    friction_passes = "converged"
    rule = "mean"
    tolerance = 1e-3
    max_iterations = 50
    linear_solver = "pcg"
    [[object]]
    name = "a"
    mesh = { shape = "box", size = [1, 2, 3], resolution = [2, 2, 2] }
    solid = { law = "stvk", young = 2e5, poisson = 0.3, density = 500, damping = 0.1 }
    scale = 2
    rotate = [0, 0, 90]
    translate = [1, 2, 3]
    rotate_start = [10, 0, 0]
    offset = 1e-3
    friction = 0.1
    self_contact = false
    velocity = [1, 0, 0]
    angular_velocity = [0, 90, 0]
    fixed = [ { side = "x-", within = 0.02, motion = [ { spin = [-72, 0, 0] } ], release = 3 },
              { box = [[0, 0, 0], [1, 1, 1]] }, { sphere = { center = [0, 0, 0], radius = 1 } }, { indices = [3, 1] } ]
    force = [ { all = true, acceleration = [0, 1, 0], from = 1, to = 2 } ]
    array = { counts = [2, 1, 1], spacing = [3, 1, 1] }
    [[object]]
    name = "b"
    mesh = { file = "b.obj", as = "edges" }
    obstacle = {}
    motion = [ { move = [1, 0, 0], from = 1, to = 2 },
               { keyframes = [ { time = 0 }, { time = 1, translate = [0, 1, 0], rotate = [0, 90, 0] } ], about = [0, 0, 0] },
               { sequence = ["b0.obj", "b1.obj"], fps = 10 } ]
    [[half_space]]
    name = "floor"
    point = [0, 0, -1]
    friction = 0.9
    motion = [ { move = [0, 0, 1] } ]
  )");
  EXPECT_EQ(scene.title, "T");
  EXPECT_EQ(scene.solver, SolverKind::ipc);
  EXPECT_TRUE(scene.notes.empty());
  EXPECT_EQ(scene.duration, 2);
  EXPECT_EQ(scene.gravity, Vec3(0, 0, -1.5));
  EXPECT_EQ(scene.integrator, Integrator::newmark);
  EXPECT_EQ(scene.detail, 0.5);
  ASSERT_EQ(scene.no_contact.size(), 1u);
  EXPECT_FALSE(scene.contact.is_enabled);
  EXPECT_EQ(scene.contact.dhat.value, 2e-3);
  EXPECT_FALSE(scene.contact.dhat.is_relative);
  EXPECT_EQ(scene.ipc.barrier, 1e8);
  EXPECT_EQ(scene.ipc.weights, ContactWeights::area);
  EXPECT_TRUE(scene.contact.epsv.is_relative);
  EXPECT_EQ(scene.contact.epsv.value, 1e-5);
  EXPECT_EQ(scene.ipc.friction_passes, 0);
  EXPECT_EQ(scene.ipc.rule, TerminationRule::mean_velocity);
  EXPECT_EQ(scene.ipc.tolerance->value, 1e-3);
  EXPECT_EQ(scene.ipc.max_iterations, 50);
  EXPECT_EQ(scene.ipc.linear_solver, LinearSolverKind::pcg);
  const SceneObject &a = scene.objects[0], &b = scene.objects[1];
  EXPECT_EQ(std::get<SolidMaterial>(a.kind).law, ElasticLaw::stvk);
  EXPECT_EQ(a.placement.scale, Vec3(2, 2, 2));
  EXPECT_EQ(a.instances.translations, (std::vector<Vec3>{{-1.5, 0, 0}, {1.5, 0, 0}}));
  ASSERT_EQ(a.fixed.size(), 4u);
  EXPECT_EQ(std::get<SelectSide>(a.fixed[0].select).direction, Vec3(-1, 0, 0));
  EXPECT_EQ(std::get<SelectSide>(a.fixed[0].select).within, 0.02);
  EXPECT_EQ(a.fixed[0].release, 3);
  EXPECT_EQ(std::get<Spin>(a.fixed[0].motions[0].kind).rate_deg, Vec3(-72, 0, 0));
  EXPECT_EQ(a.forces[0].acceleration, Vec3(0, 1, 0));
  EXPECT_EQ(std::get<MeshFileSource>(b.mesh).path, "/scenes/b.obj");
  EXPECT_EQ(b.mesh_use, MeshUse::edges);
  ASSERT_EQ(b.motions.size(), 3u);
  EXPECT_EQ(std::get<Keyframes>(b.motions[1].kind).keys[1].rotate_deg, Vec3(0, 90, 0));
  EXPECT_EQ(std::get<MeshSequence>(b.motions[2].kind).files[1], "/scenes/b1.obj");
  EXPECT_EQ(scene.half_spaces[0].normal, Vec3(0, 0, 1));  // up
}

TEST(ReadScene, NamesLineAndColumn) {
  expect_words(refusal("title = \"x\"\nduration = 1\n  stpe = 0.1\n" + scene_text()),
               {"scene.toml:3:3:", "'stpe'", "did you mean 'step'?"});
  expect_words(refusal("step   = -0.1\n" + scene_text()),
               {"scene.toml:1:10:", "-0.1", ">= 1e-12", "time step", "step = 0.01"});
  expect_words(refusal("step = \n"), {"scene.toml:1:", "TOML"});
}

TEST(ReadScene, WhatIsWrongWithAListIsNamed) {
  const auto object = [](const std::string& line) {
    return refusal("[[object]]\nmesh = { shape = \"box\" }\nsolid = {}\n" + line + "\n");
  };
  expect_words(object("translate = [0, \"up\", 0]"),
               {"scene.toml:4:17", "item 2 of 'translate' is the text \"up\", but must be a number"});
  expect_words(object("translate = [0, 1]"),
               {"'translate' is the list [0, 1], but must be a vector [x, y, z]"});
  expect_words(object("translate = []"), {"'translate' is an empty list, but must be a vector"});
  expect_words(object("fixed = [{ side = [0, 0, 0] }]"),
               {"'side' is the list [0, 0, 0], but must be a nonzero vector"});
  expect_words(object("fixed = [{ box = [[0, 0, 0], [1, true, 1]] }]"),
               {"item 2 of item 2 of 'box' is true, but must be a number (m)"});
  expect_words(object("fixed = [{ indices = [] }]"), {"but must be a list of at least one vertex"});
}

TEST(ReadScene, TypesHaveTheirArticles) {
  const auto mesh = [](const std::string& keys) {
    return refusal("[[object]]\nmesh = { " + keys + " }\nobstacle = {}\n");
  };
  expect_words(mesh("file = \"\""), {"'file' is an empty text, but must be the name of a file"});
  expect_words(mesh("file = 3"), {"'file' is the number 3, but must be text"});
  expect_words(mesh("shape = \"grid\", resolution = 2"), {"but must be two whole numbers"});
  expect_words(mesh("shape = \"box\", resolution = [1, 2.5, 1]"),
               {"item 2 of 'resolution' is the number 2.5, but must be a whole number"});
  expect_words(mesh("shape = \"sphere\", radius = \"big\""), {"but must be a number > 0"});
  expect_words(mesh("shape = \"box\", file = \"box.obj\""),
               {"exactly one of 'shape', 'file' and 'vertices'"});
  expect_words(refusal("up = \"x\"\n" + scene_text()), {"but must be \"y\" or \"z\""});
  expect_words(refusal("contact = { dhat = 0 }\n" + scene_text()),
               {"but must be a number > 0, <= 1e+06 (m), or \"1e-3 l\", or \"auto\""});
  expect_words(refusal("[[object]]\nmesh = { shape = \"box\" }\nobstacle = { young = 1 }\n"),
               {"'young'", "no keys are allowed here"});
}

TEST(ReadScene, ListsTheKeysWhenNoneIsNear) {
  expect_words(refusal("[contact]\nwobbliness = 3\n" + scene_text()),
               {"scene.toml:2:1:", "[contact]", "dhat", "epsv"});
}

TEST(ReadScene, ReportsSeveralErrorsAtOnce) {
  expect_words(refusal("step = 0\nfps = nan\ntitle = 3\n" + scene_text()),
               {"scene.toml:1:8", "scene.toml:2:7", "scene.toml:3:9"});
}

TEST(ReadScene, RefusesWhatSaysTwoThingsOrNothing) {
  expect_words(refusal("[[object]]\nmesh = { shape = \"box\" }\n"),
               {"scene.toml:1:1", "object0", "obstacle = {}"});
  expect_words(refusal("[[object]]\nsolid = {}\n"), {"scene.toml:1:1", "no 'mesh'"});
  expect_words(refusal(scene_text("", "obstacle = {}")), {"both", "'obstacle'"});
  expect_words(refusal(scene_text("", "array = { counts = [1, 1, 1] }\nstack = { count = 2 }")),
               {"both", "'stack'"});
  expect_words(refusal(scene_text("", "fixed = [ {} ]")), {"does not select any vertices", "side"});
  expect_words(refusal(scene_text("", "fixed = [ { all = true, side = \"x-\" } ]")), {"more than one way"});
  expect_words(refusal(scene_text("", "fixed = [ { all = true, within = 0.5 } ]")), {"'within'", "side"});
  expect_words(refusal(scene_text("", "motion = [ { move = [1, 0, 0] } ]")), {"'motion'", "fixed"});
  expect_words(refusal(scene_text("", "fixed = [ { all = true, motion = [ {} ] } ]")),
               {"motion", "move, spin"});
  expect_words(refusal(scene_text(
                   "", "fixed = [ { all = true, motion = [ { move = [1,0,0], from = 2, to = 1 } ] } ]")),
               {"before it begins"});
  expect_words(refusal("title = \"nothing\"\n"), {"no objects"});
  expect_words(refusal(scene_text("step = 2\nduration = 1")), {"longer than"});
  expect_words(refusal(scene_text() + scene_text()), {"the name 'ball' is used twice"});
  expect_words(refusal(scene_text("no_contact = [[\"bal\", \"ball\"]]")), {"'bal'", "did you mean 'ball'?"});
}

TEST(ReadScene, HelpsWithMeshes) {
  expect_words(refusal("[[object]]\nmesh = { shape = \"spere\" }\nsolid = {}\n"),
               {"scene.toml:2:18", "did you mean 'sphere'?"});
  expect_words(refusal("[[object]]\nmesh = { shap = \"sphere\" }\nsolid = {}\n"),
               {"scene.toml:2:10", "did you mean 'shape'?"});
  expect_words(refusal("[[object]]\nmesh = { shape = \"sphere\", radios = 1 }\nsolid = {}\n"),
               {"did you mean 'radius'?"});
  expect_words(refusal("[[object]]\nmesh = {}\nsolid = {}\n"), {"'shape', 'file' and 'vertices'"});
  expect_words(refusal("[[object]]\nmesh = { vertices = [[0,0,0]], tets = [[0,1,2,3]] }\nsolid = {}\n"),
               {"vertex 3", "1 vertices"});
  expect_words(refusal("[[object]]\nmesh = { vertices = [[0,0,0]], edges = [[0,0]] }\nobstacle = {}\n"),
               {"twice"});
}

TEST(ReadScene, HalfSpacesOnlyMove) {
  expect_words(refusal(scene_text() + "[[half_space]]\nmotion = [ { spin = [1, 0, 0] } ]\n"),
               {"half_space", "only move"});
  expect_words(refusal(scene_text() + "[[half_space]]\nnormal = [0, 0, 0]\n"), {"'normal'"});
}

TEST(SceneDocument, ListsExactlyTheKeysOfTheReader) {
  EXPECT_EQ(read_file(std::string(LACUNA_SOURCE_DIR) + "/docs/scene.md"), describe_scene_keys())
      << "run: lacuna list --keys > docs/scene.md";
}

}  // namespace
}  // namespace lacuna
