// Runs whose static parts are in static.ply: frames are proven together with it.
#include "verify/damaged_run.h"

namespace lacuna::test {
namespace {

using VerifyStatic = DamagedRun<StaticRun>;
using VerifyWithoutStatic = DamagedRun<ClothRun>;

// Vertices of a frame: 0-3 solid, 4-7 sheet (kinematic), 8-10 rod, 11-12 dots, 13-24 cloth. Those of the slab
// follow, 25-28.

TEST_F(VerifyStatic, GoodRunIsProvenWithItsStaticParts) {
  const VerifyReport report = verify_run(folder());
  for (const Violation& v : report.violations.list) ADD_FAILURE() << v.text;
  EXPECT_TRUE(report.is_proven());
  EXPECT_EQ(report.object_count, 6);
  EXPECT_EQ(report.vertex_count, 29);
  EXPECT_EQ(report.triangle_count, 18);
}

TEST_F(VerifyStatic, CrossingOfAMovingAndAStaticPartIsFound) {
  change_frame(3, [](FrameFile& f) { f.positions[0] = {3.05, 0.4, 0.05}; });
  expect_violation(ViolationKind::intersection, 3, {"solid", "slab", "edge (0, ", "triangle (25, "});
}

TEST_F(VerifyStatic, GapToAStaticPartIsMeasured) {
  change_frame(3, [](FrameFile& f) { f.positions[11] = {3, 0.515, 0}; });
  expect_violation(ViolationKind::gap, 3, {"vertex (11) of dots", "triangle (25, ", "slab"});
}

TEST_F(VerifyStatic, MissingFileIsNotPassedOver) {
  fs::remove(folder() / "static.ply");
  expect_violation(ViolationKind::unreadable, -1, {"static.ply is missing"});
  expect_violation(ViolationKind::unreadable, 2, {"refers to static.ply"});
}

TEST_F(VerifyStatic, MissingFileIsFoundWithoutRunJson) {
  fs::remove(folder() / "static.ply");
  fs::remove(folder() / "run.json");
  expect_violation(ViolationKind::unreadable, 2, {"refers to static.ply"});
}

TEST_F(VerifyStatic, TruncatedFileIsUnreadable) {
  fs::resize_file(folder() / "static.ply", fs::file_size(folder() / "static.ply") - 1);
  expect_violation(ViolationKind::unreadable, -1, {"static.ply"});
}

TEST_F(VerifyStatic, AlteredFileIsFoundByRunJsonAndByEveryFrame) {
  FrameFile file = read_frame(folder() / "static.ply");
  file.positions[0].x() += 1e-9;
  write_file(folder() / "static.ply", format_frame(file));
  expect_violation(ViolationKind::altered, -1, {"static.ply", "differs from the file that the run wrote"});
  expect_violation(ViolationKind::altered, 4, {"static.ply", "differs from the file"});
}

TEST_F(VerifyStatic, StaticPartThatWasRemovedConsistentlyIsMissed) {
  const std::string hash = verify::hash_text(read_file(folder() / "static.ply"));
  fs::remove(folder() / "static.ply");
  change_all_frames([](FrameFile& f) { f.static_hash.clear(); });
  replace_text(folder() / "run.json", hash, "");
  expect_violation(ViolationKind::topology, 0, {"'slab' has 0 vertices", "4"});
}

TEST_F(VerifyStatic, FrameWithoutItsReferenceIsFound) {
  change_frame(2, [](FrameFile& f) { f.static_hash.clear(); });
  expect_violation(ViolationKind::topology, 2, {"'slab' has 0 vertices"});
}

TEST_F(VerifyWithoutStatic, FileThatTheRunDidNotWriteIsFoundWhateverItHolds) {
  for (const std::string& bytes : {std::string("junk"), read_file(folder() / "frames" / frame_name(0))}) {
    write_file(folder() / "static.ply", bytes);
    expect_violation(ViolationKind::altered, -1, {"static.ply", "was not written by the run"});
  }
}

}  // namespace
}  // namespace lacuna::test
