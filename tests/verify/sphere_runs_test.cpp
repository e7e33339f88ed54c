// Runs with a container, a bowl and a solid ball: proven from their files, and attempts to hide that
// something left or cut them.
#include "base/json.h"
#include "verify/damaged_run.h"

namespace lacuna::test {
namespace {

/// The small run inside a container, over a bowl that opens upwards, and with a ball below the solid.
struct SphereRun : SmallRun {
  std::vector<PlacedSphere> spheres{{"shell", RoundKind::container, {0, 2, 0}, 4, {0, 1, 0}},
                                    {"bowl", RoundKind::bowl, {0, 2, 0}, 3.5, {0, 2, 0}}};

  SphereRun() {
    Mesh ball;
    ball.vertices = {{-2, 1, 0}};
    add("ball", ball, {.offset = 2 * 0.4, .is_static = true, .is_ball = true});
    start.v.resize(start.x.size(), Vec3::Zero());
    info.spheres = spheres;
    fingerprint.vertex_count = surface.vertex_count();
  }

  void write(const std::filesystem::path& folder) const {
    const PlacedWalls walls(half_spaces, spheres);
    Recorder recorder({folder}, info, surface, fingerprint);
    recorder.begin(start, walls);
    for (Index i = 1; i <= 10; ++i) recorder.record_step(report(i), at(i), walls);
    recorder.finish({}, at(10));
  }
};

// Vertices of a frame: 0-3 solid, 4-7 sheet (kinematic), 8-10 rod, 11-12 dots, 13 ball (kinematic).
using VerifySpheres = DamagedRun<SphereRun>;

TEST_F(VerifySpheres, AGoodRunIsProven) {
  const VerifyReport report = verify_run(folder());
  EXPECT_TRUE(report.is_proven());
  const FrameFile back = read_frame(frame(2));
  ASSERT_EQ(back.spheres.size(), 2u);
  EXPECT_EQ(back.spheres[1].name, "bowl");
  EXPECT_EQ(back.spheres[1].kind, RoundKind::bowl);
  EXPECT_EQ(back.spheres[1].center, Vec3(0, 2, 0));
  EXPECT_EQ(back.spheres[1].radius, 3.5);
  EXPECT_EQ(back.spheres[1].axis, Vec3(0, 2, 0));
}

TEST_F(VerifySpheres, AVertexOutsideIsFound) {
  change_frame(2, [](FrameFile& f) { f.positions[11] = {0, 6.1, 0}; });
  expect_violation(ViolationKind::sphere, 2, {"vertex 11 of dots", "shell"});
  // Above its centre a bowl is open, and only the distance from its axis counts.
  change_frame(3, [](FrameFile& f) { f.positions[11] = {3.6, 3, 0}; });
  expect_violation(ViolationKind::sphere, 3, {"vertex 11 of dots", "bowl"});
  change_frame(4, [](FrameFile& f) { f.positions[11] = {0, 5.6, 0}; });
  const VerifyReport report = verify_run(folder());
  for (const Violation& v : report.violations.list) EXPECT_NE(v.frame, 4) << v.text;
}

TEST_F(VerifySpheres, AVertexCloserThanHalfItsOffsetIsFound) {
  change_frame(2, [](FrameFile& f) { f.positions[11] = {0, 5.99, 0}; });
  expect_violation(ViolationKind::gap, 2, {"vertex 11 of dots", "shell", "half its offset is 0.025"});
}

TEST_F(VerifySpheres, AnEdgeOrTriangleThroughABallIsFoundAlthoughItsVerticesAreOutside) {
  change_frame(2, [](FrameFile& f) {
    f.positions[8] = {-2.6, 1, 0};
    f.positions[9] = {-1.4, 1, 0};
  });
  expect_violation(ViolationKind::gap, 2, {"ball", "rod"});
  change_frame(3, [](FrameFile& f) {
    f.positions[0] = {-2.5, 1.1, -0.8};
    f.positions[1] = {-1.5, 1.1, -0.8};
    f.positions[2] = {-2, 1.1, 1};
    f.positions[3] = {-2, 2.1, 0};
  });
  expect_violation(ViolationKind::gap, 3, {"ball", "solid"});
}

TEST_F(VerifySpheres, ABallThatShrankIsFound) {
  change_all_frames([](FrameFile& f) { f.offsets[13] = 0.1; });
  expect_violation(ViolationKind::topology, 0, {"'ball'", "an offset other than 0.8 m"});
}

TEST_F(VerifySpheres, FramesThatLostTheirSpheresAreFound) {
  change_all_frames([](FrameFile& f) { f.spheres.clear(); });
  expect_violation(ViolationKind::topology, 0, {"0 containers and bowls", "run.json says 2"});
  expect_violation(ViolationKind::topology, 5, {"0 containers and bowls"});
}

TEST_F(VerifySpheres, AnotherSphereIsFound) {
  change_frame(1, [](FrameFile& f) { f.spheres[0].center.y() = -5; });
  expect_violation(ViolationKind::topology, 1, {"'shell' is not where run.json says"});
  change_frame(2, [](FrameFile& f) { f.spheres[0].radius = 50; });
  expect_violation(ViolationKind::topology, 2, {"'shell' has the radius 50 m", "4 m"});
  change_frame(3, [](FrameFile& f) { f.spheres[0].kind = RoundKind::bowl; });
  expect_violation(ViolationKind::topology, 3, {"'shell' is not the container"});
  change_frame(4, [](FrameFile& f) { f.spheres[1].axis = {1, 0, 0}; });
  expect_violation(ViolationKind::topology, 4, {"'bowl' is not the bowl"});
  change_frame(5, [](FrameFile& f) { f.spheres[1].name = "a dish"; });
  expect_violation(ViolationKind::topology, 5, {"'a dish'", "'bowl'"});
}

TEST_F(VerifySpheres, NumbersThatAreNoneAreFound) {
  change_frame(1, [](FrameFile& f) { f.spheres[0].radius = std::nan(""); });
  expect_violation(ViolationKind::unreadable, 1, {"'nan' is not a finite number"});
  change_frame(2, [](FrameFile& f) { f.spheres[1].axis.setZero(); });
  expect_violation(ViolationKind::topology, 2, {"'bowl' is not the bowl"});
}

TEST_F(VerifySpheres, ACommentThatIsNoSphereIsUnreadable) {
  replace_text(frame(1), "comment sphere container", "comment sphere contained");
  expect_violation(ViolationKind::unreadable, 1, {"unknown kind 'contained'"});
}

TEST_F(VerifySpheres, ASphereMovesOrGrowsOnlyIfTheRunSaysSo) {
  Json run_json = parse_json(read_file(folder() / "run.json"), "");
  Json::Array spheres = run_json["spheres"].items();
  spheres[0].member("moving") = true;
  spheres[1].member("changing") = true;
  run_json.member("spheres") = spheres;
  write_file(folder() / "run.json", run_json.text());
  change_frame(1, [](FrameFile& f) {
    f.spheres[0].center.y() = 2.1;
    f.spheres[1].radius = 3.6;
  });
  EXPECT_TRUE(verify_run(folder()).is_good());
  change_frame(2, [](FrameFile& f) { f.spheres[0].radius = 4.1; });
  expect_violation(ViolationKind::topology, 2, {"'shell' has the radius"});
  change_frame(3, [](FrameFile& f) { f.spheres[1].center.y() = 2.1; });
  expect_violation(ViolationKind::topology, 3, {"'bowl' is not where"});
  change_frame(0, [](FrameFile& f) { f.spheres[1].radius = 3.6; });
  expect_violation(ViolationKind::topology, 0, {"'bowl' has the radius"});
}

}  // namespace
}  // namespace lacuna::test
