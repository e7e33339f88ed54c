// Elements per call, over 1024 shapes whose nodes moved by up to 0.02 ("mild") or 0.2 ("strong") of an edge,
// none of infinite energy.
#include "base/random.h"
#include "energy/hinge.h"
#include "energy/membrane.h"
#include "energy/rod_bend.h"
#include "energy/rod_stretch.h"
#include "energy/shell_moduli.h"
#include "energy/stitch.h"
#include "energy/strain_limit_bound.h"

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

namespace lacuna::bench {

namespace {

template <Element Kind>
using Shapes = std::vector<ElementPositions<Kind::node_count>>;

template <Element Kind>
Shapes<Kind> moved_shapes(const ElementPositions<Kind::node_count>& rest, const typename Kind::Data& data,
                          double distance) {
  Random random(1);
  Shapes<Kind> shapes;
  while (shapes.size() < 1024) {
    auto x = rest;
    for (Vec3& v : x)
      for (double& c : v) c += random.uniform(-distance, distance);
    if (std::isfinite(Kind::energy(x, data))) shapes.push_back(x);
  }
  return shapes;
}

template <class Shapes, class Function>
void add(const std::string& name, const std::shared_ptr<Shapes>& shapes, Function function) {
  benchmark::RegisterBenchmark(name.c_str(), [shapes, function](benchmark::State& state) {
    for (auto _ : state)
      for (const auto& x : *shapes) benchmark::DoNotOptimize(function(x));
    state.counters["calls"] = static_cast<double>(shapes->size());
  });
}

template <Element Kind>
void add_element(const std::string& name, const ElementPositions<Kind::node_count>& rest,
                 const typename Kind::Data& data) {
  using Positions = ElementPositions<Kind::node_count>;
  for (const auto& [kind, distance] : {std::pair{"/mild", 0.02}, {"/strong", 0.2}}) {
    const auto shapes = std::make_shared<Shapes<Kind>>(moved_shapes<Kind>(rest, data, distance));
    add(name + "/energy" + kind, shapes, [=](const Positions& x) { return Kind::energy(x, data); });
    add(name + "/gradient" + kind, shapes, [=](const Positions& x) { return Kind::gradient(x, data); });
    add(name + "/derivatives" + kind, shapes, [=](const Positions& x) { return Kind::derivatives(x, data); });
  }
}

/// A motion that reaches the limit, and one that does not.
template <Element Kind>
void add_bound(const std::string& name, const ElementPositions<3>& rest, const typename Kind::Data& data) {
  const auto shapes = std::make_shared<Shapes<Kind>>(moved_shapes<Kind>(rest, data, 0.02));
  for (const auto& [kind, length] : {std::pair{"/long", 1.0}, {"/short", 0.01}}) {
    const ElementPositions<3> p = {length * Vec3(0.1, 0.2, -0.1), length * Vec3(0.4, 0.3, 0.2),
                                   length * Vec3(-0.1, -0.4, 0.3)};
    add(name + kind, shapes, [=](const ElementPositions<3>& x) { return strain_limit_bound(x, p, data); });
  }
}

}  // namespace

void register_shell_benchmarks() {
  const ElementPositions<3> triangle = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.3, 0.9, 0)};
  const ElementPositions<4> hinge = {Vec3(-0.9, 0.5, 0), Vec3(0, 0, 0), Vec3(0, 1, 0), Vec3(0.9, 0.4, 0)};
  const ElementPositions<3> rod = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0)};
  const Mat2 edges = rest_edges(triangle);
  const Lame material = plane_stress_lame(1e5, 0.3);
  const double t = 1e-3;
  const auto limit = StrainLimit::data(edges, t, {1, 1.1});
  const auto woven =
      OrthotropicMembrane::data(edges, Mat2::Identity(), t, {15e6, 7e6, 25e6, 1e6}, {0.14, 0.14, 0.063});
  using NeoHookeanMembrane = Membrane<MembraneNeoHookean>;
  using StvkMembrane = Membrane<MembraneStvk>;
  add_element<NeoHookeanMembrane>("membrane_neo_hookean", triangle,
                                  NeoHookeanMembrane::data(edges, t, material));
  add_element<StvkMembrane>("membrane_stvk", triangle, StvkMembrane::data(edges, t, material));
  add_element<StrainLimit>("strain_limit", triangle, limit);
  add_element<OrthotropicMembrane>("orthotropic_membrane", triangle, woven);
  add_element<Hinge>("hinge", hinge, Hinge::data(hinge, 1e-3));
  add_element<RodStretch>("rod_stretch", {rod[0], rod[1]}, {1, 1});
  add_element<RodBend>("rod_bend", rod, RodBend::data(1, 1, 1));
  add_element<EdgeStitch>("edge_stitch", triangle, edge_stitch(10, 0.3));
  add_bound<StrainLimit>("strain_limit_bound", triangle, limit);
  add_bound<OrthotropicMembrane>("orthotropic_bound", triangle, woven);
}

}  // namespace lacuna::bench
