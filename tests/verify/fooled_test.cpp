// Attempts to pass off the results of another run, or less of them, as proven. Each takes a good run and
// changes the files so that no pair crosses.
#include "base/input_error.h"
#include "base/json.h"
#include "verify/damaged_run.h"
#include "verify/frame_list.h"

#include <algorithm>

namespace lacuna::test {
namespace {

using VerifyFooled = DamagedRun<ClothRun>;
using VerifyFooledSmall = DamagedRun<SmallRun>;

// Vertices of a frame: 0-3 solid, 4-7 sheet (kinematic), 8-10 rod, 11-12 dots, 13-24 cloth.

TEST_F(VerifyFooled, FramesThatLostTheirHalfSpaceAreFound) {
  change_all_frames([](FrameFile& f) {
    f.half_spaces.clear();
    for (Vec3& x : f.positions) x.y() -= 5;
  });
  expect_violation(ViolationKind::topology, 0, {"0 half-spaces", "run.json says 1"});
  expect_violation(ViolationKind::topology, 5, {"0 half-spaces"});
}

TEST_F(VerifyFooled, AnotherHalfSpaceIsFound) {
  change_frame(1, [](FrameFile& f) { f.half_spaces[0].point.y() = -5; });
  expect_violation(ViolationKind::topology, 1, {"'the floor' is not where run.json says"});
  change_frame(2, [](FrameFile& f) { f.half_spaces[0].normal = {0, -1, 0}; });
  expect_violation(ViolationKind::topology, 2, {"'the floor' does not face the way run.json says"});
  change_frame(3, [](FrameFile& f) { f.half_spaces[0].name = "a wall"; });
  expect_violation(ViolationKind::topology, 3, {"'a wall'", "'the floor'"});
  change_frame(4, [](FrameFile& f) { f.half_spaces.push_back(f.half_spaces[0]); });
  expect_violation(ViolationKind::topology, 4, {"2 half-spaces"});
}

TEST_F(VerifyFooled, AHalfSpaceMovesOnlyIfAScriptMovesIt) {
  Json run_json = parse_json(read_file(folder() / "run.json"), "");
  Json::Array half_spaces = run_json["half_spaces"].items();
  half_spaces[0].member("moving") = true;
  run_json.member("half_spaces") = half_spaces;
  write_file(folder() / "run.json", run_json.text());
  change_frame(1, [](FrameFile& f) { f.half_spaces[0].point.y() = -0.1; });
  EXPECT_TRUE(verify_run(folder()).is_good());
  change_frame(0, [](FrameFile& f) { f.half_spaces[0].point.y() = -0.1; });
  expect_violation(ViolationKind::topology, 0, {"'the floor' is not where run.json says"});
}

TEST_F(VerifyFooledSmall, FramesThatLostTheirFacesAreNoParticles) {
  change_all_frames([](FrameFile& f) { f.triangles.clear(); });
  expect_violation(ViolationKind::topology, 0, {"'solid' has 0 triangles", "run.json says 4"});
  expect_violation(ViolationKind::topology, 0, {"'solid' has 4 particles", "run.json says 0"});
}

TEST_F(VerifyFooled, FramesThatLostAnEdgeOrAVertexAreFound) {
  change_all_frames([](FrameFile& f) { f.edges.pop_back(); });
  expect_violation(ViolationKind::topology, 0, {"'rod' has 1 segments", "run.json says 2"});
  change_all_frames([](FrameFile& f) {
    for (auto* list : {&f.positions, &f.velocities}) list->erase(list->begin() + 12);
    f.objects.erase(f.objects.begin() + 12);
    f.offsets.erase(f.offsets.begin() + 12);
    f.is_kinematic.erase(f.is_kinematic.begin() + 12);
    for (Triangle& t : f.triangles)
      for (Index& v : t) v -= v > 12 ? 1 : 0;
  });
  expect_violation(ViolationKind::topology, 0, {"'dots' has 1 vertices", "run.json says 2"});
}

TEST_F(VerifyFooled, VerticesUnderAnotherNameAreFound) {
  change_all_frames([](FrameFile& f) {
    for (Index& object : f.objects) object = object == 0 ? 1 : object;
  });
  expect_violation(ViolationKind::topology, 0, {"'solid' has 0 vertices", "run.json says 4"});
  change_all_frames([](FrameFile& f) { f.objects[11] = 99; });
  expect_violation(ViolationKind::topology, 0, {"1 vertices belong to no object"});
  change_all_frames([](FrameFile& f) { std::swap(f.objects[8], f.objects[12]); });
  expect_violation(ViolationKind::topology, 0, {"corners of elements belong to another object"});
}

TEST_F(VerifyFooled, OffsetsThatWereTakenAwayAreFound) {
  change_all_frames([](FrameFile& f) { std::fill(f.offsets.begin(), f.offsets.end(), 0.0); });
  expect_violation(ViolationKind::topology, 0, {"'dots'", "an offset other than 0.05 m"});
}

TEST_F(VerifyFooled, NotEverythingIsPrescribed) {
  change_all_frames([](FrameFile& f) { std::fill(f.is_kinematic.begin(), f.is_kinematic.end(), 1); });
  expect_violation(ViolationKind::topology, 0, {"'solid' has 4 kinematic vertices", "hold 0"});
  change_all_frames([](FrameFile& f) { std::fill(f.is_kinematic.begin(), f.is_kinematic.end(), 0); });
  EXPECT_TRUE(verify_run(folder()).is_good()) << "scripts may release what they hold";
}

TEST_F(VerifyFooled, ABodyThatWasMovedAsideIsFound) {
  tamper_with_frame(3, [](FrameFile& f) {
    for (size_t v : {0, 1, 2, 3}) f.positions[v].x() += 0.01;
  });
  expect_violation(ViolationKind::altered, 3, {"differs from the file that the run wrote"});
}

TEST_F(VerifyFooled, AnotherVelocityIsFound) {
  tamper_with_frame(3, [](FrameFile& f) { f.velocities[0].x() += 1; });
  expect_violation(ViolationKind::altered, 3, {"differs from the file that the run wrote"});
}

TEST_F(VerifyFooled, TwoObjectsOfOneSizeThatChangedPlacesAreFound) {
  for (Index i = 0; i < 6; ++i)
    tamper_with_frame(i, [](FrameFile& f) {
      for (size_t v : {0, 1, 2, 3}) std::swap(f.positions[v], f.positions[v + 4]);
    });
  expect_violation(ViolationKind::altered, 0, {"differs from the file that the run wrote"});
}

TEST_F(VerifyFooled, AFrameTwiceIsFound) {
  write_file(frame(3), read_file(frame(2)));
  expect_violation(ViolationKind::time_order, 3, {"step 4", "run.json says step 6"});
  expect_violation(ViolationKind::altered, 3, {"differs from the file that the run wrote"});
}

TEST_F(VerifyFooled, FramesOfAnotherRunAreFound) {
  write_file(frame(6), read_file(frame(5)));
  expect_violation(ViolationKind::altered, 6, {"run.json does not list it"});
}

TEST_F(VerifyFooled, AGapInTheFramesIsNotClosedByNewNumbers) {
  fs::remove(frame(2));
  for (Index i = 3; i < 6; ++i) fs::rename(frame(i), frame(i - 1));
  expect_violation(ViolationKind::missing_frame, -1, {"frame_000005.ply"});
  expect_violation(ViolationKind::altered, 2, {"differs from the file that the run wrote"});
}

TEST_F(VerifyFooled, WithoutAStepLogNothingIsProven) {
  fs::remove(folder() / "steps.jsonl");
  expect_violation(ViolationKind::missing_record, -1, {"steps.jsonl is missing"});
}

TEST_F(VerifyFooled, AnEmptyOrShortenedStepLogIsFound) {
  const fs::path log = folder() / "steps.jsonl";
  const std::string good = read_file(log);
  write_file(log, "");
  expect_violation(ViolationKind::step_log, -1, {"0 steps", "run.json says 10"});
  write_file(log, good.substr(0, good.rfind("{\"step\":10,")));
  expect_violation(ViolationKind::step_log, -1, {"9 steps", "run.json says 10"});
  const size_t fourth = good.find("{\"step\":4,"), fifth = good.find("{\"step\":5,");
  write_file(log, good.substr(0, fourth) + good.substr(fifth));
  expect_violation(ViolationKind::step_log, -1, {"step 5 follows step 3"});
}

TEST_F(VerifyFooled, ARunThatEndsEarlyIsNotFinished) {
  replace_text(folder() / "run.json", "\"duration\": 0.2", "\"duration\": 0.4");
  expect_violation(ViolationKind::step_log, -1, {"'finished'", "of 0.4 s"});
}

TEST_F(VerifyFooled, WithoutRunJsonNothingIsProven) {
  const fs::path path = folder() / "run.json";
  const std::string good = read_file(path);
  fs::remove(path);
  expect_violation(ViolationKind::missing_record, -1, {"run.json is missing"});
  for (const std::string& text : {std::string(), std::string("{"), good.substr(0, good.size() / 2)}) {
    write_file(path, text);
    expect_violation(ViolationKind::missing_record, -1, {"run.json"});
  }
  for (const char* text : {"{}", "[]", "7"}) {
    write_file(path, text);
    expect_violation(ViolationKind::missing_record, -1, {"run.json lacks 'objects'"});
  }
}

TEST_F(VerifyFooled, ARunJsonThatSaysLessIsFound) {
  const fs::path path = folder() / "run.json";
  const Json good = parse_json(read_file(path), "");
  for (const char* key : {"format", "outcome", "contact", "objects", "half_spaces", "totals", "duration",
                          "limited_triangles"}) {
    Json run = good;
    run.member(key) = Json();
    write_file(path, run.text());
    const VerifyReport report = verify_run(folder());
    EXPECT_GT(report.violations.totals[static_cast<size_t>(ViolationKind::missing_record)], 0) << key;
  }
  Json run = good;
  Json::Array objects = run["objects"].items();
  objects.pop_back();
  run.member("objects") = objects;
  write_file(path, run.text());
  expect_violation(ViolationKind::topology, 0, {"12 vertices belong to no object"});
  run = good;
  Json::Array frames = run["frames"].items();
  frames[2].member("hash") = Json();
  run.member("frames") = frames;
  write_file(path, run.text());
  expect_violation(ViolationKind::altered, 2, {"differs from the file that the run wrote"});
}

TEST_F(VerifyFooled, ARunJsonThatSaysWhatNoRunSaysIsFound) {
  const fs::path path = folder() / "run.json";
  const Json good = parse_json(read_file(path), "");
  const auto expect = [&](const char* key, const Json& value, std::initializer_list<const char*> words) {
    Json run = good;
    run.member(key) = value;
    write_file(path, run.text());
    expect_violation(ViolationKind::missing_record, -1, words);
  };
  expect("format", 99, {"format 99", "format 2"});
  expect("outcome", "splendid", {"outcome 'splendid'"});
  expect("contact", "yes", {"lacks 'contact'"});
}

TEST_F(VerifyFooled, WhatARunHasLostIsNotProven) {
  const fs::path path = folder() / "run.json";
  Json run = parse_json(read_file(path), "");
  run.member("lost") = Json::Array{"frames/frame_000001.ply is missing", "2 steps are missing"};
  write_file(path, run.text());
  expect_violation(ViolationKind::missing_record, -1,
                   {"lost by the run: frames/frame_000001.ply is missing"});
  EXPECT_EQ(verify_run(folder()).violations.total(), 2);
}

TEST_F(VerifyFooled, AFailedRunStaysFailedWithoutTheLineOfItsLastStep) {
  const fs::path path = folder() / "run.json";
  Json run = parse_json(read_file(path), "");
  run.member("outcome") = "failed";
  run.member("continue") = "lacuna run scene --resume";
  run.member("cause") = "Newton's method did not converge in 1 iterations";
  write_file(path, run.text());
  EXPECT_EQ(verify_run(folder()).state, verify::RunState::failed);
  EXPECT_FALSE(verify_run(folder()).is_good());
  run.member("cause") = "out/steps.jsonl: cannot be written: No space left on device";
  write_file(path, run.text());
  EXPECT_EQ(verify_run(folder()).state, verify::RunState::incomplete);
  EXPECT_TRUE(verify_run(folder()).is_good());
}

TEST_F(VerifyFooled, FramesUnderNamesThatNoRunWritesAreFound) {
  for (const char* name : {"frame_99999999999.ply", "frame_1.ply", "frame_-5.ply", "frame_0000006.ply"}) {
    const fs::path stranger = folder() / "frames" / name;
    write_file(stranger, read_file(frame(5)));
    expect_violation(ViolationKind::altered, -1, {name, "not written by the run"});
    const VerifyReport report = verify_run(folder());
    EXPECT_EQ(report.violations.total(), 1) << name;
    EXPECT_EQ(report.frame_count, 6) << name;
    fs::remove(stranger);
  }
}

TEST_F(VerifyFooled, AGapInTheNumbersCountsOnce) {
  fs::rename(frame(5), frame(2147483647));
  expect_violation(ViolationKind::missing_frame, 5, {"frames 5 to 2147483646 are missing"});
  EXPECT_EQ(verify_run(folder()).violations.totals[static_cast<size_t>(ViolationKind::missing_frame)], 2)
      << "the gap, and the frame that run.json lists";
}

TEST_F(VerifyFooled, FilesThatCannotBeReadProveNothing) {
  const auto expect_unproven = [&](const char* name, ViolationKind kind) {
    const fs::path path = folder() / name, aside = folder() / "aside";
    fs::rename(path, aside);
    fs::create_symlink(path.filename(), path);
    expect_violation(kind, -1, {name});
    fs::remove(path);
    fs::create_directory(path);
    expect_violation(kind, -1, {name, "is not a regular file"});
    fs::remove(path);
    fs::rename(aside, path);
  };
  expect_unproven("run.json", ViolationKind::missing_record);
  expect_unproven("steps.jsonl", ViolationKind::missing_record);
  expect_unproven("limits.ply", ViolationKind::unreadable);
}

TEST_F(VerifyFooled, FramesThatCannotBeListedAreNotCalledMissing) {
  fs::remove_all(folder() / "frames");
  fs::create_symlink("frames", folder() / "frames");
  try {
    (void)verify_run(folder());
    FAIL() << "nothing can be proven";
  } catch (const InputError& error) {
    EXPECT_NE(error.problem.find("cannot be listed: "), std::string::npos) << error.problem;
  }
}

TEST_F(VerifyFooled, OffsetsBelowZeroAreFound) {
  change_all_frames([](FrameFile& f) { f.offsets[11] = f.offsets[12] = -10; });
  expect_violation(ViolationKind::topology, 0, {"vertex 11 of dots", "the offset -10 m", "below 0"});
}

/// A folder that is listed while files are renamed into it may leave some out.
TEST_F(VerifyFooled, FramesThatAListingLeftOutAreTaken) {
  const fs::path frames = folder() / "frames";
  fs::remove(frame(3));
  const verify::FrameList list =
      verify::sort_frames(frames, {frame_name(5), frame_name(0), "frame_x.ply", "."});
  std::vector<Index> numbers;
  for (const auto& [number, path] : list.files) {
    numbers.push_back(number);
    EXPECT_EQ(path, frame(number));
  }
  EXPECT_EQ(numbers, (std::vector<Index>{0, 1, 2, 4, 5}));
  EXPECT_EQ(list.strangers, std::vector<std::string>{"frame_x.ply"});
}

/// Stopped after four steps, perhaps damaged, and resumed to the end.
VerifyReport proof_of_resumed_run(const std::function<void(FrameFile&)>& change) {
  const SmallRun run;
  const TemporaryDirectory folder;
  {
    Recorder recorder({folder.path()}, run.info, run.surface, run.fingerprint);
    recorder.begin(run.start, run.half_spaces);
    run.steps(recorder, 1, 4);
    recorder.finish({RunOutcome::interrupted}, run.at(4));
  }
  const fs::path second = folder.path() / "frames" / frame_name(1);
  FrameFile frame = read_frame(second);
  change(frame);
  write_file(second, format_frame(frame));
  {
    Recorder recorder({.folder = folder.path(), .existing = ExistingRun::resume}, run.info, run.surface,
                      run.fingerprint);
    recorder.begin(*recorder.resumed_state(), run.half_spaces);
    run.steps(recorder, 5, 10);
    recorder.finish({}, run.at(10));
  }
  return verify_run(folder.path());
}

TEST(VerifyResumed, ARunThatGoesOnDoesNotVouchForAFrameThatHasChanged) {
  EXPECT_TRUE(proof_of_resumed_run([](FrameFile&) {}).is_good());
  const VerifyReport report = proof_of_resumed_run([](FrameFile& f) { f.positions[0].x() += 0.01; });
  EXPECT_EQ(report.violations.totals[static_cast<size_t>(ViolationKind::altered)], 1);
}

}  // namespace
}  // namespace lacuna::test
