#include "mesh/file/samples.h"

#include "base/file.h"
#include "base/input_error.h"
#include "mesh/file/read_mesh.h"
#include "mesh/file/write_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <functional>
#include <random>
#include <sys/resource.h>
#include <unistd.h>

namespace lacuna::test {
namespace {

namespace fs = std::filesystem;

TEST(MeshSamples, EveryVariantOfEveryFormatGivesItsMesh) {
  for (const SampleSet& set : all_samples())
    for (const Sample& sample : set.samples)
      ASSERT_NO_THROW(expect_same(set.read(sample.bytes, sample.name).mesh, sample.mesh, sample.name))
          << sample.name;
}

/// A folder of its own, removed at the end.
class MeshFiles : public ::testing::Test {
 protected:
  MeshFiles() { fs::create_directories(folder_); }
  ~MeshFiles() override { fs::remove_all(folder_); }
  fs::path folder_ = fs::path(::testing::TempDir()) / ("lacuna_mesh_files_" + std::to_string(getpid()));
};

/// Coordinates with all bits in use, of all sizes, and both zeros.
Mesh awkward_mesh() {
  Mesh mesh;
  std::mt19937_64 random(20240607);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  std::uniform_int_distribution<int> exponent(-300, 60);
  for (int i = 0; i < 300; ++i)
    mesh.vertices.emplace_back(std::ldexp(mantissa(random), exponent(random)), mantissa(random),
                               mantissa(random));
  mesh.vertices.emplace_back(0.0, -0.0, 5e-324);
  mesh.vertices.emplace_back(0.1, 1.0 / 3, 1e99);
  for (Index i = 0; i + 5 < 300; i += 5) {
    mesh.triangles.push_back({i, i + 1, i + 2});
    mesh.edges.push_back({i + 3, i + 4});
  }
  mesh.edges.push_back({300, 301});
  return mesh;
}

TEST_F(MeshFiles, WrittenMeshesReadBackBitForBit) {
  const Mesh surface = awkward_mesh();
  Mesh solid = surface;
  for (Index t = 0; t < 4; ++t) {
    Mesh const two = solid_mesh();
    const Index first = count_of(solid.vertices);
    for (const Vec3& x : two.vertices) solid.vertices.push_back(x / 3 + Vec3::Constant(0.1 * t));
    for (const Tet& tet : two.tets)
      solid.tets.push_back({tet[0] + first, tet[1] + first, tet[2] + first, tet[3] + first});
  }
  for (const char* name : {"a.obj", "a.PLY", "a.msh", "a.vtk", "a.mesh"}) {
    write_mesh(folder_ / name, surface);
    expect_same(read_mesh(folder_ / name).mesh, surface, name);
  }
  for (const char* name : {"s.msh", "s.vtk", "s.mesh"}) {
    write_mesh(folder_ / name, solid, {.msh_version = MshVersion::v2_2});
    expect_same(read_mesh(folder_ / name).mesh, solid, name);
  }
}

TEST_F(MeshFiles, StlKeepsTrianglesToSinglePrecision) {
  Mesh mesh = square_mesh();
  mesh.vertices[1].x() = 1.0 / 3;
  write_mesh(folder_ / "a.stl", mesh);
  const Mesh back = read_mesh(folder_ / "a.stl").mesh;
  EXPECT_EQ(back.triangles, mesh.triangles);
  EXPECT_EQ(back.vertices[1].x(), static_cast<double>(static_cast<float>(1.0 / 3)));
  mesh.vertices[1].x() = 1e50;
  EXPECT_THROW(write_mesh(folder_ / "a.stl", mesh), InputError);
  EXPECT_NO_THROW(read_mesh(folder_ / "a.stl")) << "a failed write must leave the old file";
}

TEST_F(MeshFiles, FormatsRefuseWhatTheyCannotHold) {
  EXPECT_THROW(write_mesh(folder_ / "a.obj", solid_mesh()), InputError);
  EXPECT_THROW(write_mesh(folder_ / "a.ply", solid_mesh()), InputError);
  EXPECT_THROW(write_mesh(folder_ / "a.stl", mixed_mesh()), InputError);
  EXPECT_TRUE(fs::is_empty(folder_));
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(MeshFiles, FailuresNameThePathAndTheReason) {
  const auto message = [&](const char* name) { return message_of([&] { read_mesh(folder_ / name); }); };
  EXPECT_NE(message("none.obj").find("none.obj: no such file"), std::string::npos) << message("none.obj");
  EXPECT_NE(message("a.xyz").find("known formats: obj"), std::string::npos) << message("a.xyz");
  EXPECT_NE(message("a").find("extension"), std::string::npos) << message("a");
  fs::create_symlink("loop.obj", folder_ / "loop.obj");
  EXPECT_NE(message("loop.obj").find("cannot be reached: Too many levels"), std::string::npos)
      << message("loop.obj");
  fs::create_directory(folder_ / "folder.obj");
  EXPECT_NE(message("folder.obj").find("not a regular file"), std::string::npos) << message("folder.obj");

  const auto write_message = [&](const fs::path& path) {
    return message_of([&] { write_mesh(path, square_mesh()); });
  };
  EXPECT_NE(write_message(folder_ / "no" / "a.obj").find("No such file or directory"), std::string::npos);
  EXPECT_NE(write_message(folder_ / "a.doc").find("known formats: .obj"), std::string::npos);
  EXPECT_NE(write_message(folder_ / "folder.obj").find("not a regular file"), std::string::npos);
}

/// Lets no file grow beyond a size, as a full disk would.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*old_handler_)(int);
  rlimit old_{};
};

TEST_F(MeshFiles, AWriteThatFailsHalfwayLeavesTheOldFileAndNothingElse) {
  write_file(folder_ / "a", "old");
  std::string message;
  {
    const FileSizeLimit limit(100000);
    message = message_of([&] { write_file(folder_ / "a", std::string(200000, 'x')); });
  }
  EXPECT_NE(message.find("cannot be written: File too large"), std::string::npos) << message;
  EXPECT_EQ(read_file(folder_ / "a"), "old");
  write_file(folder_ / "a", "new");
  EXPECT_EQ(read_file(folder_ / "a"), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "no temporary file stays";
}

}  // namespace
}  // namespace lacuna::test
