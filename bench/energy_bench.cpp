// Elements per call, over 4096 tets of one rest shape whose vertices moved by up to 0.05 ("mild") or 0.25
// ("strong") of an edge, none inverted.
#include "base/random.h"
#include "energy/inversion_bound.h"
#include "energy/tet_element.h"

#include <benchmark/benchmark.h>

#include <string>

namespace lacuna::bench {

namespace {

const TetPositions rest_shape = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.1, 1, 0), Vec3(0.1, 0.2, 1)};
const Lame material = lame(1e5, 0.4);

std::vector<TetPositions> moved_tets(double distance) {
  Random random(1);
  std::vector<TetPositions> tets;
  while (tets.size() < 4096) {
    TetPositions x = rest_shape;
    for (Vec3& v : x)
      for (double& c : v) c += random.uniform(-distance, distance);
    if (tet_edges(x).determinant() > 0) tets.push_back(x);
  }
  return tets;
}

template <class Function>
void add(const std::string& name, const std::vector<TetPositions>& tets, Function function) {
  benchmark::RegisterBenchmark(name.c_str(), [&tets, function](benchmark::State& state) {
    for (auto _ : state)
      for (const TetPositions& x : tets) benchmark::DoNotOptimize(function(x));
    state.counters["calls"] = static_cast<double>(tets.size());
  });
}

template <class Law>
void add_law(const std::string& kind, const std::vector<TetPositions>& tets) {
  static const TetRest rest = tet_rest(rest_shape);
  const std::string name(word_of(Law::law));
  add("tet_energy/" + name + "/" + kind, tets,
      [](const TetPositions& x) { return tet_energy<Law>(x, rest, material); });
  add("tet_gradient/" + name + "/" + kind, tets,
      [](const TetPositions& x) { return tet_gradient<Law>(x, rest, material); });
  add("tet_gradient_hessian/" + name + "/" + kind, tets,
      [](const TetPositions& x) { return tet_gradient_hessian<Law>(x, rest, material); });
}

template <class... Laws>
void add_laws(TypeList<Laws...>, const std::string& kind, const std::vector<TetPositions>& tets) {
  (add_law<Laws>(kind, tets), ...);
  add("svd3/" + kind, tets, [](const TetPositions& x) { return svd3(tet_edges(x)); });
  add("inversion_bound/" + kind, tets, [](const TetPositions& x) {
    return inversion_bound(rest_shape, {x[0] - rest_shape[1], x[1] - rest_shape[2], x[2], x[3]});
  });
}

}  // namespace

void register_energy_benchmarks() {
  static const auto mild = moved_tets(0.05), strong = moved_tets(0.25);
  add_laws(SolidEnergies{}, "mild", mild);
  add_laws(SolidEnergies{}, "strong", strong);
}

}  // namespace lacuna::bench
