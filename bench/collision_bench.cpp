// The collision pipeline on a folded cloth: 200 x 201 vertices in 10 layers 1 mm apart, 5 mm cells, noise of
// 0.5 mm in the plane and 0.05 mm in height; 119 799 edges and 79 600 triangles.
#include "base/random.h"
#include "contact/broad_phase.h"
#include "contact/contacts.h"
#include "contact/intersection_check.h"
#include "contact/step_bound.h"
#include "mesh/shape/pleat.h"

#include <benchmark/benchmark.h>

#include <functional>
#include <string>

namespace lacuna::bench {

namespace {

std::vector<Vec3> moved(const std::vector<Vec3>& x, double noise) {
  Random random(5);
  std::vector<Vec3> y = x;
  for (Vec3& v : y)
    v += Vec3(random.uniform(-noise, noise), random.uniform(-noise, noise), random.uniform(-noise, noise));
  return y;
}

struct FoldedCloth {
  std::vector<Vec3> x, x_moved_1mm;
  Surface surface;

  FoldedCloth() {
    PleatShape shape;
    shape.noise_in_plane = 0.5e-3;
    shape.noise_in_height = 0.05e-3;
    Mesh mesh = pleated_sheet(shape);
    surface.add(mesh, {});
    x = std::move(mesh.vertices);
    x_moved_1mm = moved(x, 1e-3);
  }
};

const FoldedCloth& cloth() {
  static const FoldedCloth folded;
  return folded;
}

using Body = std::function<void(benchmark::State&)>;

void on_one_and_two_threads(const std::string& name, const Body& body) {
  for (int threads : {1, 2}) {
    auto* registered = benchmark::RegisterBenchmark((name + "/threads:" + std::to_string(threads)).c_str(),
                                                    [=](benchmark::State& state) {
                                                      const ThreadLimit limit(threads);
                                                      body(state);
                                                    });
    registered->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
    if (threads > 1) registered->UseRealTime();
  }
}

void build(benchmark::State& state) {
  BroadPhase broad_phase(cloth().surface);
  for (auto _ : state) {
    broad_phase.build(cloth().x);
    broad_phase.fit(cloth().x, 2e-3);
  }
}

void refit(benchmark::State& state) {
  BroadPhase broad_phase(cloth().surface);
  for (auto _ : state) broad_phase.fit(cloth().x, 2e-3);
}

/// `radius` by which every box grows; the pairs found are those of the boxes.
void find(benchmark::State& state, double radius, bool is_swept) {
  BroadPhase broad_phase(cloth().surface);
  Candidates candidates;
  if (is_swept)
    broad_phase.fit_swept(cloth().x, cloth().x_moved_1mm, 2 * radius);
  else
    broad_phase.fit(cloth().x, 2 * radius);
  for (auto _ : state) broad_phase.find(candidates);
  state.counters["edge_edge"] = static_cast<double>(candidates.edge_edge.size());
  state.counters["vertex_triangle"] = static_cast<double>(candidates.vertex_triangle.size());
}

void contacts_from_candidates(benchmark::State& state) {
  BroadPhase broad_phase(cloth().surface);
  Candidates candidates;
  broad_phase.fit(cloth().x, 2e-3);
  broad_phase.find(candidates);
  ContactFinder finder(cloth().surface);
  size_t count = 0;
  for (auto _ : state) count = finder.find(cloth().x, candidates, 1.2e-3).size();
  state.counters["candidates"] = static_cast<double>(candidates.size());
  state.counters["contacts"] = static_cast<double>(count);
}

/// All pairs that 0.2 mm of noise could bring together.
void step_bound(benchmark::State& state) {
  const std::vector<Vec3> x_t1 = moved(cloth().x, 0.2e-3);
  std::vector<Vec3> dx(x_t1.size());
  for (size_t v = 0; v < dx.size(); ++v) dx[v] = x_t1[v] - cloth().x[v];
  BroadPhase broad_phase(cloth().surface);
  Candidates candidates;
  broad_phase.fit_swept(cloth().x, x_t1, 0);
  broad_phase.find(candidates);
  StepBound bound{};
  for (auto _ : state) bound = bound_step(cloth().surface, cloth().x, dx, candidates);
  state.counters["candidates"] = static_cast<double>(candidates.size());
  state.counters["bound"] = bound.time;
}

void intersection_check(benchmark::State& state) {
  IntersectionCheck check(cloth().surface);
  size_t found = 0;
  for (auto _ : state) found = check.find(cloth().x).size();
  state.counters["intersections"] = static_cast<double>(found);
}

}  // namespace

void register_collision_benchmarks() {
  on_one_and_two_threads("broad_phase_build", build);
  on_one_and_two_threads("broad_phase_refit", refit);
  on_one_and_two_threads("broad_phase_find/static_1mm", [](auto& state) { find(state, 1e-3, false); });
  on_one_and_two_threads("broad_phase_find/static_0.5mm", [](auto& state) { find(state, 0.5e-3, false); });
  on_one_and_two_threads("broad_phase_find/swept_1mm", [](auto& state) { find(state, 1e-3, true); });
  on_one_and_two_threads("broad_phase_find/swept_0.5mm", [](auto& state) { find(state, 0.5e-3, true); });
  on_one_and_two_threads("contacts_from_candidates", contacts_from_candidates);
  on_one_and_two_threads("step_bound", step_bound);
  on_one_and_two_threads("intersection_check", intersection_check);
}

}  // namespace lacuna::bench
