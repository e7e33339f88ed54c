#include "contact/contact_set.h"

#include "base/parallel.h"
#include "contact/broad_phase.h"
#include "energy/contact_barrier.h"
#include "geometry/edge_edge_mollifier.h"
#include "mesh/shape/pleat.h"
#include "support/separated_scene.h"

#include <gtest/gtest.h>

#include <map>

namespace lacuna::test {
namespace {

using enum StencilKind;

std::vector<Contact> contacts_within(const Surface& surface, Positions x, double dhat) {
  BroadPhase broad_phase(surface);
  Candidates candidates;
  broad_phase.fit(x, dhat);
  broad_phase.find(candidates);
  return ContactFinder(surface).find(x, candidates, dhat);
}

/// Every contact as a stencil of its own, from its region alone.
std::vector<ContactStencil> unmerged(const Surface& surface, Positions x, Positions rest,
                                     const std::vector<Contact>& contacts) {
  std::vector<ContactStencil> stencils;
  const auto at = [&](Index v) { return x[static_cast<size_t>(v)]; };
  const auto rest_at = [&](Index v) { return rest[static_cast<size_t>(v)]; };
  for (const Contact& contact : contacts) {
    ContactStencil s;
    s.offset2 = square(pair_offset(surface, contact.kind, contact.pair));
    const auto keep = [&](const std::vector<Index>& all, const auto& places) {
      for (size_t i = 0; i < places.size(); ++i) s.nodes[i] = all[places[i]];
      s.kind = places.size() == 2                    ? point_point
               : places.size() == 3                  ? point_edge
               : contact.kind == PairKind::edge_edge ? edge_edge
                                                     : point_triangle;
    };
    const auto a = static_cast<size_t>(contact.pair[0]), b = static_cast<size_t>(contact.pair[1]);
    if (contact.kind == PairKind::vertex_triangle) {
      const Triangle& t = surface.triangles()[b];
      visit_closest(static_cast<PointTriangleRegion>(contact.region),
                    {at(contact.pair[0]), at(t[0]), at(t[1]), at(t[2])},
                    [&](const auto&, const auto& places) {
                      keep({contact.pair[0], t[0], t[1], t[2]}, places);
                    });
    } else if (contact.kind == PairKind::edge_edge) {
      const Edge &ea = surface.edges()[a], &eb = surface.edges()[b];
      const double eps =
          EdgeEdgeMollifier::threshold(rest_at(ea[1]) - rest_at(ea[0]), rest_at(eb[1]) - rest_at(eb[0]));
      if ((at(ea[1]) - at(ea[0])).cross(at(eb[1]) - at(eb[0])).squaredNorm() < eps) {
        s.kind = mollified;
        s.nodes = {ea[0], ea[1], eb[0], eb[1]};
        s.region = contact.region;
        s.threshold = eps;
      } else {
        visit_closest(static_cast<EdgeEdgeRegion>(contact.region),
                      {at(ea[0]), at(ea[1]), at(eb[0]), at(eb[1])}, [&](const auto&, const auto& places) {
                        keep({ea[0], ea[1], eb[0], eb[1]}, places);
                      });
      }
    } else if (contact.kind == PairKind::vertex_edge) {
      const Edge& e = surface.edges()[b];
      visit_closest(static_cast<PointEdgeRegion>(contact.region), {at(contact.pair[0]), at(e[0]), at(e[1])},
                    [&](const auto&, const auto& places) {
                      keep({contact.pair[0], e[0], e[1]}, places);
                    });
    } else {
      s.nodes = {contact.pair[0], contact.pair[1], -1, -1};
    }
    stencils.push_back(s);
  }
  return stencils;
}

/// Energy and gradient of a list.
std::pair<double, std::vector<Vec3>> total(const std::vector<ContactStencil>& stencils, Positions x,
                                           const ContactLaw& law, std::span<const Vec3> normals = {}) {
  double energy = 0;
  std::vector<Vec3> gradient(x.size(), Vec3::Zero());
  for (const ContactStencil& s : stencils) {
    const StencilPoints points = gather(s, x, normals);
    energy += contact_energy(s, points, law);
    const Vec12 g = contact_gradient(s, points, law);
    for (int i = 0; i < node_count(s.kind); ++i)
      gradient[static_cast<size_t>(s.nodes[static_cast<size_t>(i)])] += g.segment<3>(3 * i);
  }
  return {energy, gradient};
}

double difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double sum = 0, size = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]).squaredNorm(), size += a[i].squaredNorm();
  return std::sqrt(sum / size);
}

