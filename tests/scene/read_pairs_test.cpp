// What the lists [[pair]] and [[stitch]] say.
#include "scene/read_pairs.h"

#include "scene/scene_texts.h"

namespace lacuna {
namespace {

using test::expect_words;

/// Two sheets and a floor; `text` begins on line 11.
std::string scene_with(const std::string& text) {
  return "[[object]]\nname = \"a\"\nmesh = { shape = \"grid\" }\nshell = {}\n"
         "[[object]]\nname = \"b\"\nmesh = { shape = \"grid\" }\nshell = {}\n"
         "[[half_space]]\nname = \"floor\"\n" +
         text + "\n";
}

void expect_refused(const std::string& text, const std::vector<std::string>& words) {
  SCOPED_TRACE(text);
  const std::string message = test::refusal(scene_with(text));
  expect_words(message, {"scene.toml:1"});
  expect_words(message, words);
}

TEST(ReadPairs, FrictionOfTwo) {
  const Scene scene =
      test::parse(scene_with("[[pair]]\nbetween = [\"a\", \"floor\"]\nfriction = 0.3\n[[pair]]\n"
                             "between = [\"b\", \"b\"]\nfriction = 0"));
  ASSERT_EQ(scene.pairs.size(), 2u);
  EXPECT_EQ(scene.pairs[0].names, (std::array<std::string, 2>{"a", "floor"}));
  EXPECT_EQ(scene.pairs[0].friction, 0.3);
  EXPECT_EQ(scene.pairs[0].place.line, 11);
  EXPECT_EQ(scene.pairs[1].friction, 0);
}

TEST(ReadPairs, APairThatSaysNothingIsRefused) {
  expect_refused("[[pair]]\nbetween = [\"a\", \"b\"]", {"scene.toml:11", "[[pair]] has no 'friction'"});
}

TEST(ReadPairs, NamesThatNothingHasAreRefused) {
  expect_refused("[[pair]]\nbetween = [\"a\", \"flor\"]\nfriction = 1",
                 {"'flor'", "not an object, half_space or sphere", "'floor'"});
  expect_refused("[[stitch]]\nbetween = [\"a\", \"floor\"]\nwithin = 1", {"'floor'", "not an object"});
  expect_refused("[[stitch]]\nbetween = [\"a\", \"c\"]\nwithin = 1", {"'c'", "not an object"});
}

TEST(ReadPairs, BetweenIsTwoNames) {
  expect_refused("[[pair]]\nfriction = 0.3", {"has no 'between'"});
  expect_refused("[[pair]]\nbetween = [\"a\"]", {"'between'", "two names"});
  expect_refused("[[pair]]\nbetween = \"a\"", {"'between'", "two names"});
  expect_refused("[[pair]]\nbetween = [\"a\", 3]", {"'between'"});
  expect_refused("[[stitch]]\nwithin = 0.1", {"has no 'between'"});
}

TEST(ReadPairs, FrictionIsACoefficient) {
  expect_refused("[[pair]]\nbetween = [\"a\", \"b\"]\nfriction = -0.1", {"scene.toml:13:12", "'friction'"});
  expect_refused("[[pair]]\nbetween = [\"a\", \"b\"]\nfrictoin = 0.1", {"'frictoin'", "'friction'"});
}

TEST(ReadPairs, ThePairIsSaidOnce) {
  expect_refused(
      "[[pair]]\nbetween = [\"a\", \"b\"]\nfriction = 0.1\n[[pair]]\nbetween = [\"b\", \"a\"]\nfriction = "
      "0.2",
      {"scene.toml:14", "'b' and 'a'", "twice"});
}

TEST(ReadStitches, ListsOfVerticesAndEdges) {
  const Scene scene =
      test::parse(scene_with("[[stitch]]\nbetween = [\"a\", \"b\"]\nvertices = [[0, 1], [2, 3]]\nedges = "
                             "[[4, 5, 6, 0.25]]\nstiffness = 7"));
  ASSERT_EQ(scene.stitches.size(), 1u);
  const StitchGroup& group = scene.stitches[0];
  EXPECT_EQ(group.objects, (std::array<std::string, 2>{"a", "b"}));
  EXPECT_EQ(group.vertices, (std::vector<std::array<Index, 2>>{{0, 1}, {2, 3}}));
  ASSERT_EQ(group.edges.size(), 1u);
  EXPECT_EQ(group.edges[0].vertex, 4);
  EXPECT_EQ(group.edges[0].edge, (std::array<Index, 2>{5, 6}));
  EXPECT_EQ(group.edges[0].part, 0.25);
  EXPECT_EQ(group.stiffness, 7);
  EXPECT_FALSE(group.within);
}

TEST(ReadStitches, WithinADistance) {
  const Scene scene = test::parse(scene_with("[[stitch]]\nbetween = [\"a\", \"a\"]\nwithin = 0.01"));
  EXPECT_EQ(scene.stitches[0].within, 0.01);
  EXPECT_EQ(scene.stitches[0].stiffness, StitchGroup{}.stiffness);
}

TEST(ReadStitches, SayWhatTheySew) {
  const std::string head = "[[stitch]]\nbetween = [\"a\", \"b\"]\n";
  expect_refused(head, {"either `within` or lists"});
  expect_refused(head + "vertices = []", {"either `within` or lists"});
  expect_refused(head + "vertices = [[0, 0]]\nwithin = 0.1", {"either `within` or lists"});
  expect_refused(head + "vertices = [[0, -1]]", {"'vertices'"});
  expect_refused(head + "vertices = [[0, 1, 2]]", {"'vertices'"});
  expect_refused(head + "vertices = [[0, 0.5]]", {"'vertices'"});
  expect_refused(head + "vertices = [0, 1]", {"'vertices'"});
  expect_refused(head + "edges = [[0, 1, 2]]", {"'edges'"});
  expect_refused(head + "edges = [[0, 1, 2, 1.5]]", {"'edges'"});
  expect_refused(head + "edges = [[0, 1, 2, \"middle\"]]", {"'edges'"});
  expect_refused(head + "edges = [[0, -1, 2, 0.5]]", {"'edges'"});
  expect_refused(head + "within = 0", {"'within'"});
  expect_refused(head + "within = 0.1\nstiffness = 0", {"'stiffness'"});
}

TEST(ReadPairs, OverridesAndOneTableInsteadOfAList) {
  const Scene scene =
      test::parse(scene_with("[[pair]]\nbetween = [\"a\", \"b\"]\nfriction = 0.1"), {"pair.0.friction=0.4"});
  EXPECT_EQ(scene.pairs[0].friction, 0.4);
  EXPECT_EQ(test::parse(scene_with("[pair]\nbetween = [\"a\", \"b\"]\nfriction = 1")).pairs.size(), 1u);
}

}  // namespace
}  // namespace lacuna
