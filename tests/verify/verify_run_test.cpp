#include "verify/verify_run.h"

#include "base/file.h"
#include "base/input_error.h"
#include "base/json.h"
#include "base/timer.h"
#include "mesh/shape/pleat.h"
#include "verify/damaged_run.h"

namespace lacuna::test {
namespace {

using VerifyRun = DamagedRun<SmallRun>;

// Vertices of a frame: 0-3 solid, 4-7 sheet (kinematic), 8-10 rod, 11-12 dots.

TEST_F(VerifyRun, GoodRunIsProven) {
  const VerifyReport report = verify_run(folder());
  for (const Violation& v : report.violations.list) ADD_FAILURE() << v.text;
  EXPECT_TRUE(report.is_proven());
  EXPECT_EQ(report.frame_count, 6);
  EXPECT_EQ(report.object_count, 4);
  EXPECT_EQ(report.triangle_count, 6);
  EXPECT_EQ(report.free_edge_count, 2);
  EXPECT_EQ(report.particle_count, 2);
  EXPECT_EQ(report.step_count, 10);
  EXPECT_NEAR(report.smallest.gap, 0.05, 1e-12) << "the dots";
  EXPECT_NE(report.smallest.between.find("dots"), std::string::npos);
  EXPECT_TRUE(report.notices.empty());
}

TEST_F(VerifyRun, VertexPushedThroughIsNamed) {
  change_frame(3, [](FrameFile& f) { f.positions[0].y() = 0.4; });
  expect_violation(ViolationKind::intersection, 3, {"solid", "sheet", "edge (0, ", "triangle (4, ", " m"});
}

TEST_F(VerifyRun, TouchingIsAnIntersection) {
  change_frame(3, [](FrameFile& f) { f.positions[0] = {0.3, 0.5, 0.3}; });
  expect_violation(ViolationKind::intersection, 3, {"solid", "sheet"});
}

TEST_F(VerifyRun, SwappedIndexIsAnotherTopology) {
  change_frame(2, [](FrameFile& f) { std::swap(f.triangles[1][0], f.triangles[1][1]); });
  expect_violation(ViolationKind::topology, 2, {"triangles"});
}

TEST_F(VerifyRun, OtherVerticesEdgesObjectsAndOffsetsAreFound) {
  const auto expect_other = [this](const std::function<void(FrameFile&)>& change, const char* what) {
    const std::string good = read_file(frame(2));
    tamper_with_frame(2, change);
    expect_violation(ViolationKind::topology, 2, {"differs from the first frame", what});
    write_file(frame(2), good);
  };
  expect_other([](FrameFile& f) { f.triangles.pop_back(); }, "5 triangles instead of 6");
  expect_other([](FrameFile& f) { f.edges[0] = {8, 10}; }, "edges");
  expect_other([](FrameFile& f) { f.objects[1] = 2; }, "vertices");
  expect_other([](FrameFile& f) { f.offsets[8] = 0; }, "offsets");
}

TEST_F(VerifyRun, IndexOutOfRangeIsUnreadable) {
  change_frame(2, [](FrameFile& f) { f.triangles[1][0] = 99; });
  expect_violation(ViolationKind::unreadable, 2, {"frame_000002.ply", "99"});
}

TEST_F(VerifyRun, MissingFrameIsNamed) {
  fs::remove(frame(2));
  expect_violation(ViolationKind::missing_frame, 2, {"frame 2"});
}

TEST_F(VerifyRun, MissingLastFrameIsKnownFromRunJson) {
  fs::remove(frame(5));
  expect_violation(ViolationKind::missing_frame, -1, {"frame_000005.ply"});
}

TEST_F(VerifyRun, ExchangedFramesAreOutOfOrder) {
  const std::string two = read_file(frame(2));
  write_file(frame(2), read_file(frame(3)));
  write_file(frame(3), two);
  expect_violation(ViolationKind::time_order, 3, {"is not after"});
}

TEST_F(VerifyRun, NotANumberIsNamed) {
  change_frame(4, [](FrameFile& f) { f.positions[9].z() = std::nan(""); });
  expect_violation(ViolationKind::not_finite, 4, {"vertex 9 of rod", "nan"});
  change_frame(1, [](FrameFile& f) { f.velocities[0].x() = INFINITY; });
  expect_violation(ViolationKind::not_finite, 1, {"velocity"});
}

TEST_F(VerifyRun, ParticlesCloserThanTheirOffsetAreNamed) {
  change_frame(1, [](FrameFile& f) { f.positions[12] = f.positions[11] + Vec3(0.0499, 0, 0); });
  expect_violation(ViolationKind::gap, 1, {"vertex (11) of dots", "vertex (12) of dots", "0.0499", "0.05"});
}

TEST_F(VerifyRun, ParticleOnARodIsNamed) {
  change_frame(1, [](FrameFile& f) { f.positions[11] = f.positions[8] + Vec3(0.25, 0.0349, 0); });
  expect_violation(ViolationKind::gap, 1, {"vertex (11) of dots", "edge (8, 9) of rod", "0.035"});
}

TEST_F(VerifyRun, SolidCloserToASheetThanTheMeanOffsetIsNamed) {
  change_frame(1, [](FrameFile& f) { f.positions[0] = {0.1, 0.5 + 0.0051, 0.1}; });
  EXPECT_TRUE(verify_run(folder()).is_proven()) << "the mean of 0 and 0.01";
  change_frame(1, [](FrameFile& f) { f.positions[0] = {0.1, 0.5 + 0.0049, 0.1}; });
  expect_violation(ViolationKind::gap, 1, {"vertex (0) of solid", "of sheet", "0.0049", "0.005"});
}

TEST_F(VerifyRun, RodsThatCrossAreNamed) {
  change_frame(1, [](FrameFile& f) { f.positions[10] = f.positions[8] + Vec3(0.2, 0.01, 0); });
  expect_violation(ViolationKind::gap, 1, {"of rod"});
}

TEST_F(VerifyRun, VertexBelowTheHalfSpaceIsNamed) {
  change_frame(5, [](FrameFile& f) { f.positions[12].y() = -1e-9; });
  expect_violation(ViolationKind::half_space, 5, {"vertex 12 of dots", "the floor", "-1e-09"});
}

TEST_F(VerifyRun, PrescribedThingsThatCrossAreCountedAndNamed) {
  change_frame(5, [](FrameFile& f) { f.positions[4].y() = -1; });
  const VerifyReport report = verify_run(folder());
  EXPECT_TRUE(report.is_good());
  ASSERT_EQ(report.exceptions.size(), 1U);
  EXPECT_EQ(report.exceptions[0].text(),
            "1 crossing between 'sheet' and 'the floor' in 1 frame, both prescribed");
}

TEST_F(VerifyRun, TruncatedFrameIsUnreadable) {
  fs::resize_file(frame(3), fs::file_size(frame(3)) - 1);
  expect_violation(ViolationKind::unreadable, 3, {"frame_000003.ply"});
  fs::resize_file(frame(3), 0);
  expect_violation(ViolationKind::unreadable, 3, {"frame_000003.ply"});
}

TEST_F(VerifyRun, AllFramesUnreadableIsReportedToo) {
  for (Index i = 0; i < 6; ++i) write_file(frame(i), "");
  EXPECT_EQ(verify_run(folder()).violations.totals[0], 6);
}

TEST_F(VerifyRun, StepLogMustAgree) {
  const fs::path log = folder() / "steps.jsonl";
  const std::string good = read_file(log);
  replace_text(log, "\"outcome\":\"converged\"", "\"outcome\":\"stalled\",\"cause\":\"stuck on sheet\"");
  expect_violation(ViolationKind::step_log, -1, {"steps.jsonl:2", "stuck on sheet"});
  write_file(log, good);
  replace_text(log, "\"step\":4,", "\"step\":5,");
  expect_violation(ViolationKind::step_log, -1, {"step 5 follows step 3"});
  write_file(log, good);
  replace_text(log, "\"min_gap\":0.1", "\"min_gap\":-0.1");
  expect_violation(ViolationKind::step_log, -1, {"smallest gap -0.1"});
  write_file(log, good.substr(0, good.size() / 2));
  expect_violation(ViolationKind::step_log, 5, {"step 10 is not in steps.jsonl"});
}

TEST_F(VerifyRun, AFailedStepMayEndTheLogButNoFrameMayComeFromIt) {
  const fs::path log = folder() / "steps.jsonl";
  const std::string good = read_file(log);
  const std::string failed = "{\"step\":11,\"t\":0.22,\"outcome\":\"stalled\",\"min_gap\":1}\n";
  write_file(log, good + failed);
  expect_violation(ViolationKind::step_log, -1, {"'finished'", "stalled"});
  replace_text(folder() / "run.json", "\"outcome\": \"finished\"", "\"outcome\": \"failed\"");
  const VerifyReport report = verify_run(folder());
  EXPECT_TRUE(report.is_proven());
  EXPECT_FALSE(report.is_good());
  EXPECT_NE(report.cause.find("stalled"), std::string::npos);
  const size_t last = good.rfind("converged");
  write_file(log, good.substr(0, last) + "stalled" + good.substr(last + 9));
  expect_violation(ViolationKind::step_log, 5, {"step 10 is not in steps.jsonl"});
}

TEST_F(VerifyRun, WrongTimeInAFrameIsFound) {
  change_frame(2, [](FrameFile& f) { f.time += 1e-9; });
  expect_violation(ViolationKind::time_order, 2, {"step 4 ended at"});
}

TEST_F(VerifyRun, WhatCrossesInDeclaredPairsIsCountedAndNamed) {
  change_frame(3, [](FrameFile& f) { f.positions[0].y() = 0.4; });
  replace_text(folder() / "run.json", "\"no_contact\": []", "\"no_contact\": [[\"sheet\", \"solid\"]]");
  const VerifyReport report = verify_run(folder());
  for (const Violation& v : report.violations.list) ADD_FAILURE() << v.text;
  EXPECT_TRUE(report.is_good());
  ASSERT_EQ(report.notices.size(), 1U);
  EXPECT_NE(report.notices[0].find("sheet and solid may pass"), std::string::npos);
  // Three edges of the corner go through the sheet, and its diagonal through a face of the solid, or not.
  ASSERT_EQ(report.exceptions.size(), 1U);
  const verify::Exception& exception = report.exceptions[0];
  EXPECT_EQ(exception.names, (std::array<std::string, 2>{"solid", "sheet"}));
  EXPECT_GE(exception.crossings, 3);
  EXPECT_EQ(exception.frames, 1);
  EXPECT_NE(exception.text().find("which the scene excludes (no_contact)"), std::string::npos);
}

TEST_F(VerifyRun, OfManyExcludedPairsTenAreNamed) {
  Json run_json = parse_json(read_file(folder() / "run.json"), "");
  Json::Array pairs;
  for (int i = 0; i < 1212; ++i) pairs.push_back(Json::Array{"solid", fmt::format("sheet{}", i)});
  run_json.member("no_contact") = pairs;
  write_file(folder() / "run.json", run_json.text());
  const VerifyReport report = verify_run(folder());
  ASSERT_EQ(report.notices.size(), 11U);
  EXPECT_EQ(report.notices[10], "and 1 202 more");
}

TEST(VerifyException, CountsMoreThanTwoThousandMillion) {
  const verify::Exception frame{{"a", "b"}, verify::Exception::Reason::no_contact, 2'000'000'000, 0, 1};
  std::vector<verify::Exception> all{frame};
  verify::add_exceptions(all, {frame});
  EXPECT_EQ(all[0].text(),
            "4 000 000 000 crossings between 'a' and 'b' in 2 frames, which the scene excludes (no_contact)");
}

TEST_F(VerifyRun, ARunWithoutContactIsNamed) {
  replace_text(folder() / "run.json", "\"contact\": true", "\"contact\": false");
  const VerifyReport report = verify_run(folder());
  ASSERT_EQ(report.notices.size(), 1U);
  EXPECT_NE(report.notices[0].find("contact was switched off"), std::string::npos);
}

TEST_F(VerifyRun, FirstTenOfAKindAreShownAndAllCounted) {
  for (Index i = 0; i < 6; ++i)
    change_frame(i, [](FrameFile& f) {
      for (Index v : {0, 1, 2, 3}) f.positions[static_cast<size_t>(v)].y() = -1.0 - v;
    });
  const VerifyReport report = verify_run(folder());
  EXPECT_EQ(report.violations.totals[static_cast<size_t>(ViolationKind::half_space)], 24);
  EXPECT_EQ(std::count_if(report.violations.list.begin(), report.violations.list.end(),
                          [](const Violation& v) { return v.kind == ViolationKind::half_space; }),
            10);
}

TEST_F(VerifyRun, RunsThatStoppedAreIncompleteAndRunsThatFailedAreNotGood) {
  EXPECT_EQ(verify_run(folder()).state, verify::RunState::finished);
  const fs::path path = folder() / "run.json";
  const std::string good = read_file(path);
  for (const char* outcome : {"running", "interrupted"}) {
    write_file(path, good);
    replace_text(path, "\"outcome\": \"finished\"", fmt::format("\"outcome\": \"{}\"", outcome));
    const VerifyReport report = verify_run(folder());
    EXPECT_EQ(report.state, verify::RunState::incomplete);
    EXPECT_TRUE(report.is_good());
  }
  write_file(path, good);
  replace_text(path, "\"outcome\": \"finished\"", "\"outcome\": \"failed\"");
  EXPECT_EQ(verify_run(folder()).state, verify::RunState::failed);
  EXPECT_FALSE(verify_run(folder()).is_good());
}

/// A run that was killed: its log and its frames are ahead of run.json.
TEST_F(VerifyRun, AKilledRunMayHaveMoreThanRunJsonSays) {
  const fs::path path = folder() / "run.json";
  Json run = parse_json(read_file(path), "");
  run.member("outcome") = "running";
  run.member("totals").member("steps") = 4;
  const Json::Array frames = run["frames"].items();
  run.member("frames") = Json::Array(frames.begin(), frames.begin() + 3);
  write_file(path, run.text());
  EXPECT_TRUE(verify_run(folder()).is_good());
  run.member("outcome") = "interrupted";
  write_file(path, run.text());
  expect_violation(ViolationKind::altered, 4, {"run.json does not list it"});
  expect_violation(ViolationKind::step_log, -1, {"10 steps", "run.json says 4"});
}

TEST_F(VerifyRun, FolderWithoutFramesIsAnInputError) {
  EXPECT_THROW(verify_run(folder() / "checkpoints"), InputError);
  EXPECT_THROW(verify_run(folder() / "nowhere"), InputError);
}

TEST(VerifySpeedSlow, HundredFramesOfTenThousandTrianglesTakeSeconds) {
  PleatShape shape;
  shape.rows = 25;
  shape.noise_in_plane = 0.5e-3;
  shape.noise_in_height = 0.05e-3;
  const Mesh cloth = pleated_sheet(shape);
  SmallRun run;
  run.surface = Surface();
  run.surface.add(cloth, {});
  run.start = {};
  run.start.x = cloth.vertices;
  run.start.v.assign(run.start.x.size(), Vec3::Zero());
  run.info.object_names = {"cloth"};
  run.info.half_spaces.clear();
  run.info.fps = 1 / run.info.step;
  const TemporaryDirectory folder;
  {
    Recorder recorder({folder.path()}, run.info, run.surface, {run.surface.vertex_count(), 0});
    recorder.begin(run.start, {});
    for (Index i = 1; i < 100; ++i) recorder.record_step(run.report(i), run.at(i), {});
    recorder.finish({}, run.at(99));
  }
  const Timer timer;
  const VerifyReport report = verify_run(folder.path());
  std::printf("%d triangles, %d frames: %.2f s, smallest gap %g m\n", report.triangle_count,
              report.frame_count, timer.seconds(), report.smallest.gap);
  EXPECT_TRUE(report.is_proven());
  EXPECT_LT(timer.seconds(), 30);
}

}  // namespace
}  // namespace lacuna::test