TEST(ContactSet, HasTheEnergyAndForcesOfItsContactsOneByOne) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const SeparatedScene scene(seed, 80, 0.15, seed % 2 ? 0.01 : 0, 1e-4, 0);
    const double dhat = 0.08;
    const auto contacts = contacts_within(scene.surface, scene.x, dhat);
    ContactSet set(scene.surface, scene.x);
    const auto& merged = set.build(scene.x, contacts, dhat);
    const auto single = unmerged(scene.surface, scene.x, scene.x, contacts);
    ASSERT_GT(contacts.size(), 30U);
    const auto [energy, gradient] = total(merged, scene.x, {.dhat = dhat});
    const auto [expected, expected_gradient] = total(single, scene.x, {.dhat = dhat});
    EXPECT_NEAR(energy, expected, 1e-12 * expected);
    EXPECT_LE(difference(expected_gradient, gradient), 1e-11);
    double multiplicity = 0;
    for (const ContactStencil& s : merged) multiplicity += s.weight;
    EXPECT_EQ(multiplicity, static_cast<double>(contacts.size()));
    EXPECT_NEAR(smallest_gap(merged, scene.x), smallest_gap(scene.surface, contacts), 1e-14);
  }
}

/// Surface of a cube of size 1.
Mesh cube(const Vec3& corner) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i) mesh.vertices.emplace_back(corner + Vec3(i & 1, (i >> 1) & 1, (i >> 2) & 1));
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

struct TwoCubes {
  Surface surface;
  std::vector<Vec3> x;

  TwoCubes() {
    for (double height : {0.0, 1.01}) {
      const Mesh mesh = cube(Vec3(0, 0, height));
      surface.add(mesh, {});
      x.insert(x.end(), mesh.vertices.begin(), mesh.vertices.end());
    }
  }
};

TEST(ContactSet, CountsThePairsOfAlignedCubes) {
  const TwoCubes scene;
  const double dhat = 0.1;
  const auto contacts = contacts_within(scene.surface, scene.x, dhat);
  ContactSet set(scene.surface, scene.x);
  const auto& stencils = set.build(scene.x, contacts, dhat);
  std::map<std::vector<Index>, int> expected;  // unordered nodes of what is not mollified
  std::map<std::vector<Index>, int> found;
  int parallel = 0, parallel_found = 0;
  for (const ContactStencil& s : unmerged(scene.surface, scene.x, scene.x, contacts)) {
    std::vector<Index> nodes(s.nodes.begin(), s.nodes.begin() + node_count(s.kind));
    std::sort(nodes.begin(), nodes.end());
    if (s.kind == mollified)
      ++parallel;
    else
      ++expected[nodes];
  }
  for (const ContactStencil& s : stencils) {
    std::vector<Index> nodes(s.nodes.begin(), s.nodes.begin() + node_count(s.kind));
    std::sort(nodes.begin(), nodes.end());
    if (s.kind == mollified) {
      ++parallel_found;
      EXPECT_EQ(s.weight, 1);
      EXPECT_GT(s.threshold, 0);
      continue;
    }
    EXPECT_EQ(found.count(nodes), 0U);
    found[nodes] = static_cast<int>(s.weight);
  }
  EXPECT_EQ(found, expected);
  EXPECT_EQ(parallel_found, parallel);
  EXPECT_GT(parallel, 4);
  // A corner straight above a corner, and each above the other: pairs of every triangle and edge around.
  for (Index corner = 4; corner < 8; ++corner) EXPECT_GT((found[{corner, corner + 4}]), 1);
}

