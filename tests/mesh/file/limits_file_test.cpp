#include "mesh/file/limits_file.h"

#include "base/input_error.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lacuna::test {
namespace {

std::vector<LimitedTriangle> two_triangles() {
  std::vector<LimitedTriangle> triangles(2);
  triangles[0].vertices = {7, 2, 5};
  triangles[0].rest_edges << 0.1, 0.03, 0, 1.0 / 3;
  triangles[0].stretch_limit = 1.0608;
  triangles[0].compression_limit = 0.8;
  triangles[1].vertices = {0, 1, 2};
  triangles[1].rest_edges << 0.1, 0, -0.2, 0.3;
  triangles[1].green_limits = {0.1, 0.2, 0.3};
  return triangles;
}

std::string problem_of(const std::string& bytes) {
  try {
    (void)parse_limits(bytes, "limits.ply");
  } catch (const InputError& error) {
    return error.problem;
  }
  return "";
}

std::string problem_of(const LimitedTriangle& triangle) { return problem_of(format_limits({triangle})); }

TEST(LimitsFile, WhatIsWrittenIsReadBackBitForBit) {
  Random random;
  std::vector<LimitedTriangle> triangles = two_triangles();
  for (LimitedTriangle& triangle : triangles)
    for (double& entry : triangle.rest_edges.reshaped()) entry += random.uniform(-1e-3, 1e-3);
  const std::vector<LimitedTriangle> back = parse_limits(format_limits(triangles), "limits.ply");
  ASSERT_EQ(back.size(), triangles.size());
  for (size_t t = 0; t < back.size(); ++t) {
    EXPECT_EQ(back[t].vertices, triangles[t].vertices);
    EXPECT_EQ(back[t].rest_edges, triangles[t].rest_edges);
    EXPECT_EQ(back[t].stretch_limit, triangles[t].stretch_limit);
    EXPECT_EQ(back[t].compression_limit, triangles[t].compression_limit);
    EXPECT_EQ(back[t].green_limits, triangles[t].green_limits);
  }
  EXPECT_FALSE(back[0].is_woven());
  EXPECT_TRUE(back[1].is_woven());
}

TEST(LimitsFile, HeaderIsAsPromisedToOtherTools) {
  const std::string bytes = format_limits(two_triangles());
  const std::string header =
      "ply\nformat binary_little_endian 1.0\nelement limited_triangle 2\nproperty int vertex1\n"
      "property int vertex2\nproperty int vertex3\nproperty double edge1_x\nproperty double edge1_y\n"
      "property double edge2_x\nproperty double edge2_y\nproperty double stretch_limit\n"
      "property double compression_limit\nproperty double warp_limit\nproperty double weft_limit\n"
      "property double shear_limit\nend_header\n";
  EXPECT_EQ(bytes.substr(0, header.size()), header);
  EXPECT_EQ(bytes.size(), header.size() + size_t{2} * 84);
}

TEST(LimitsFile, EveryTruncationIsAnInputError) {
  const std::string bytes = format_limits(two_triangles());
  for (size_t size = 0; size < bytes.size(); ++size) EXPECT_NE(problem_of(bytes.substr(0, size)), "") << size;
}

TEST(LimitsFile, MissingPropertiesAndOtherElementsAreNamed) {
  std::string bytes = format_limits(two_triangles());
  bytes.replace(bytes.find("weft_limit"), 10, "heft_limit");
  EXPECT_NE(problem_of(bytes).find("'weft_limit'"), std::string::npos) << problem_of(bytes);
  bytes.replace(bytes.find("limited_triangle"), 16, "limited_rectangl");
  EXPECT_NE(problem_of(bytes).find("'limited_triangle'"), std::string::npos) << problem_of(bytes);
}

TEST(LimitsFile, TrianglesWithoutAreaAndLimitsBelowRestAreRefused) {
  for (LimitedTriangle good : two_triangles()) EXPECT_EQ(problem_of(good), "");
  LimitedTriangle flat = two_triangles()[0];
  flat.rest_edges.col(1) = 2 * flat.rest_edges.col(0);
  EXPECT_NE(problem_of(flat).find("no area"), std::string::npos);
  flat.rest_edges(0, 0) = std::nan("");
  EXPECT_NE(problem_of(flat).find("no area"), std::string::npos);
  for (const double limit : {1.0, -1.0, std::nan(""), double{INFINITY}}) {
    LimitedTriangle triangle = two_triangles()[0];
    triangle.stretch_limit = limit;
    EXPECT_NE(problem_of(triangle).find("limits"), std::string::npos) << limit;
  }
  LimitedTriangle squeezed = two_triangles()[0];
  squeezed.compression_limit = 1;
  EXPECT_NE(problem_of(squeezed).find("limits"), std::string::npos);
  LimitedTriangle woven = two_triangles()[1];
  woven.green_limits[2] = 0;
  EXPECT_NE(problem_of(woven).find("limits"), std::string::npos);
  LimitedTriangle lost = two_triangles()[0];
  lost.vertices[1] = -1;
  EXPECT_NE(problem_of(lost).find("vertex -1"), std::string::npos);
}

}  // namespace
}  // namespace lacuna::test
