#include "io/frames.h"

#include "base/file.h"
#include "base/input_error.h"
#include "io/run_support.h"
#include "mesh/file/read_mesh.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <cstring>

namespace lacuna::test {
namespace {

FrameFile small_frame() {
  const SmallRun run;
  return make_frame(FrameLayout(run.surface), run.surface, run.at(7), run.half_spaces);
}

TEST(Frames, VerticesInsideSolidsAreLeftOut) {
  const SmallRun run;
  const FrameLayout layout(run.surface);
  EXPECT_EQ(layout.vertices.size(), run.start.x.size() - 1);
  EXPECT_EQ(layout.frame_of[4], -1);
  for (size_t i = 0; i < layout.vertices.size(); ++i)
    EXPECT_EQ(layout.frame_of[static_cast<size_t>(layout.vertices[i])], static_cast<Index>(i));
  EXPECT_EQ(layout.triangles.size(), 6U);
  EXPECT_EQ(layout.edges.size(), 2U);
}

TEST(Frames, ShellsAreFacesRodsAreEdgesAndParticlesAreLoneVertices) {
  const ClothRun run;
  const FrameFile frame = make_frame(FrameLayout(run.surface), run.surface, run.at(0), {});
  std::vector<int> face_corners(5, 0), edge_ends(5, 0), vertices(5, 0);  // by object
  const auto object_of = [&](Index v) { return static_cast<size_t>(frame.objects[static_cast<size_t>(v)]); };
  for (const Index object : frame.objects) ++vertices[static_cast<size_t>(object)];
  for (const Triangle& t : frame.triangles)
    for (const Index v : t) ++face_corners[object_of(v)];
  for (const Edge& e : frame.edges)
    for (const Index v : e) ++edge_ends[object_of(v)];
  // Solid, sheet, rod, dots, cloth.
  EXPECT_EQ(vertices, (std::vector<int>{4, 4, 3, 2, 12})) << "the vertex inside the solid is not there";
  EXPECT_EQ(face_corners, (std::vector<int>{12, 6, 0, 0, 30}));
  EXPECT_EQ(edge_ends, (std::vector<int>{0, 0, 4, 0, 0}));
}

TEST(Frames, WhatIsWrittenIsReadBackBitForBit) {
  FrameFile frame = small_frame();
  Random random;
  for (Vec3& x : frame.positions) x += random.in_box(1e-3);
  frame.time = 0.1 + 0.2;
  const FrameFile back = parse_frame(format_frame(frame), "frame");
  EXPECT_EQ(back.time, frame.time);
  EXPECT_EQ(back.step, 7);
  EXPECT_EQ(back.positions, frame.positions);
  EXPECT_EQ(back.velocities, frame.velocities);
  EXPECT_EQ(back.objects, frame.objects);
  EXPECT_EQ(back.offsets, frame.offsets);
  EXPECT_EQ(back.is_kinematic, frame.is_kinematic);
  EXPECT_EQ(back.triangles, frame.triangles);
  EXPECT_EQ(back.edges, frame.edges);
  ASSERT_EQ(back.half_spaces.size(), 1U);
  EXPECT_EQ(back.half_spaces[0].name, "the floor");
  EXPECT_EQ(back.half_spaces[0].normal, Vec3(0, 2, 0));
}

TEST(Frames, HeaderIsAsPromisedToOtherTools) {
  const std::string bytes = format_frame(small_frame());
  const std::string header = bytes.substr(0, bytes.find("end_header\n") + 11);
  EXPECT_TRUE(header.starts_with("ply\nformat binary_little_endian 1.0\ncomment time 0.1"));
  EXPECT_NE(header.find("comment step 7\n"), std::string::npos);
  EXPECT_NE(
      header.find("property double x\nproperty double y\nproperty double z\nproperty double vx\n"
                  "property double vy\nproperty double vz\nproperty int object\nproperty double offset\n"
                  "property uchar kinematic\nelement face 6\nproperty list uchar int vertex_indices\n"
                  "element edge 2\nproperty int vertex1\nproperty int vertex2\nend_header\n"),
      std::string::npos);
  EXPECT_EQ(bytes.size(), header.size() + 13 * 61 + 6 * 13 + 2 * 8);
}

TEST(Frames, OrdinaryMeshReaderTakesThem) {
  const MeshFile file = read_ply(format_frame(small_frame()), "frame.ply");
  EXPECT_EQ(file.mesh.triangles.size(), 6U);
  EXPECT_EQ(file.mesh.edges.size(), 2U);
}

TEST(Frames, EveryTruncationAndWrongIndexIsAnInputError) {
  FrameFile frame = small_frame();
  const std::string bytes = format_frame(frame);
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW(parse_frame(bytes.substr(0, size), "frame"), InputError) << size;
  frame.triangles[0][1] = count_of(frame.positions);
  EXPECT_THROW(parse_frame(format_frame(frame), "frame"), InputError);
  frame = small_frame();
  frame.objects[0] = -1;
  EXPECT_THROW(parse_frame(format_frame(frame), "frame"), InputError);
}

TEST(Frames, StampComesFromTheHeaderAndTheSize) {
  const std::string bytes = format_frame(small_frame());
  const std::string head = bytes.substr(0, bytes.find("end_header\n") + 11);
  EXPECT_EQ(parse_frame_stamp(head, bytes.size(), "f").step, 7);
  EXPECT_EQ(parse_frame_stamp(bytes, bytes.size(), "f").time, small_frame().time);
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW(parse_frame_stamp(bytes.substr(0, size), size, "f"), InputError) << size;
  EXPECT_THROW(parse_frame_stamp(bytes, bytes.size() + 1, "f"), InputError);
  EXPECT_THROW(parse_frame_stamp(std::string(bytes.size(), '\0'), bytes.size(), "f"), InputError);
}

TEST(Frames, NamesSortAsNumbersDo) {
  EXPECT_EQ(frame_name(12), "frame_000012.ply");
  EXPECT_EQ(frame_number("frame_000012.ply"), 12);
  EXPECT_EQ(frame_number("frame_1000012.ply"), 1000012);
  for (const char* name :
       {"frame_12.ply", "frame_.ply", "frame_00001x.ply", "frame_000012.obj", ".frame_000012.ply"})
    EXPECT_FALSE(frame_number(name)) << name;
}

int frames_in(double fps, double dt, double duration, const Playback& playback = {}) {
  FrameClock clock(fps, playback);
  int count = clock.is_due(0, dt);
  double time = 0;
  const int steps = static_cast<int>(std::lround(duration / dt));
  for (int i = 0; i < steps; ++i) count += clock.is_due(time += dt, dt);
  return count;
}

TEST(Frames, ClockIsNeitherLateNorEarlyByRounding) {
  EXPECT_EQ(frames_in(25, 0.04, 2), 51);
  EXPECT_EQ(frames_in(25, 0.01, 2), 51);
  EXPECT_EQ(frames_in(25, 0.001, 40), 1001);
  EXPECT_EQ(frames_in(30, 1.0 / 300, 10), 301);
  EXPECT_EQ(frames_in(25, 0.1, 1), 11) << "at most one per step";
  EXPECT_EQ(frames_in(25, 0.03, 0.12), 4) << "0, 0.06, 0.09, 0.12";
}

TEST(Frames, ClockCountsFramesOfTheVideo) {
  EXPECT_EQ(frames_in(25, 0.004, 2, {{{{0, 0.1}}}}), 501);
  EXPECT_EQ(frames_in(25, 0.4, 20, {{{{0, 10}}}}), 51);
}

}  // namespace
}  // namespace lacuna::test
