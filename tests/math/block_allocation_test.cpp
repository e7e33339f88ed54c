// Assembly and products ask the heap for nothing in the steady state.
#include "math/block_assembly.h"
#include "mesh/shape/solids.h"
#include "support/count_allocations.h"
#include "support/newton_systems.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

TEST(BlockAssembly, AllocatesNothingInTheSteadyState) {
  const Mesh mesh = box_solid({.resolution = {6, 6, 6}});
  NewtonSystem few = solid_system(mesh, {}), many = few;
  add_contacts(few, mesh, 20, 1e3, 1);
  add_contacts(many, mesh, 60, 1e3, 2);
  BlockAssembly assembly(few.node_count, few.fixed);
  std::vector<Vec3> y(few.force.size());
  std::vector<Mat3> sums;
  std::vector<std::uint8_t> is_known(few.force.size(), 0);
  is_known[3] = 1;
  const auto step = [&] {
    assembly.begin_step();
    for (const NewtonSystem* system : {&few, &many, &few}) {
      system->assemble_into(assembly);
      assembly.matrix().multiply(system->force, y);
      assembly.sum_fixed(system->fixed_blocks, sums);
      assembly.lift({system->fixed_blocks, system->passing_blocks, {}, is_known}, system->force, y);
    }
  };
  for (int warm_up = 0; warm_up < 3; ++warm_up) step();
  const long before = allocation_count;
  step();
  EXPECT_EQ(allocation_count - before, 0);
  EXPECT_GT(before, 0) << "the counter should be linked in";
}

}  // namespace
}  // namespace lacuna::test
