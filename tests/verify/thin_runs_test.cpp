// Runs of sheets, rods and particles: their strains, their gaps and their seams.
#include "base/json.h"
#include "contact/intersection_check.h"
#include "geometry/predicates.h"
#include "support/random_scene.h"
#include "verify/damaged_run.h"

namespace lacuna::test {
namespace {

using VerifyCloth = DamagedRun<ClothRun>;

// Vertices of a frame: 0-3 solid, 4-7 sheet (kinematic), 8-10 rod, 11-12 dots, 13-24 cloth.

TEST_F(VerifyCloth, GoodRunIsProvenAndTellsOfItsStrains) {
  const VerifyReport report = verify_run(folder());
  for (const Violation& v : report.violations.list) ADD_FAILURE() << v.text;
  EXPECT_TRUE(report.is_proven());
  EXPECT_TRUE(report.notices.empty());
  EXPECT_EQ(report.limited_triangle_count, 10);
  EXPECT_NEAR(report.strain.largest_stretch, 1, 1e-12);
  EXPECT_NEAR(report.strain.margin, 1, 1e-12);
}

TEST_F(VerifyCloth, AStretchBeyondTheLimitIsNamed) {
  const auto pull = [this](double by) {
    change_frame(3, [&](FrameFile& f) {
      for (const size_t v : {23, 24}) f.positions[v].x() = f.positions[v - 2].x() + 0.1 * by;
    });
  };
  pull(1.0999);
  const VerifyReport report = verify_run(folder());
  EXPECT_TRUE(report.is_proven());
  EXPECT_NEAR(report.strain.margin, 0.001, 1e-9);
  EXPECT_EQ(report.strain.frame, 3);
  EXPECT_NE(report.strain.where.find("of cloth"), std::string::npos);
  pull(1.1001);
  expect_violation(ViolationKind::strain, 3,
                   {"stretch 1.1001 of at most 1.1", "triangle (", "of cloth", " m"});
  pull(0.8999);
  expect_violation(ViolationKind::strain, 3, {"stretch 0.8999 of at least 0.9", "of cloth"});
}

TEST_F(VerifyCloth, MissingLimitsAreNoProof) {
  fs::remove(folder() / "limits.ply");
  expect_violation(ViolationKind::unreadable, -1, {"limits.ply is missing", "10 triangles"});
}

TEST_F(VerifyCloth, DamagedLimitsAreNoProof) {
  const fs::path path = folder() / "limits.ply";
  const std::string good = read_file(path);
  for (const size_t size : {size_t{0}, size_t{100}, good.size() - 1}) {
    write_file(path, good.substr(0, size));
    expect_violation(ViolationKind::unreadable, -1, {"limits.ply"});
  }
  std::vector<LimitedTriangle> fewer = parse_limits(good, "limits.ply");
  fewer.pop_back();
  write_file(path, format_limits(fewer));
  expect_violation(ViolationKind::unreadable, -1, {"9 triangles", "run.json says 10"});
}

TEST_F(VerifyCloth, LimitsOfNoTriangleAreFound) {
  const fs::path path = folder() / "limits.ply";
  std::vector<LimitedTriangle> limits = read_limits(path);
  limits[4].vertices = {0, 5, 11};
  write_file(path, format_limits(limits));
  expect_violation(ViolationKind::topology, -1, {"limits.ply", "(0, 5, 11)"});
  limits[4].vertices = {13, 14, 1000};
  write_file(path, format_limits(limits));
  expect_violation(ViolationKind::topology, -1, {"1000"});
}

TEST_F(VerifyCloth, TheStepLogKnowsOfLimitsThatEveryOtherFileDenies) {
  fs::remove(folder() / "limits.ply");
  replace_text(folder() / "run.json", "\"limited_triangles\": 10", "\"limited_triangles\": 0");
  expect_violation(ViolationKind::unreadable, -1, {"steps.jsonl reports strain limits"});
  fs::remove(folder() / "run.json");
  expect_violation(ViolationKind::unreadable, -1, {"steps.jsonl reports strain limits"});
}

TEST_F(VerifyCloth, LimitsThatWereRaisedAreFound) {
  std::vector<LimitedTriangle> limits = read_limits(folder() / "limits.ply");
  for (LimitedTriangle& triangle : limits) triangle.stretch_limit = 2;
  write_file(folder() / "limits.ply", format_limits(limits));
  expect_violation(ViolationKind::altered, -1, {"limits.ply", "differs from the file that the run wrote"});
}

TEST_F(VerifyCloth, EveryStepMustHaveAMargin) {
  const fs::path log = folder() / "steps.jsonl";
  const std::string good = read_file(log);
  for (const char* margin : {"0", "-0.5", "\"no\""}) {
    write_file(log, good);
    replace_text(log, "\"limit_margin\":0.97,", std::string("\"limit_margin\":") + margin + ",");
    expect_violation(ViolationKind::step_log, -1, {"step 3", "strain limit", margin});
  }
}

TEST_F(VerifyCloth, AShellFoldedOntoItselfKeepsItsOffset) {
  const auto fold = [this](double height) {  // in an arch: the last column over the middle of the second quad
    change_frame(2, [&](FrameFile& f) {
      for (const size_t v : {0, 1}) {
        const Vec3& second = f.positions[15 + v];
        f.positions[19 + v] = second + Vec3(0.25, 0.15, 0);
        f.positions[21 + v] = second + Vec3(0.1, 0.25, 0);
        f.positions[23 + v] = second + Vec3(0.05, height, 0);
      }
    });
  };
  fold(0.0199);
  expect_violation(ViolationKind::gap, 2, {"of cloth", "0.0199", "0.02"});
  fold(0.0201);
  const VerifyReport report = verify_run(folder());
  EXPECT_EQ(report.violations.totals[static_cast<size_t>(ViolationKind::gap)], 0);
  EXPECT_NEAR(report.smallest.gap, 0.0001, 1e-12);
}

TEST_F(VerifyCloth, ParticlesAndRodsKeepTheirOffsetFromAShell) {
  change_frame(1, [](FrameFile& f) { f.positions[11] = f.positions[15] + Vec3(0.03, 0.0349, 0.03); });
  expect_violation(ViolationKind::gap, 1, {"vertex (11) of dots", "of cloth", "0.0349", "0.035"});
  // Beside the strip: the middle of the segment is above its long edge.
  change_frame(2, [](FrameFile& f) {
    f.positions[8] = f.positions[13] + Vec3(0.15, 0.0199, -0.4);
    f.positions[9] = f.positions[13] + Vec3(0.15, 0.0199, 0.5);
  });
  expect_violation(ViolationKind::gap, 2, {"edge (8, 9) of rod", "of cloth", "0.0199", "0.02"});
  change_frame(2, [](FrameFile& f) { f.positions[9].y() -= 2 * 0.0199; });
  expect_violation(ViolationKind::intersection, 2, {"edge (8, 9) of rod", "triangle (", "of cloth"});
}

TEST_F(VerifyCloth, ResumedRunWritesItsLimitsAgain) {
  const fs::path path = folder() / "limits.ply";
  const std::string good = read_file(path);
  for (const bool is_missing : {true, false}) {
    if (is_missing)
      fs::remove(path);
    else
      write_file(path, "ply\n");
    const Recorder recorder({.folder = folder(), .existing = ExistingRun::resume}, run.info, run.surface,
                            run.fingerprint);
    EXPECT_EQ(read_file(path), good);
    EXPECT_NE(recorder.notices().back().find("rewritten"), std::string::npos);
  }
}

TEST_F(VerifyCloth, ARunWithoutLimitsLeavesNoneOfAnother) {
  run.info.limited_triangles.clear();
  const Recorder recorder({folder()}, run.info, run.surface, run.fingerprint);
  EXPECT_FALSE(fs::exists(folder() / "limits.ply"));
}

/// A corner of the solid on a corner of the sheet. No list of stitches in run.json excuses it.
TEST(VerifySeams, VerticesThatTouchAreFoundWhateverAFileSaysOfThem) {
  SmallRun run;
  run.start.x[0] = run.start.x[5];
  run.info.duration = 0;
  const TemporaryDirectory folder;
  {
    Recorder recorder({folder.path()}, run.info, run.surface, run.fingerprint);
    recorder.begin(run.start, run.half_spaces);
    recorder.finish({}, run.start);
  }
  Json json = parse_json(read_file(folder.path() / "run.json"), "");
  json.member("stitches") = Json::Array{Json::Array{0, 4}};
  write_file(folder.path() / "run.json", json.text());
  const VerifyReport report = verify_run(folder.path());
  EXPECT_GT(report.violations.totals[static_cast<size_t>(ViolationKind::intersection)], 0);
  EXPECT_EQ(report.violations.totals[static_cast<size_t>(ViolationKind::missing_record)], 0);
}

/// What run.json says about a surface.
verify::Rules rules_of(const RandomScene& scene) {
  verify::Rules rules;
  for (Index i = 0; i < scene.surface.object_count(); ++i) rules.object_names.push_back(std::to_string(i));
  for (const auto& [a, b] : scene.surface.disabled())
    rules.no_contact.push_back({std::to_string(a), std::to_string(b)});
  return rules;
}

/// Every edge and triangle that cross and share no vertex, with no rule but that.
Index count_crossings(const Surface& surface, Positions x) {
  const auto at = [&](Index v) -> const Vec3& { return x[static_cast<size_t>(v)]; };
  Index count = 0;
  for (const Edge& e : surface.edges())
    for (const Triangle& t : surface.triangles()) {
      const bool are_neighbours =
          std::any_of(t.begin(), t.end(), [&](Index v) { return v == e[0] || v == e[1]; });
      if (!are_neighbours && edge_intersects_triangle(at(e[0]), at(e[1]), at(t[0]), at(t[1]), at(t[2])))
        ++count;
    }
  return count;
}

TEST(VerifyPairsProperty, TheProofLooksAtWhatTheSolverDoesAndCountsEverythingElse) {
  Index total = 0, excepted = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomScene scene(seed);
    State state;
    state.x = scene.x;
    state.v.assign(state.x.size(), Vec3::Zero());
    const FrameLayout layout(scene.surface);
    const FrameFile frame = make_frame(layout, scene.surface, state, {});
    const verify::FrameResult result =
        verify::check_frame(frame, verify::Elements(frame), rules_of(scene), 0);
    const Index found = count_of(IntersectionCheck(scene.surface).find(scene.x));
    EXPECT_EQ(result.violations.totals[static_cast<size_t>(ViolationKind::intersection)], found);
    Index crossings = 0;
    for (const verify::Exception& exception : result.exceptions) crossings += exception.crossings;
    EXPECT_EQ(found + crossings, count_crossings(scene.surface, scene.x));
    total += found;
    excepted += crossings;
  }
  EXPECT_GT(total, 1000) << "the scenes should be tangled";
  EXPECT_GT(excepted, 100);
}

}  // namespace
}  // namespace lacuna::test
