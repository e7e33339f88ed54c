// How many Newton iterations some steps take: where a change of the method would show first.
#include "scene/read_scene.h"
#include "scene/scene_names.h"
#include "support/scenes.h"

namespace lacuna::test {
namespace {

// The step in which the sleeve first folds: 28 iterations if each direction is followed to its end only.
TEST(Iterations, ASleeveThatFoldsIsFollowedBeyondTheEndOfADirection) {
  const std::vector<std::string> overrides{"detail=0.05"};
  Simulation simulation(read_scene(find_scene("cipc/twisted-cylinder"), overrides));
  Index largest = 0;
  for (int s = 0; s < 6; ++s) largest = std::max(largest, advance(simulation).iterations);
  EXPECT_LE(largest, 22);
}

// The first noodles land: 666 iterations when the same contacts may turn back and forth for ever.
TEST(Iterations, NoodlesThatSlideDoNotTurnBackAndForth) {
  const std::vector<std::string> overrides{"detail=0.5"};
  Simulation simulation(read_scene(find_scene("cipc/noodles-small"), overrides));
  Index largest = 0;
  for (int s = 0; s < 3; ++s) largest = std::max(largest, advance(simulation).iterations);
  EXPECT_LE(largest, 330);
}

}  // namespace
}  // namespace lacuna::test
