#include "scene/select_vertices.h"

#include "base/input_error.h"
#include "scene/scene_texts.h"

namespace lacuna {
namespace {

const std::vector<Vec3> line = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}};

std::vector<Index> chosen(const Selector& selector) {
  return select_vertices(selector, line, {"line", {"s.toml", 3, 4}});
}

TEST(SelectVertices, ByEveryWay) {
  EXPECT_EQ(chosen(SelectAll{}).size(), 5u);
  EXPECT_EQ(chosen(SelectBox{{0.5, -1, -1}, {2, 1, 1}}), (std::vector<Index>{1, 2}));
  EXPECT_EQ(chosen(SelectSphere{{4, 0, 0}, 1}), (std::vector<Index>{3, 4}));
  EXPECT_EQ(chosen(SelectSide{{-2, 0, 0}, 0.25}), (std::vector<Index>{0, 1}));
  EXPECT_EQ(chosen(SelectSide{{1, 0, 0}, 0}), (std::vector<Index>{4}));
  EXPECT_EQ(chosen(SelectIndices{{3, 1, 3}}), (std::vector<Index>{1, 3}));
}

TEST(SelectVertices, NothingIsAnErrorThatShowsTheBox) {
  try {
    chosen(SelectBox{{5, 5, 5}, {6, 6, 6}});
    FAIL();
  } catch (const InputError& error) {
    test::expect_words(error.what(), {"s.toml:3:4", "'line'", "5 vertices", "[0, 0, 0]", "[4, 0, 0]"});
  }
  try {
    chosen(SelectIndices{{5}});
    FAIL();
  } catch (const InputError& error) {
    test::expect_words(error.what(), {"5 vertices", "no vertex 5"});
  }
}

}  // namespace
}  // namespace lacuna
