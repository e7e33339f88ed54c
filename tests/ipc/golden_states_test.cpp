// Recorded states of a few short runs. A change that only moves code around must leave every bit of them
// alone; a change of the method records new ones (the failing test prints the new row) and says so in its
// commit.
//
// Bits depend on the compiler and on the instruction set, so hashes are compared only in the build that
// recorded them: GCC 12, optimised, x86-64-v3 (AVX2 and FMA). Any other build compares the mean position and
// the root mean square velocity, within what a converged step leaves open.
#include "base/hash.h"
#include "io/checkpoint.h"
#include "scene/read_scene.h"
#include "scene/scene_names.h"
#include "support/scenes.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace lacuna::test {
namespace {

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ == 12 && defined(__AVX2__) && defined(__FMA__) && \
    defined(__OPTIMIZE__) && defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) &&                          \
    !defined(__SANITIZE_THREAD__)
constexpr bool is_recording_build = true;
#else
constexpr bool is_recording_build = false;
#endif

// Of the size of the scene, and of the largest of the two velocities or of a metre per second. Granules
// multiply rounding with every collision: unoptimised code ends 0.011 from the recorded speed.
constexpr double tolerance = 3e-2;

/// A short run.
struct GoldenRun {
  const char* name;
  const char* scene;
  int steps;
  std::vector<std::string> overrides;
  int resumed_at = 0;  ///< the rest is run from a checkpoint of this step; 0: in one go
};

/// Where it ends.
struct GoldenState {
  std::uint64_t hash;          ///< of x and v
  std::array<double, 3> mean;  ///< m, of x over dynamic vertices
  double speed;                ///< m/s, root mean square over dynamic vertices
};

void PrintTo(const GoldenRun& run, std::ostream* out) { *out << run.name; }

const std::vector<GoldenRun> runs = {
    {"Solids", "ipc/chain5", 20, {"detail=0.25"}},
    {"Cloth", "cipc/drape", 14, {"detail=0.15"}},
    {"StrainLimit", "cipc/drape-both-limits", 14, {"detail=0.15"}},
    {"Rods", "cipc/hairs-small", 12, {"detail=0.2"}},
    {"Particles", "cipc/granules-small", 20, {"detail=0.5"}},
    {"Friction", "ipc/card-house", 10, {"detail=0.25", "ipc.friction_passes=3"}},
    {"Scripts", "ipc/rollers", 60, {"detail=0.25"}},
    {"Static", "cipc/drape", 2, {"detail=0.1", "integrator=static"}},
    {"Bdf2", "ipc/slope-slip", 40, {"integrator=bdf2"}},
    {"Newmark", "ipc/golf-ball", 70, {"detail=0.25"}},
    {"Seams", "cipc/skirt", 12, {"detail=0.12"}},
    {"Resume", "ipc/sphere-on-mat", 40, {"detail=0.2"}, 20},
};

const std::map<std::string, GoldenState> recorded = {
    {"Solids", {0x80fa34965619355c, {-0.000494035, -3.40205, -0.000781061}, 5.30195}},
    {"Cloth", {0xe685ed5e5c57981a, {0.00159229, -0.0914491, 0.00441902}, 0.0487499}},
    {"StrainLimit", {0xc640146db168592f, {0.000400267, -0.0868045, 0.00632009}, 0.0122869}},
    {"Rods", {0xe6b8ee623ee02a70, {0.042408, -0.015346, -9.55401e-06}, 0.461606}},
    {"Particles", {0xf342aa8887f8b97f, {0.000313322, -0.0097649, 0.000282234}, 0.211442}},
    {"Friction", {0xec5480091e54a7fd, {6.53053e-07, 0.382811, 1.55294e-07}, 1.08521e-05}},
    {"Scripts", {0xf310ac5ae73f2c07, {-0.0108228, 1.07644, 0.00820427}, 1.22419}},
    {"Static", {0xe3b232ec725ea7ae, {0.00582567, -0.082482, 0.00486397}, 0.628459}},
    {"Bdf2", {0xb805735ac00a7278, {0.206891, 0.314607, -1.20826e-07}, 0.0878005}},
    {"Newmark", {0xbb717b527409b8a0, {0.0699467, -2.93341e-06, 4.41448e-07}, 43.3808}},
    {"Seams", {0x3f72420d917afcb9, {0.00879193, 0.675112, 0.00248133}, 0.0701969}},
    {"Resume", {0x31f29bcf2b4e1b15, {-0.00197555, -0.108189, -0.00127856}, 0.635723}},
};

class GoldenStates : public testing::TestWithParam<GoldenRun> {};
INSTANTIATE_TEST_SUITE_P(Recorded, GoldenStates, testing::ValuesIn(runs),
                         [](const auto& info) { return info.param.name; });

std::uint64_t hash_of_motion(const State& state) {
  const auto bytes = [](const std::vector<Vec3>& vectors) {
    return std::string_view(reinterpret_cast<const char*>(vectors.data()), sizeof(Vec3) * vectors.size());
  };
  std::string text(bytes(state.x));
  text += bytes(state.v);
  return hash_of(text);
}

struct Summary {
  Vec3 mean = Vec3::Zero();
  double speed = 0;
};

Summary summary_of(const Simulation& simulation) {
  Summary sum;
  double count = 0;
  for (size_t v = 0; v < simulation.state().x.size(); ++v) {
    if (!simulation.model().is_dynamic[v]) continue;
    sum.mean += simulation.state().x[v];
    sum.speed += simulation.state().v[v].squaredNorm();
    count += 1;
  }
  return {sum.mean / count, std::sqrt(sum.speed / count)};
}

TEST_P(GoldenStates, AreReachedAgain) {
  const GoldenRun& run = GetParam();
  const GoldenState& golden = recorded.at(run.name);
  const Scene scene = read_scene(find_scene(run.scene), run.overrides);
  Simulation simulation(scene);
  Index contacts = 0;
  for (int s = 0; s < run.steps; ++s) {
    if (run.resumed_at > 0 && s == run.resumed_at) {
      const std::string checkpoint =
          format_checkpoint(simulation.state(), {simulation.model().vertex_count(), 0});
      simulation = Simulation(scene);
      simulation.restore(parse_checkpoint(checkpoint, "test").state);
    }
    contacts += advance(simulation).contacts;
  }
  const Summary now = summary_of(simulation);
  const std::uint64_t hash = hash_of_motion(simulation.state());
  const std::string row = fmt::format("{{\"{}\", {{0x{:016x}, {{{:.6g}, {:.6g}, {:.6g}}}, {:.6g}}}}},",
                                      run.name, hash, now.mean.x(), now.mean.y(), now.mean.z(), now.speed);
  const Vec3 mean(golden.mean[0], golden.mean[1], golden.mean[2]);
  EXPECT_LT((now.mean - mean).norm(), tolerance * simulation.model().size) << row;
  EXPECT_LT(std::abs(now.speed - golden.speed), tolerance * std::max({1.0, now.speed, golden.speed})) << row;
  EXPECT_GT(contacts, 0) << "nothing touched";
  if (is_recording_build) {
    EXPECT_EQ(hash, golden.hash) << row;
  }
}

}  // namespace
}  // namespace lacuna::test