TEST(ContactSet, CountsTheTrianglesAroundAVertexAndAnEdge) {
  Mesh fan, dust;
  fan.vertices.emplace_back(0, 0, 0);
  for (int k = 0; k < 6; ++k) fan.vertices.emplace_back(std::cos(k * M_PI / 3), std::sin(k * M_PI / 3), -0.5);
  for (Index k = 0; k < 6; ++k) fan.triangles.push_back({0, 1 + k, 1 + (k + 1) % 6});
  dust.vertices = {Vec3(0, 0, 0.01), Vec3(0.5, 0, -0.23)};
  Surface surface;
  surface.add(fan, {});
  surface.add(dust, {});
  std::vector<Vec3> x = fan.vertices;
  x.insert(x.end(), dust.vertices.begin(), dust.vertices.end());
  ContactSet set(surface, x);
  const auto& stencils = set.build(x, contacts_within(surface, x, 0.05), 0.05);
  ASSERT_EQ(stencils.size(), 2U);
  EXPECT_EQ(stencils[0].kind, point_point);
  EXPECT_EQ(stencils[0].weight, 6);
  EXPECT_EQ(stencils[1].kind, point_edge);
  EXPECT_EQ(stencils[1].weight, 2);
  EXPECT_EQ(stencils[1].nodes, (std::array<Index, 4>{8, 0, 1, -1}));
}

void expect_equal(const std::vector<ContactStencil>& a, const std::vector<ContactStencil>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a[i], b[i]) << "stencil " << i;
}

class ContactSetOfBothWeights : public ::testing::TestWithParam<ContactWeights> {};
INSTANTIATE_TEST_SUITE_P(Weights, ContactSetOfBothWeights,
                         ::testing::Values(ContactWeights::multiplicity, ContactWeights::area));

TEST_P(ContactSetOfBothWeights, DoesNotDependOnTheOrderOfContactsNorOnThreads) {
  const Mesh mesh = pleated_sheet({.rows = 40, .noise_in_plane = 5e-4, .noise_in_height = 5e-5});
  Surface surface;
  surface.add(mesh, {});
  const double dhat = 1.2e-3;
  auto contacts = contacts_within(surface, mesh.vertices, dhat);
  ASSERT_GT(contacts.size(), 1000U);
  ContactSet set(surface, mesh.vertices, GetParam());
  const std::vector<ContactStencil> expected = set.build(mesh.vertices, contacts, dhat);
  for (int threads : {1, 2, 4}) {
    const ThreadLimit limit(threads);
    expect_equal(set.build(mesh.vertices, contacts, dhat), expected);
  }
  Random random(1);
  for (int trial = 0; trial < 5; ++trial) {
    for (size_t i = contacts.size() - 1; i > 0; --i) std::swap(contacts[i], contacts[random.below(i + 1)]);
    expect_equal(set.build(mesh.vertices, contacts, dhat), expected);
  }
}

/// A square of the given side in the xy plane with n x n cells, all cut along the same diagonal, turned by an
/// angle about its centre.
Mesh grid(int n, double side, double height, double angle) {
  Mesh mesh;
  const Mat3 turn = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i)
      mesh.vertices.emplace_back(turn * Vec3(side * (double(i) / n - 0.5), side * (double(j) / n - 0.5), 0) +
                                 Vec3(0, 0, height));
  const auto at = [n](int i, int j) { return static_cast<Index>(j * (n + 1) + i); };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return mesh;
}

/// Upward force on the upper of two sheets, per area, in units of the force of two planes.
double relative_pressure(int n_lower, int n_upper, ContactWeights weights) {
  const double gap = 0.01, dhat = 0.02;
  const Mesh lower = grid(n_lower, 1.5, 0, 0.4), upper = grid(n_upper, 1, gap, 0);
  Surface surface;
  surface.add(lower, {});
  surface.add(upper, {});
  std::vector<Vec3> x = lower.vertices;
  x.insert(x.end(), upper.vertices.begin(), upper.vertices.end());
  ContactSet set(surface, x, weights);
  const ContactLaw law{.dhat = dhat, .stiffness = 1, .units = BarrierUnits::length};
  const auto [energy, gradient] = total(set.build(x, contacts_within(surface, x, dhat), dhat), x, law);
  double force = 0;
  for (size_t v = lower.vertices.size(); v < x.size(); ++v) force -= gradient[v].z();
  return force / (-law.barrier(square(gap), 0).first * 2 * gap);
}

