// Linear systems of Newton's method: soft solids (E = 10 kPa, h = 0.04 s, 1000 kg/m^3) in stiff contact,
// about 7000 nodes and 30 000 tets. Contact is 10^5 times stiffer than an element.
#include "base/parallel.h"
#include "mesh/shape/solids.h"
#include "mesh/transform.h"
#include "solve/auto_solver.h"
#include "support/newton_systems.h"

#include <benchmark/benchmark.h>

#include <functional>
#include <memory>
#include <string>

namespace lacuna::bench {

namespace {

struct Assembled {
  test::NewtonSystem system;
  BlockAssembly assembly;
  std::vector<Vec3> x;

  explicit Assembled(test::NewtonSystem given)
      : system(std::move(given)), assembly(system.node_count, system.fixed), x(system.force.size()) {
    system.assemble_into(assembly);
  }
};

constexpr double stiffness = 1e5;

/// Bodies that rest on each other; each has the same number of vertices.
Assembled resting(const Mesh& mesh, Index body_count, double reach) {
  std::vector<Index> body;
  for (Index v = 0; v < count_of(mesh.vertices); ++v)
    body.push_back(v / (count_of(mesh.vertices) / body_count));
  test::NewtonSystem system = test::solid_system(mesh, {});
  test::add_resting_contacts(system, mesh, body, reach, stiffness);
  return Assembled(std::move(system));
}

/// One box whose top touches its bottom, as a crushed one would.
Assembled box_system() {
  const Mesh mesh = box_solid({.resolution = {18, 18, 18}}, CellSplit::five);
  test::NewtonSystem system = test::solid_system(mesh, {});
  test::add_contacts(system, mesh, 500, stiffness);
  return Assembled(std::move(system));
}

Assembled sphere_system() {
  const Mesh one = sphere_solid({.radius = 0.5, .resolution = 6});
  return resting(array(one, {{2, 2, 2}, Vec3::Ones()}), 8, 0.08);
}

Assembled slab_system() {
  const Mesh one = box_solid({.size = {1, 0.25, 1}, .resolution = {16, 4, 16}}, CellSplit::five);
  return resting(stack(one, {.count = 5, .gap = 0.001}), 5, 0.08);
}

using Make = Assembled (*)();
using Body = std::function<void(Assembled&)>;

/// Made on first use, once: benchmarks that are filtered out cost nothing.
Assembled& made(Make make) {
  static std::vector<std::pair<Make, std::unique_ptr<Assembled>>> known;
  for (auto& [key, value] : known)
    if (key == make) return *value;
  known.emplace_back(make, std::make_unique<Assembled>(make()));
  return *known.back().second;
}

void add(const std::string& name, Make make, const Body& body, bool is_threaded) {
  for (int threads = 1; threads <= (is_threaded ? 2 : 1); ++threads) {
    auto* registered = benchmark::RegisterBenchmark((name + "/threads:" + std::to_string(threads)).c_str(),
                                                    [=](benchmark::State& state) {
                                                      Assembled& assembled = made(make);
                                                      const ThreadLimit limit(threads);
                                                      for (auto unused : state) {
                                                        static_cast<void>(unused);
                                                        body(assembled);
                                                      }
                                                    });
    registered->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
    if (threads > 1) registered->UseRealTime();
  }
}

void solve(LinearSolver& solver, Assembled& s) {
  benchmark::DoNotOptimize(solver.solve(s.assembly.matrix(), s.system.force, s.x));
}

}  // namespace

void register_linear_benchmarks() {
  for (const auto& [name, make] : {std::pair<std::string, Make>{"box", box_system},
                                   {"spheres", sphere_system},
                                   {"slabs", slab_system}}) {
    const std::string prefix = "linear/" + name + "/";
    add(
        prefix + "pattern", make,
        [](Assembled& s) {
          s.assembly.begin_step();
          s.assembly.set_passing(s.system.passing, s.system.first_block);
        },
        false);
    add(
        prefix + "values", make, [](Assembled& s) { s.assembly.assemble(s.system.sources()); }, true);
    add(
        prefix + "multiply", make, [](Assembled& s) { s.assembly.matrix().multiply(s.system.force, s.x); },
        true);
    add(
        prefix + "pcg 1e-3", make, [solver = std::make_shared<Pcg>()](Assembled& s) { solve(*solver, s); },
        true);
    add(
        prefix + "pcg 1e-6", make,
        [solver = std::make_shared<Pcg>(PcgOptions{.tolerance = 1e-6})](Assembled& s) { solve(*solver, s); },
        true);
    add(
        prefix + "order and analyse", make,
        [](Assembled& s) { benchmark::DoNotOptimize(make_direct_solver()->analyse(s.assembly.matrix())); },
        false);
    add(
        prefix + "factorise and solve", make,
        [solver = std::shared_ptr<DirectSolver>(make_direct_solver())](Assembled& s) { solve(*solver, s); },
        false);
  }
}

}  // namespace lacuna::bench
