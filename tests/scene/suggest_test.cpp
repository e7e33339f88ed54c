#include "scene/suggest.h"

#include <gtest/gtest.h>

#include <vector>

namespace lacuna {
namespace {

TEST(Suggest, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("young", "young"), 0);
  EXPECT_EQ(edit_distance("yong", "young"), 1);
  EXPECT_EQ(edit_distance("yuong", "young"), 1);  // neighbours swapped
  EXPECT_EQ(edit_distance("abc", ""), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(Suggest, OffersOnlyWhatIsNear) {
  const std::vector<std::string> words = {"young", "poisson", "density"};
  EXPECT_EQ(nearest_word("yong", words), "young");
  EXPECT_EQ(nearest_word("Poisson", words), "poisson");
  EXPECT_EQ(nearest_word("thickness", words), "");
  EXPECT_EQ(nearest_word(std::string(1000, 'x'), words), "");
  EXPECT_EQ(suggestion("zzz", words), "possible here: young, poisson, density");
}

}  // namespace
}  // namespace lacuna
