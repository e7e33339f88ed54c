// static.ply: the parts that never move, written once.
#include "base/file.h"
#include "io/run_support.h"
#include "mesh/file/read_mesh.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace lacuna::test {
namespace {

namespace fs = std::filesystem;

/// A static floor of so many vertices, then a strip of cloth above it.
struct FloorAndCloth {
  Surface surface;
  State state;

  explicit FloorAndCloth(Index floor_columns) {
    const auto add = [&](const Mesh& mesh, const SurfaceObject& object) {
      surface.add(mesh, object);
      state.x.insert(state.x.end(), mesh.vertices.begin(), mesh.vertices.end());
    };
    add(strip_at({0, 0, 0}, floor_columns), {.offset = 0.01, .is_static = true});
    add(strip_at({0, 1, 0}, 6), {.offset = 0.02});
    state.v.assign(state.x.size(), Vec3(1, 2, 3));
    state.step = 7;
  }
};

/// One line for each vertex and element, with positions in the place of numbers.
std::vector<std::string> contents(const FrameFile& frame) {
  std::vector<std::string> lines;
  const auto text = [&](Index i) {
    const auto v = static_cast<size_t>(i);
    const Vec3& x = frame.positions[v];
    return fmt::format("{} {} {} object {} offset {} kinematic {}", x.x(), x.y(), x.z(), frame.objects[v],
                       frame.offsets[v], frame.is_kinematic[v]);
  };
  for (Index v = 0; v < count_of(frame.positions); ++v) lines.push_back(text(v));
  for (const Triangle& t : frame.triangles)
    lines.push_back(fmt::format("{} | {} | {}", text(t[0]), text(t[1]), text(t[2])));
  for (const Edge& e : frame.edges) lines.push_back(fmt::format("{} | {}", text(e[0]), text(e[1])));
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST(StaticFile, FrameAndStaticFileTogetherShowWhatAWholeFrameShows) {
  const FloorAndCloth scene(5);
  const FrameLayout whole(scene.surface), split(scene.surface, StaticParts::once);
  FrameFile frame = make_frame(split, scene.surface, scene.state, {});
  const FrameFile static_parts = make_static(split, scene.surface, scene.state);
  EXPECT_EQ(frame.positions.size(), 12U);
  EXPECT_EQ(static_parts.positions.size(), 10U);
  EXPECT_EQ(static_parts.velocities[0], Vec3(0, 0, 0));
  EXPECT_EQ(split.frame_of[0], -1) << "of the floor";
  EXPECT_EQ(split.frame_of[10], 0) << "the first of the cloth";
  add_static(static_parts, frame);
  EXPECT_EQ(contents(frame), contents(make_frame(whole, scene.surface, scene.state, {})));
  EXPECT_EQ(frame.positions[12], scene.state.x[0]) << "static vertices follow those of the frame";
  EXPECT_EQ(frame.triangles[10], (Triangle{12, 13, 14}));
}

TEST(StaticFile, OnlyManyVerticesAreWrittenOnceByDefault) {
  const auto apart = [](Index columns, StaticParts static_parts) {
    return FrameLayout(FloorAndCloth(columns).surface, static_parts).apart.vertices.size();
  };
  EXPECT_EQ(apart(4999, StaticParts::automatic), 0U);
  EXPECT_EQ(apart(5000, StaticParts::automatic), 10000U);
  EXPECT_EQ(apart(5000, StaticParts::every_frame), 0U);
  EXPECT_EQ(apart(2, StaticParts::once), 4U);
}

TEST(StaticFile, FramesAreNeverEmpty) {
  Surface surface;
  surface.add(strip_at({0, 0, 0}, 4), {.is_static = true});
  EXPECT_EQ(FrameLayout(surface, StaticParts::once).vertices.size(), 8U);
}

TEST(StaticFile, FramesNameItWithItsChecksum) {
  const ScratchFolder folder;
  StaticRun().write(folder.path());
  const std::string bytes = read_file(folder.path() / "static.ply");
  const std::string hash = hash_text(hash_of(bytes));
  EXPECT_EQ(run_of(folder.path())["static_hash"].string_or(""), hash);
  for (Index number = 0; number < 6; ++number) {
    const std::string frame = read_file(folder.path() / "frames" / frame_name(number));
    EXPECT_NE(frame.find("\ncomment static ../static.ply " + hash + "\n"), std::string::npos);
    EXPECT_EQ(parse_frame(frame, "frame").static_hash, hash);
    EXPECT_EQ(parse_frame(frame, "frame").positions.size(), 25U) << "all but the slab";
    EXPECT_EQ(parse_frame_stamp(frame, frame.size(), "frame").static_hash, hash);
    EXPECT_EQ(read_ply(frame, "frame.ply").mesh.triangles.size(), 16U) << "by an ordinary reader";
  }
  EXPECT_EQ(read_ply(bytes, "static.ply").mesh.triangles.size(), 2U);
}

TEST(StaticFile, WithoutItFramesAreAsEver) {
  const ScratchFolder folder;
  StaticRun run;
  run.info.static_parts = StaticParts::every_frame;
  run.write(folder.path());
  EXPECT_FALSE(fs::exists(folder.path() / "static.ply"));
  EXPECT_EQ(run_of(folder.path())["static_hash"].string_or("?"), "");
  const std::string frame = read_file(folder.path() / "frames" / frame_name(0));
  EXPECT_EQ(frame.find("comment static"), std::string::npos);
  EXPECT_EQ(parse_frame(frame, "frame").positions.size(), 29U);
}

TEST(StaticFile, RunThatReplacesAnotherLeavesNoneBehind) {
  const ScratchFolder folder;
  StaticRun().write(folder.path());
  ClothRun().write(folder.path());
  EXPECT_FALSE(fs::exists(folder.path() / "static.ply"));
}

TEST(StaticFile, ResumeWritesItAgainWhereItIsMissingOrDamaged) {
  const StaticRun run;
  const ScratchFolder whole;
  run.write(whole.path());
  for (const bool is_removed : {true, false}) {
    const ScratchFolder folder;
    run.write_part(folder.path(), 5);
    if (is_removed)
      fs::remove(folder.path() / "static.ply");
    else
      fs::resize_file(folder.path() / "static.ply", 300);
    const std::vector<std::string> notices = run.resume(folder.path());
    EXPECT_NE(notices.back().find("static.ply: missing or damaged; rewritten"), std::string::npos);
    EXPECT_EQ(files(folder.path()), files(whole.path()));
  }
}

TEST(StaticFile, ResumedRunWritesFramesAsItBegan) {
  for (const StaticParts first : {StaticParts::once, StaticParts::every_frame}) {
    StaticRun run;
    run.info.static_parts = first;
    const ScratchFolder whole, folder;
    run.write(whole.path());
    run.write_part(folder.path(), 5);
    run.info.static_parts = first == StaticParts::once ? StaticParts::every_frame : StaticParts::once;
    const std::vector<std::string> notices = run.resume(folder.path());
    EXPECT_EQ(files(folder.path()), files(whole.path()));
    EXPECT_TRUE(std::any_of(notices.begin(), notices.end(), [](const std::string& notice) {
      return notice.find("frames continue as they began") != std::string::npos;
    }));
  }
}

TEST(StaticFileDeathTest, StaticVertexThatMovesIsNotHidden) {
  const ScratchFolder folder;
  const StaticRun run;
  Recorder recorder({folder.path()}, run.info, run.surface, run.fingerprint);
  recorder.begin(run.start, run.half_spaces);
  State moved = run.at(2);
  moved.x.back().y() += 1e-15;
  EXPECT_DEATH(recorder.record_step(run.report(2), moved, run.half_spaces), "static vertex 29 has moved");
}

}  // namespace
}  // namespace lacuna::test
