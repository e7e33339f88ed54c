// The steady state of the collision pipeline asks the heap for nothing: every operator new of this executable
// is counted.
#include "contact/broad_phase.h"
#include "contact/candidate_cache.h"
#include "contact/contact_set.h"
#include "contact/contacts.h"
#include "contact/intersection_check.h"
#include "contact/step_bound.h"
#include "mesh/shape/pleat.h"
#include "support/count_allocations.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

TEST(CollisionPipeline, AllocatesNothingInTheSteadyState) {
  const Mesh mesh = pleated_sheet({.rows = 40, .noise_in_plane = 5e-4, .noise_in_height = 1e-4});
  Surface surface;
  surface.add(mesh, {});
  std::vector<Vec3> x_t1 = mesh.vertices, dx(mesh.vertices.size(), Vec3(0, -5e-4, 0));
  for (size_t v = 0; v < dx.size(); ++v) x_t1[v] += dx[v];
  BroadPhase broad_phase(surface);
  CandidateCache cache(surface, 2e-3);
  ContactFinder finder(surface);
  ContactSet set(surface, mesh.vertices), set_by_area(surface, mesh.vertices, ContactWeights::area);
  IntersectionCheck check(surface);
  Candidates candidates;
  const auto step = [&] {
    broad_phase.build(mesh.vertices);
    broad_phase.fit(mesh.vertices, 1e-3);
    broad_phase.find(candidates);
    const auto& contacts = finder.find(mesh.vertices, candidates, 1e-3);
    set.build(mesh.vertices, contacts, 1e-3);
    set_by_area.build(mesh.vertices, contacts, 1e-3);
    broad_phase.fit_swept(mesh.vertices, x_t1, 0);
    broad_phase.find(candidates);
    bound_step(surface, mesh.vertices, dx, candidates);
    cache.near(mesh.vertices, 1e-3);
    cache.along(mesh.vertices, x_t1, 1e-3);
    check.find(mesh.vertices);
    check.find(x_t1);
  };
  for (int warm_up = 0; warm_up < 3; ++warm_up) step();
  const long before = allocation_count;
  step();
  EXPECT_EQ(allocation_count - before, 0);
  EXPECT_GT(before, 0) << "the counter should be linked in";
}

}  // namespace
}  // namespace lacuna::test