TEST(ContactSet, WithAreasGivesAPressureThatDoesNotDependOnTheResolution) {
  // Sheets whose cells do not match, both refined by the same factor.
  std::vector<double> area, multiplicity;
  for (int n : {8, 16, 32}) {
    area.push_back(relative_pressure(n, n, ContactWeights::area));
    multiplicity.push_back(relative_pressure(n, n, ContactWeights::multiplicity));
    std::printf("  %d cells: relative force %.4f by area, %.1f by multiplicity\n", n, area.back(),
                multiplicity.back());
  }
  EXPECT_NEAR(area[1] / area[0], 1, 0.1);
  EXPECT_NEAR(area[2] / area[1], 1, 0.05);
  EXPECT_GT(multiplicity[2] / multiplicity[0], 8);  // grows with the number of pairs
}

TEST(ContactSet, WithAreasLetsAVertexSlideOverTrianglesAtNearlyConstantEnergy) {
  const double gap = 0.01, dhat = 0.02;
  Mesh sheet = grid(8, 1, 0, 0), dust;
  dust.vertices = {Vec3(0, 0, gap)};
  Surface surface;
  surface.add(sheet, {});
  surface.add(dust, {});
  std::vector<Vec3> x = sheet.vertices;
  x.push_back(dust.vertices[0]);
  ContactSet by_area(surface, x, ContactWeights::area), by_count(surface, x);
  std::array<double, 2> least{INFINITY, INFINITY}, largest{0, 0};
  // Through a vertex, along an edge, across edges.
  for (int i = 0; i <= 400; ++i) {
    const double s = i / 400.0;
    for (const Vec3& p : {Vec3(0.3 * s - 0.125, 0, gap), Vec3(0.2 * s - 0.1, 0.31 * s - 0.155, gap)}) {
      x.back() = p;
      const auto contacts = contacts_within(surface, x, dhat);
      int which = 0;
      for (ContactSet* set : {&by_area, &by_count}) {
        const double energy = total(set->build(x, contacts, dhat), x, {.dhat = dhat}).first;
        least[which] = std::min(least[which], energy);
        largest[which] = std::max(largest[which], energy);
        ++which;
      }
    }
  }
  std::printf("  largest / smallest energy: %.6f by area, %.2f by multiplicity\n", largest[0] / least[0],
              largest[1] / least[1]);
  EXPECT_NEAR(largest[0] / least[0], 1, 1e-9);
  EXPECT_GT(largest[1] / least[1], 3);
}

TEST(ContactSet, TakesTheVerticesThatAreCloseToPlanes) {
  Mesh dust;
  dust.vertices = {Vec3(0, 0.05, 0), Vec3(3, 0.2, 0), Vec3(0, 0.105, 2), Vec3(0, -1, 0), Vec3(0, 0, 0)};
  Surface surface;
  surface.add(dust, {.offset = 0.02});
  surface.set_kinematic(4, true);
  ContactSet set(surface, dust.vertices);
  const std::vector<ContactPlane> planes{{4, Vec3(0, 1, 0)}, {4, Vec3(-1, 0, 0)}};
  set.build(dust.vertices, {}, 0.1);
  const auto& stencils = set.add_planes(dust.vertices, planes, 0.1);
  std::vector<std::pair<int, Index>> found;
  for (const ContactStencil& s : stencils) {
    EXPECT_EQ(s.kind, plane);
    EXPECT_EQ(s.nodes[1], 4);
    EXPECT_DOUBLE_EQ(s.offset2, 1e-4);
    found.emplace_back(s.plane, s.nodes[0]);
  }
  const std::vector<std::pair<int, Index>> expected{{0, 0}, {0, 2}, {0, 3}, {1, 0}, {1, 1}, {1, 2}, {1, 3}};
  EXPECT_EQ(found, expected);
  const std::vector<Vec3> normals{planes[0].normal, planes[1].normal};
  EXPECT_EQ(total(stencils, dust.vertices, {.dhat = 0.1}, normals).first, INFINITY);
  EXPECT_NEAR(smallest_gap({stencils[0]}, dust.vertices, normals), 0.04, 1e-15);
}

TEST(ContactSetDeathTest, RefusesAnEdgeWithoutLengthInItsRestShape) {
  Mesh rod;
  rod.vertices = {Vec3(0, 0, 0), Vec3(0, 0, 0)};
  rod.edges = {{0, 1}};
  Surface surface;
  surface.add(rod, {});
  EXPECT_DEATH(ContactSet(surface, rod.vertices), "zero rest length");
}

}  // namespace
}  // namespace lacuna::test
