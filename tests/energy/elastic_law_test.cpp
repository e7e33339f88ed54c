#include "energy/solid_laws.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

TEST(ElasticLaw, NamesAndLawsCorrespond) {
  for (const auto& [word, law] : words<ElasticLaw>) {
    EXPECT_EQ(value_of_word<ElasticLaw>(word), law);
    EXPECT_EQ(word_of(law), word);
    int calls = 0;
    with_law(law, [&, wanted = law](auto chosen) {
      ++calls;
      EXPECT_EQ(decltype(chosen)::law, wanted);
    });
    EXPECT_EQ(calls, 1);
  }
  EXPECT_FALSE(value_of_word<ElasticLaw>("neo_hookean"));
  EXPECT_FALSE(value_of_word<ElasticLaw>(""));
}

// Young's modulus and Poisson's ratio from Lame's constants by the textbook inverse.
TEST(Lame, InvertsToYoungAndPoisson) {
  for (double poisson : {-0.5, 0.0, 0.3, 0.49}) {
    const auto [mu, lambda] = lame(2e5, poisson);
    EXPECT_NEAR(mu * (3 * lambda + 2 * mu) / (lambda + mu), 2e5, 1e-6);
    EXPECT_NEAR(lambda / (2 * (lambda + mu)), poisson, 1e-14);
  }
}

}  // namespace
}  // namespace lacuna::test
