// Damaged scene files: whatever the text, the reader answers with a scene or an InputError.
#include "base/file.h"
#include "base/random.h"
#include "scene/scene_names.h"
#include "scene/scene_texts.h"

namespace lacuna {
namespace {

/// Pieces that are likely to lead somewhere.
const std::vector<std::string> fragments = {"=",
                                            "[",
                                            "]",
                                            "{",
                                            "}",
                                            "[[",
                                            "]]",
                                            "\"",
                                            "'",
                                            "\n",
                                            "#",
                                            ",",
                                            ".",
                                            "-1",
                                            "0",
                                            "1e400",
                                            "nan",
                                            "-inf",
                                            "true",
                                            "[]",
                                            "{}",
                                            "9223372036854775807",
                                            "99999999999999999999",
                                            "object",
                                            "[[object]]\n",
                                            "mesh",
                                            "shape = ",
                                            "\xff",
                                            "\\u0000",
                                            "1979-05-27",
                                            "fixed = [ { all = true } ]\n",
                                            "array = { counts = [1000000, 1000000, 1000000] }\n",
                                            "extends = \".\"\n",
                                            "remove = [\"x\"]\n",
                                            "[contact]\n",
                                            "[ipc]\n",
                                            "ipc.rule = \"mean\"\n",
                                            "newton.rule = \"mean\"\n",
                                            "newton = 3\n",
                                            "linear = { solver = \"pcg\" }\n",
                                            "step.x = 1\n",
                                            "a.b.c = 3\n",
                                            "material = \"cotton\"",
                                            "strain_limit = \"measured\"",
                                            "woven_limits = [1, 1, 1]",
                                            "rest = \"texture\"",
                                            "[[pair]]\n",
                                            "[[stitch]]\n",
                                            "between = [\"a\", \"a\"]\n"};

/// Every table that shells, rods, particles, pairs and stitches have.
const std::string thin_text = R"(
integrator = "static"
[[object]]
name = "a"
mesh = { vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 0, 0]], triangles = [[0, 1, 2], [1, 3, 2]], edges = [[0, 3]] }
shell = { material = "cotton", strain_limit = "measured", limit_onset = 0.01, compression_limit = 0.5, bending = 2 }
[[object]]
name = "b"
mesh = { shape = "grid", resolution = [2, 2] }
shell = { woven_moduli = [4e6, 1e6, 3e6, 2e6], woven_limits = [0.1, 0.2, 0.3], warp = [0, 0, 1], young = 1e5 }
[[object]]
name = "c"
mesh = { shape = "sphere", resolution = 1, as = "edges" }
rod = { young = 1e6, radius = 1e-3, bending = 0.5, rest_curvature = "shape", damping = 0.01 }
[[object]]
name = "d"
mesh = { shape = "particles", counts = [2, 2, 2] }
particles = { density = 100, radius = 2e-3 }
offset = 1e-3
[[half_space]]
name = "floor"
[[pair]]
between = ["a", "floor"]
friction = 0.3
[[stitch]]
between = ["a", "b"]
vertices = [[0, 1], [1, 2]]
edges = [[2, 0, 1, 0.5]]
stiffness = 10
[[stitch]]
between = ["b", "c"]
within = 0.1
)";

std::string mutated(std::string text, Random& random) {
  const auto edits = 1 + random.below(3);
  for (std::uint64_t i = 0; i < edits && !text.empty(); ++i) {
    const size_t at = random.below(text.size());
    const size_t length = 1 + random.below(12);
    switch (random.below(5)) {
      case 0:
        text[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, fragments[random.below(fragments.size())]);
        break;
      case 3:
        text.insert(at, text.substr(random.below(text.size()), 40));
        break;
      default:
        text.replace(at, length, fragments[random.below(fragments.size())]);
        break;
    }
  }
  return text;
}

TEST(SceneFuzzProperty, DamagedScenesAreReadOrRefused) {
  ASSERT_NO_THROW(test::parse(thin_text));
  std::vector<std::string> texts = {test::scene_text(), thin_text, thin_text};
  for (const SceneEntry& entry : list_scenes()) texts.push_back(read_file(entry.file));
  constexpr std::uint64_t seed = 20260;
  Random random(seed);
  int refused = 0, read = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string text = mutated(texts[random.below(texts.size())], random);
    try {
      test::parse(text);
      ++read;
    } catch (const InputError& error) {
      ++refused;
      ASSERT_FALSE(error.where.empty() || error.problem.empty()) << text;
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(read, 100);
}

TEST(SceneFuzzProperty, DamagedOverridesAreTakenOrRefused) {
  Random random(7);
  const std::vector<std::string> overrides = {"object.ball.translate=[0, 1, 0]", "object.0.solid.young=1e4",
                                              "contact.dhat=\"1e-3 l\"", "step=0.1"};
  for (int round = 0; round < 5000; ++round) {
    try {
      test::parse(test::scene_text(), {mutated(overrides[random.below(overrides.size())], random)});
    } catch (const InputError&) {
      continue;
    }
  }
}

TEST(SceneFuzzProperty, DeepNestingIsRefused) {
  EXPECT_THROW(test::parse("a = " + std::string(100000, '[')), InputError);
  std::string tables = "a = ";
  for (int i = 0; i < 20000; ++i) tables += "{ a = ";
  EXPECT_THROW(test::parse(tables), InputError);
  std::string dotted = "a";
  for (int i = 0; i < 20000; ++i) dotted += ".a";
  EXPECT_THROW(test::parse(dotted + " = 1"), InputError);
}

}  // namespace
}  // namespace lacuna
