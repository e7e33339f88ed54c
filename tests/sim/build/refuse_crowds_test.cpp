// Scenes with too much in contact from the start are refused by name, and no others: against counts of pairs
// that really are within reach.
#include "sim/build/refuse_crowds.h"

#include "base/input_error.h"
#include "support/random.h"
#include "support/scenes.h"

#include <functional>
#include <optional>

namespace lacuna::test {
namespace {

/// A square cloth of 1 m with n x n cells.
Scene cloth(Index n, double dhat) {
  Scene scene = scene_of({object_of("cloth", GridShape{{1, 1}, {n, n}}, ShellMaterial{})}, 0.01);
  scene.contact.dhat = SizedValue{dhat, false};
  return scene;
}

Scene dust(Index n, double spacing, double dhat) {
  Scene scene = scene_of({object_of("dust", ParticleBoxShape{{n, n, n}, spacing}, ParticleMaterial{})}, 0.01);
  scene.contact.dhat = SizedValue{dhat, false};
  return scene;
}

std::optional<InputError> refusal(const Scene& scene) {
  try {
    build_model(scene);
  } catch (const InputError& error) {
    return error;
  }
  return std::nullopt;
}

/// How many pairs of edges or particles have boxes within reach of each other at the start, which is what a
/// search keeps; from the neighbours of a sample of them.
double pairs_within(const Scene& scene, double reach) {
  Scene small = scene;  // the same mesh, with a dhat that is let pass
  small.contact.dhat = SizedValue{1e-6, false};
  small.objects[0].offset = 0;
  const ModelAndState built = build_model(small);
  const Surface& surface = built.model.surface;
  const auto at = [&](Index v) -> const Vec3& { return built.state.x[static_cast<size_t>(v)]; };
  const bool has_edges = !surface.edges().empty();
  const Index parts = has_edges ? count_of(surface.edges()) : count_of(surface.particles());
  const auto ends = [&](Index i) -> Edge {
    return has_edges ? surface.edges()[static_cast<size_t>(i)] : Edge{i, i};
  };
  const auto is_near = [&](const Edge& a, const Edge& b) {
    const Vec3 low_a = at(a[0]).cwiseMin(at(a[1])), high_a = at(a[0]).cwiseMax(at(a[1]));
    const Vec3 low_b = at(b[0]).cwiseMin(at(b[1])), high_b = at(b[0]).cwiseMax(at(b[1]));
    return (low_a - high_b).maxCoeff() < reach && (low_b - high_a).maxCoeff() < reach;
  };
  Random random;
  constexpr int samples = 300;
  double neighbours = 0;
  for (int sample = 0; sample < samples; ++sample) {
    const Index i = random.below(parts);
    for (Index j = 0; j < parts; ++j) neighbours += i != j && is_near(ends(i), ends(j));
  }
  return 0.5 * parts * neighbours / samples;
}

TEST(RefuseCrowds, NamesTheObjectTheReachAndItsMeanEdge) {
  Scene scene = cloth(70, 0.6);
  scene.objects[0].place.line = 17;
  const auto error = refusal(scene);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->where, scene.objects[0].place.text());
  for (const char* words : {"'cloth'", "offset + dhat, 0.6 m", "mean edge is 0.01"})
    EXPECT_NE(error->problem.find(words), std::string::npos) << words << ": " << error->problem;
  for (const char* words : {"dhat", "offset", "coarser", "self_contact = false"})
    EXPECT_NE(error->hint.find(words), std::string::npos) << words << ": " << error->hint;
}

TEST(RefuseCrowds, ParticlesHaveNoMeanEdge) {
  const auto error = refusal(dust(20, 0.01, 0.3));
  ASSERT_TRUE(error);
  EXPECT_NE(error->problem.find("'dust'"), std::string::npos) << error->problem;
  EXPECT_EQ(error->problem.find("edge"), std::string::npos) << error->problem;
}

/// Least dhat that is refused, to a hundredth.
double least_refused(const std::function<Scene(double)>& scene_with, double low, double high) {
  EXPECT_FALSE(refusal(scene_with(low)));
  EXPECT_TRUE(refusal(scene_with(high)));
  while (high > 1.01 * low) {
    const double middle = std::sqrt(low * high);
    (refusal(scene_with(middle)) ? high : low) = middle;
  }
  return high;
}

// The guess takes no account of the border, where parts have fewer neighbours: in a box of three reaches it
// is twice the count. Nor does it know the size of the parts, which makes it smaller.
TEST(RefuseCrowds, TheLeastThatIsRefusedHasAboutAsManyPairsAsTheLimit) {
  const double dhat_of_cloth = least_refused([](double dhat) { return cloth(80, dhat); }, 0.01, 2);
  const double pairs_of_cloth = pairs_within(cloth(80, dhat_of_cloth), dhat_of_cloth);
  EXPECT_GT(pairs_of_cloth, 0.7 * 2e7);
  EXPECT_LT(pairs_of_cloth, 2 * 2e7);
  const double dhat_of_dust = least_refused([](double dhat) { return dust(24, 0.01, dhat); }, 0.001, 1);
  const double pairs_of_dust = pairs_within(dust(24, 0.01, dhat_of_dust), dhat_of_dust);
  EXPECT_GT(pairs_of_dust, 0.4 * 2e7);
  EXPECT_LT(pairs_of_dust, 2 * 2e7);
}

TEST(RefuseCrowds, AnOffsetCountsLikeDhat) {
  Scene scene = cloth(70, 1e-3);
  EXPECT_FALSE(refusal(scene));
  scene.objects[0].offset = 0.6;
  EXPECT_TRUE(refusal(scene));
}

TEST(RefuseCrowds, WhatDoesNotTouchItselfIsAllowed) {
  Scene scene = cloth(70, 0.6);
  scene.objects[0].self_contact = false;
  EXPECT_FALSE(refusal(scene));
  scene.objects[0].self_contact = true;
  scene.contact.is_enabled = false;
  EXPECT_FALSE(refusal(scene));
  Scene body = cloth(70, 0.6);
  body.objects[0].kind = Obstacle{};
  body.objects.push_back(box_object("box", {1, 1, 1}, {1, 1, 1}, {0, 5, 0}));
  EXPECT_FALSE(refusal(body));
}

TEST(RefuseCrowds, OnlyTheObjectThatIsCrowdedIsNamed) {
  Scene scene = cloth(70, 0.05);
  scene.objects.push_back(object_of("knot", GridShape{{0.1, 0.1}, {70, 70}}, ShellMaterial{}, {0, 1, 0}));
  const auto error = refusal(scene);
  ASSERT_TRUE(error);
  EXPECT_NE(error->problem.find("'knot'"), std::string::npos) << error->problem;
  EXPECT_EQ(error->problem.find("'cloth'"), std::string::npos) << error->problem;
}

/// A fine mesh may have a hundred neighbours for each part, however many parts it has: of half a million
/// edges they are within 2.5 mean edges, and 2.3e7 pairs are more than a coarse mesh may have.
TEST(RefuseCrowds, AFineMeshMayHaveAHundredNeighboursForEachPart) {
  constexpr Index n = 420;
  const double mean_edge = (2 + std::sqrt(2)) / 3 / n;
  EXPECT_FALSE(refusal(cloth(n, 2.4 * mean_edge)));
  EXPECT_TRUE(refusal(cloth(n, 2.7 * mean_edge)));
}

}  // namespace
}  // namespace lacuna::test
