// A garment as other programs write it: flat panels in one OBJ file with the pattern as texture coordinates
// and loose edges as seams, around a body that follows a sequence of OBJ files. Sewn by its seams, it slides
// down the body until it fits, and then goes with it.
#include "base/file.h"
#include "base/process.h"
#include "contact/intersection_check.h"
#include "support/scenes.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lacuna::test {
namespace {

constexpr Index columns = 16, rows = 6;                      // cells of a panel
constexpr double width = 0.28, height = 0.12, apart = 0.15;  // m; a panel, and its distance from the axis
constexpr Index panel_vertices = (columns + 1) * (rows + 1);

/// Number of a vertex in the file, which counts from 1.
Index vertex(Index panel, Index i, Index j) { return 1 + panel * panel_vertices + j * (columns + 1) + i; }

/// Two rectangles, in front and behind. The pattern is in centimetres and has the panels side by side.
std::string garment_file() {
  std::string text;
  for (Index panel : {0, 1})
    for (Index j = 0; j <= rows; ++j)
      for (Index i = 0; i <= columns; ++i) {
        const double u = width * i / columns, v = height * j / rows;
        text += fmt::format("v {} {} {}\n", u - width / 2, v, panel == 0 ? apart : -apart);
        text += fmt::format("vt {} {}\n", 100 * u + 40.0 * panel, 100 * v);
      }
  for (Index panel : {0, 1})
    for (Index j = 0; j < rows; ++j)
      for (Index i = 0; i < columns; ++i) {
        const Index a = vertex(panel, i, j), b = a + 1, c = vertex(panel, i, j + 1), d = c + 1;
        text += fmt::format("f {0}/{0} {1}/{1} {2}/{2}\nf {1}/{1} {3}/{3} {2}/{2}\n", a, b, c, d);
      }
  for (Index j = 0; j <= rows; ++j)
    for (Index i : {Index{0}, columns}) text += fmt::format("l {} {}\n", vertex(0, i, j), vertex(1, i, j));
  return text;
}

/// A cone that widens downwards and sways, its top more than its foot. The garment's 56 cm fit around it at
/// y = -0.05.
constexpr Index around = 24, rings = 8;
constexpr double largest_sway = 0.1;  // m, at the foot
double sway_at(double y, double sway) { return sway * (1 + 2 * (y + 0.3)); }

Vec3 body_vertex(Index ring, Index k, double sway) {
  const double part = static_cast<double>(ring) / rings, angle = 2 * std::numbers::pi * k / around;
  const double y = 0.2 - 0.5 * part, radius = 0.03 + 0.12 * part;
  return {radius * std::cos(angle) + sway_at(y, sway), y, radius * std::sin(angle)};
}

std::string body_file(double sway) {
  std::string text;
  for (Index ring = 0; ring <= rings; ++ring)
    for (Index k = 0; k < around; ++k) {
      const Vec3 x = body_vertex(ring, k, sway);
      text += fmt::format("v {} {} {}\n", x.x(), x.y(), x.z());
    }
  for (Index ring = 0; ring < rings; ++ring)
    for (Index k = 0; k < around; ++k) {
      const Index a = 1 + ring * around + k, b = 1 + ring * around + (k + 1) % around;
      text += fmt::format("f {} {} {} {}\n", a, b, b + around, a + around);
    }
  return text;
}

constexpr int drape_steps = 30, move_steps = 20;

std::filesystem::path write_scene(const std::filesystem::path& folder) {
  write_file(folder / "garment.obj", garment_file());
  for (int k = 0; k <= move_steps; ++k)
    write_file(folder / fmt::format("body{:02}.obj", k),
               body_file(largest_sway * std::sin(std::numbers::pi * k / (2 * move_steps))));
  write_file(folder / "garment.toml", R"(
step = 0.04
[contact]
dhat = 1e-3
friction = 0.3
epsv = 1e-3
[ipc]
rule = "mean"
tolerance = 1e-3
[[object]]
name = "garment"
mesh = { file = "garment.obj" }
shell = { material = "wool-lycra", membrane = 0.1, bending = 0.1, strain_limit = "measured", rest = "texture", texture_scale = 0.01 }
[[object]]
name = "body"
mesh = { file = "body00.obj" }
obstacle = {}
motion = [ { sequence = "body*.obj", fps = 25, from = 1.2 } ]
)");
  return folder / "garment.toml";
}

/// Of the garment.
Vec3 mean_position(Positions x) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& position : x.first(2 * panel_vertices)) sum += position;
  return sum / (2 * panel_vertices);
}

double widest_seam(Positions x) {
  double widest = 0;
  for (Index j = 0; j <= rows; ++j)
    for (Index i : {Index{0}, columns})
      widest = std::max(
          widest,
          (x[static_cast<size_t>(vertex(0, i, j) - 1)] - x[static_cast<size_t>(vertex(1, i, j) - 1)]).norm());
  return widest;
}

TEST(Garment, WeighsWhatItsPatternDoes) {
  const TemporaryDirectory folder;
  const Simulation simulation(read_for_solver(write_scene(folder.path())));
  double mass = 0;
  for (size_t v = 0; v < 2 * panel_vertices; ++v) mass += simulation.model().mass[v];
  const double density = 543.29, thickness = 0.328e-3;  // of wool with lycra
  EXPECT_NEAR(mass, density * thickness * 2 * width * height, 1e-9);
}

TEST(Garment, SewnFromAFileItFitsAndFollowsABodyOfFiles) {
  const TemporaryDirectory folder;
  Simulation simulation(read_for_solver(write_scene(folder.path())));
  IntersectionCheck check(simulation.surface());
  simulation.observe([&](const AcceptedState& accepted) {
    ASSERT_TRUE(check.find(accepted.x).empty());
    ASSERT_EQ(simulation.model().elements.find_inadmissible(accepted.x), -1);
  });
  // By time: a solver may shorten steps.
  const auto advance = [&](int steps) {
    const double end = simulation.state().time + steps * simulation.model().step;
    while (simulation.state().time < end - 1e-9) {
      const StepReport report = simulation.advance();
      ASSERT_EQ(report.outcome, Outcome::converged) << "step " << report.step << ": " << report.cause;
      ASSERT_GT(report.limit_margin, 0);
      ASSERT_FALSE(HasFatalFailure());
    }
  };
  advance(drape_steps);
  const Vec3 draped = mean_position(simulation.state().x);
  // dhat, and a tenth of a millimetre for a pull of a tenth of a newton on stitches of 1000 N/m.
  EXPECT_LT(widest_seam(simulation.state().x), 1.1e-3);
  EXPECT_NEAR(draped.y(), -0.02, 0.03);  // it started at 0.06
  EXPECT_LT(std::hypot(draped.x(), draped.z()), 5e-3);
  advance(move_steps);
  const Vec3 moved = mean_position(simulation.state().x);
  EXPECT_LT(widest_seam(simulation.state().x), 1.1e-3);
  EXPECT_NEAR(moved.y(), draped.y(), 0.01);
  EXPECT_NEAR(moved.x(), sway_at(moved.y(), largest_sway), 0.02);
}

}  // namespace
}  // namespace lacuna::test
