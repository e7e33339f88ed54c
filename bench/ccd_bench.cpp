// CCD queries: the published ones (degenerate: Erleben's cases and unit tests), where their folder is given,
// and random motions of unit stencils, of which a solver sees many more.
#include "base/random.h"
#include "geometry/ccd.h"
#include "support/ccd_queries.h"

#include <benchmark/benchmark.h>

#include <cstdlib>

namespace lacuna::bench {

namespace {

using test::CcdQuery;

std::vector<CcdQuery> random_queries() {
  Random random(4);
  const auto point = [&] { return Vec3(random.uniform(), random.uniform(), random.uniform()); };
  std::vector<CcdQuery> queries(4096);
  for (CcdQuery& query : queries)
    for (size_t i = 0; i < 4; ++i) {
      query.x[i] = point();
      query.dx[i] = 0.2 * (point() - point());
    }
  return queries;
}

template <class Ccd>
void add(const char* name, std::vector<CcdQuery> queries, Ccd ccd) {
  benchmark::RegisterBenchmark(name, [=](benchmark::State& state) {
    double rounds = 0;
    for (auto _ : state) {
      rounds = 0;
      for (const CcdQuery& query : queries) rounds += ccd(query.x, query.dx, CcdOptions{}).rounds;
      benchmark::DoNotOptimize(rounds);
    }
    state.counters["calls"] = static_cast<double>(queries.size());
    state.counters["rounds_per_query"] = rounds / static_cast<double>(queries.size());
  });
}

}  // namespace

void register_ccd_benchmarks() {
  add("ccd_random/point_triangle", random_queries(), point_triangle_ccd);
  add("ccd_random/edge_edge", random_queries(), edge_edge_ccd);
  const char* data = std::getenv("LACUNA_TEST_DATA");
  if (!data) return;
  add("ccd_queries/vertex_face", test::all_ccd_queries(data, "vertex-face"), point_triangle_ccd);
  add("ccd_queries/edge_edge", test::all_ccd_queries(data, "edge-edge"), edge_edge_ccd);
}

}  // namespace lacuna::bench
