#include "mesh/tetrahedralise.h"

#include "base/input_error.h"
#include "base/process.h"
#include "mesh/measures.h"
#include "mesh/shape/surfaces.h"
#include "mesh/transform.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>

namespace lacuna {
namespace {

const char* program_name(Mesher mesher) { return mesher == Mesher::tetgen ? "tetgen" : "gmsh"; }

#define REQUIRE_MESHER(mesher) \
  if (!find_program(program_name(mesher))) GTEST_SKIP() << program_name(mesher) << " is not installed"

/// An environment variable with another value until the end of the scope.
class EnvironmentOverride {
 public:
  EnvironmentOverride(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~EnvironmentOverride() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
  EnvironmentOverride(const EnvironmentOverride&) = delete;
  EnvironmentOverride& operator=(const EnvironmentOverride&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

void write_program(const std::filesystem::path& file, const std::string& script) {
  std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

InputError error_of(const Mesh& surface, const TetrahedraliseParam& param = {}) {
  try {
    tetrahedralise(surface, param);
  } catch (const InputError& error) {
    return error;
  }
  ADD_FAILURE() << "no error";
  return {"", ""};
}

std::vector<Triangle> sorted(std::vector<Triangle> triangles) {
  for (Triangle& t : triangles) std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

void expect_fills(const Mesh& solid, const Mesh& surface) {
  ASSERT_GE(solid.vertices.size(), surface.vertices.size());
  EXPECT_TRUE(std::equal(surface.vertices.begin(), surface.vertices.end(), solid.vertices.begin()));
  EXPECT_EQ(sorted(boundary_triangles(solid.tets)), sorted(surface.triangles));
  EXPECT_NEAR(total_volume(solid.vertices, solid.tets), enclosed_volume(surface.vertices, surface.triangles),
              1e-9);
  EXPECT_GT(tet_mesh_quality(solid.vertices, solid.tets).min_volume, 0);
}

class TetrahedraliseWith : public testing::TestWithParam<Mesher> {};

TEST_P(TetrahedraliseWith, KeepsTheSurfaceAndFillsIt) {
  REQUIRE_MESHER(GetParam());
  for (const Mesh& surface : {sphere_surface({0.5, 4}), torus_surface({0.4, 0.1, 2}), tube_surface({}),
                              box_surface({{1, 2, 3}, {2, 3, 4}}), cone_surface({})}) {
    TetrahedraliseParam param;
    param.mesher = GetParam();
    expect_fills(tetrahedralise(surface, param), surface);
  }
}

TEST_P(TetrahedraliseWith, TurnsASurfaceThatIsInsideOut) {
  REQUIRE_MESHER(GetParam());
  const Mesh surface = sphere_surface({0.5, 3});
  Mesh inside_out = surface;
  flip_orientation(inside_out);
  TetrahedraliseParam param;
  param.mesher = GetParam();
  expect_fills(tetrahedralise(inside_out, param), surface);
}

TEST_P(TetrahedraliseWith, NamesASurfaceThatIntersectsItself) {
  REQUIRE_MESHER(GetParam());
  Mesh surface = sphere_surface({0.5, 3});
  Mesh other = surface;
  translate(other, {0.31, 0.17, 0.05});
  append(surface, other);
  TetrahedraliseParam param;
  param.mesher = GetParam();
  const InputError error = error_of(surface, param);
  const bool has_last_words = error.hint.find("printed:\n") != std::string::npos;
  EXPECT_TRUE(has_last_words || error.problem.find("cannot be used") != std::string::npos) << error.what();
}

INSTANTIATE_TEST_SUITE_P(Tools, TetrahedraliseWith, testing::Values(Mesher::tetgen, Mesher::gmsh),
                         [](const auto& info) { return program_name(info.param); });

TEST(Tetrahedralise, TetGenHonoursTheSizeLimits) {
  REQUIRE_MESHER(Mesher::tetgen);
  const Mesh surface = box_surface({{1, 1, 1}, {4, 4, 4}});
  TetrahedraliseParam param;
  param.mesher = Mesher::tetgen;
  param.max_volume = 1e-3;
  const Mesh kept = tetrahedralise(surface, param);
  param.surface = SurfaceUse::refine;
  const Mesh refined = tetrahedralise(surface, param);
  const auto volumes = tet_volumes(refined.vertices, refined.tets);
  EXPECT_LE(*std::max_element(volumes.begin(), volumes.end()), 1e-3 * (1 + 1e-9));
  param.surface = SurfaceUse::keep;
  param.edge_length = 0.1;  // a smaller tet than max_volume
  EXPECT_GT(tetrahedralise(surface, param).tets.size(), 2 * kept.tets.size());
}

TEST(Tetrahedralise, TetGenMayRefineTheSurface) {
  REQUIRE_MESHER(Mesher::tetgen);
  const Mesh surface = box_surface({{1, 1, 1}, {1, 1, 1}});
  TetrahedraliseParam param;
  param.mesher = Mesher::tetgen;
  param.surface = SurfaceUse::refine;
  param.edge_length = 0.2;
  const Mesh solid = tetrahedralise(surface, param);
  EXPECT_GT(boundary_triangles(solid.tets).size(), surface.triangles.size());
  EXPECT_TRUE(std::equal(surface.vertices.begin(), surface.vertices.end(), solid.vertices.begin()));
  EXPECT_NEAR(total_volume(solid.vertices, solid.tets), 1, 1e-9);
}

TEST(Tetrahedralise, SmallAndFarBodiesAreFilledLikeAnyOther) {
  REQUIRE_MESHER(Mesher::tetgen);
  Mesh surface = sphere_surface({0.5, 4});
  TetrahedraliseParam param;
  param.mesher = Mesher::tetgen;
  param.edge_length = 0.1;
  const size_t tet_count = tetrahedralise(surface, param).tets.size();
  scale(surface, Vec3::Constant(1e-7));
  translate(surface, Vec3::Constant(1e-3));
  param.edge_length *= 1e-7;
  EXPECT_NEAR(static_cast<double>(tetrahedralise(surface, param).tets.size()), static_cast<double>(tet_count),
              0.1 * static_cast<double>(tet_count));
}

TEST(Tetrahedralise, CavitiesStayEmpty) {
  REQUIRE_MESHER(Mesher::tetgen);
  Mesh surface = sphere_surface({0.5, 4});
  Mesh cavity = sphere_surface({0.3, 3});
  flip_orientation(cavity);
  append(surface, cavity);
  TetrahedraliseParam param;
  param.mesher = Mesher::tetgen;
  param.edge_length = 0.05;  // puts vertices into the cavity too, which must be gone
  const Mesh solid = tetrahedralise(surface, param);
  expect_fills(solid, surface);
  const VertexElements tets = vertex_tets(solid.tets, count_of(solid.vertices));
  for (Index v = 0; v < count_of(solid.vertices); ++v) EXPECT_FALSE(tets.at(v).empty());
}

TEST(Tetrahedralise, SeveralBodiesAtOnce) {
  REQUIRE_MESHER(Mesher::tetgen);
  const Mesh surface = array(sphere_surface({0.4, 2}), {{2, 1, 1}, {1, 1, 1}});
  const Mesh solid = tetrahedralise(surface);
  expect_fills(solid, surface);
  EXPECT_EQ(connected_components(solid).count, 2);
}

TEST(Tetrahedralise, OpenSurfaceIsNamed) {
  Mesh surface = sphere_surface({0.5, 2});
  surface.triangles.pop_back();
  const InputError error = error_of(surface);
  EXPECT_NE(error.problem.find("not closed: 3 of"), std::string::npos) << error.what();
  EXPECT_FALSE(error.hint.empty());
}

TEST(Tetrahedralise, SurfaceTurnedAgainstItselfIsNamed) {
  Mesh surface = sphere_surface({0.5, 2});
  std::swap(surface.triangles[0][0], surface.triangles[0][1]);
  EXPECT_NE(error_of(surface).problem.find("at 3 the triangles"), std::string::npos);
}

TEST(Tetrahedralise, MissingMesherSaysHowToInstallIt) {
  const EnvironmentOverride path("PATH", "/nonexistent");
  const InputError error = error_of(sphere_surface({}));
  EXPECT_NE(error.hint.find("apt-get install tetgen"), std::string::npos) << error.what();
  EXPECT_NE(error.hint.find("gmsh"), std::string::npos) << error.what();
}

TEST(Tetrahedralise, FailureShowsTheMeshersLastWords) {
  const TemporaryDirectory folder;
  write_program(folder.path() / "tetgen", "echo something went wrong here; exit 3");
  const EnvironmentOverride path("PATH", folder.path().string());
  const InputError error = error_of(sphere_surface({}));
  EXPECT_NE(error.problem.find("exit code 3"), std::string::npos) << error.what();
  EXPECT_NE(error.hint.find("something went wrong here"), std::string::npos) << error.what();
}

TEST(Tetrahedralise, StopsAtTheTimeLimitAndLeavesNoFiles) {
  const TemporaryDirectory folder, temporary;
  write_program(folder.path() / "tetgen", "while :; do :; done");
  const EnvironmentOverride path("PATH", folder.path().string());
  const EnvironmentOverride tmp("TMPDIR", temporary.path().string());
  TetrahedraliseParam param;
  param.time_limit = 0.2;
  const InputError error = error_of(sphere_surface({}), param);
  EXPECT_NE(error.problem.find("stopped after 0.2 s"), std::string::npos) << error.what();
  EXPECT_TRUE(std::filesystem::is_empty(temporary.path()));
}

TEST(Tetrahedralise, NonsenseFromTheMesherIsNamed) {
  const TemporaryDirectory folder;
  write_program(folder.path() / "tetgen",
                "out=${2%.smesh}\necho 4 3 0 zero > $out.1.node\necho 1 4 0 > $out.1.ele\n");
  const EnvironmentOverride path("PATH", folder.path().string());
  EXPECT_NE(error_of(sphere_surface({})).problem.find("'zero'"), std::string::npos);
}

TEST(Tetrahedralise, AVertexTheMesherDoesNotHaveIsNamed) {
  const TemporaryDirectory folder;
  write_program(folder.path() / "tetgen",
                "out=${2%.smesh}\nprintf '1 3 0 0\\n0 0 0 0\\n' > $out.1.node\n"
                "printf '1 4 1\\n0 0 0 0 999999999 1\\n' > $out.1.ele\n");
  const EnvironmentOverride path("PATH", folder.path().string() + ":/usr/bin:/bin");
  EXPECT_NE(error_of(sphere_surface({})).problem.find("vertex 999999999 of 1"), std::string::npos);
}

TEST(Tetrahedralise, AnAbsurdNumberOfTetsIsRefusedBeforeTheMesherRuns) {
  const EnvironmentOverride path("PATH", "/nonexistent");
  for (double edge : {1e-300, 1e-4}) {
    TetrahedraliseParam param;
    param.edge_length = edge;
    EXPECT_NE(error_of(sphere_surface({}), param).problem.find("the limit is"), std::string::npos) << edge;
  }
}

TEST(Tetrahedralise, BadParametersAreNamed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto where_of = [](double TetrahedraliseParam::*field, double value) {
    TetrahedraliseParam param;
    param.*field = value;
    return error_of(sphere_surface({}), param).where;
  };
  EXPECT_EQ(where_of(&TetrahedraliseParam::edge_length, -1), "tetrahedralise.edge_length");
  EXPECT_EQ(where_of(&TetrahedraliseParam::max_volume, nan), "tetrahedralise.max_volume");
  EXPECT_EQ(where_of(&TetrahedraliseParam::radius_edge_ratio, 0.5), "tetrahedralise.radius_edge_ratio");
  EXPECT_EQ(where_of(&TetrahedraliseParam::time_limit, 0), "tetrahedralise.time_limit");
}

}  // namespace
}  // namespace lacuna
