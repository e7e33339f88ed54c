#include "sim/vertex_loads.h"

#include "base/parallel.h"
#include "energy/element.h"
#include "energy/pressure.h"

#include <algorithm>

namespace lacuna {

namespace {

template <size_t n>
void add_all(const std::vector<std::array<Index, n>>& simplices, std::vector<Index>& vertices) {
  for (const auto& nodes : simplices) vertices.insert(vertices.end(), nodes.begin(), nodes.end());
}

/// Rising, each once.
std::vector<Index> loaded_vertices(const Loads& loads) {
  const Air& air = loads.air;
  std::vector<Index> vertices;
  for (const SoftPins& pins : loads.pins)
    vertices.insert(vertices.end(), pins.script.vertices.begin(), pins.script.vertices.end());
  add_all(air.plates, vertices);
  add_all(air.segments, vertices);
  for (const Air::Ball& ball : air.balls) vertices.push_back(ball.vertex);
  for (size_t v = 0; v < air.rate.size(); ++v)
    if (air.rate[v] > 0) vertices.push_back(static_cast<Index>(v));
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

}  // namespace

VertexLoads::VertexLoads(const Model& model)
    : model_(model),
      vertices_(loaded_vertices(model.loads)),
      plates_at_(vertex_triangles(model.loads.air.plates, model.vertex_count())),
      rods_at_(vertex_edges(model.loads.air.segments, model.vertex_count())),
      x_start_(vertices_.size()),
      f_(vertices_.size()),
      B_(vertices_.size()),
      plate_drag_(model.loads.air.plates.size()),
      rod_drag_(model.loads.air.segments.size()),
      S_(vertices_.size()) {
  for (const Index v : vertices_) {
    Stencil stencil;
    stencil.nodes[0] = v;
    stencil.node_count = 1;
    stencils_.push_back(stencil);
  }
  for (const SoftPins& group : model.loads.pins)
    for (const Index v : group.script.vertices)
      pins_.push_back(
          {static_cast<size_t>(std::lower_bound(vertices_.begin(), vertices_.end(), v) - vertices_.begin()),
           0});
  targets_.resize(pins_.size());
  targets_start_.resize(pins_.size());
}

void VertexLoads::begin_step(const State& state, const TimeStep& step, const ForceFactors& scale) {
  if (is_empty()) return;
  scale_ = scale;
  for (size_t s = 0; s < vertices_.size(); ++s) x_start_[s] = state.x[static_cast<size_t>(vertices_[s])];
  std::fill(B_.begin(), B_.end(), Mat3::Zero());
  std::fill(f_.begin(), f_.end(), Vec3::Zero());
  find_areas(state.x);
  model_.integrator == Integrator::quasi_static ? add_wind() : add_drag(state, step);
  const double end = state.time_after(step.dt);
  find_targets(end - 0.5 * step.dt, state.time, targets_start_);
  find_targets(end - 0.5 * step.dt, end, targets_);
  add_pins(targets_);
  if (averages_elastic_forces(model_, step)) add_pin_forces(targets_start_);
}

void VertexLoads::rest(Positions x) {
  if (is_empty()) return;
  for (size_t s = 0; s < vertices_.size(); ++s) x_start_[s] = x[static_cast<size_t>(vertices_[s])];
  std::fill(B_.begin(), B_.end(), Mat3::Zero());
  std::fill(f_.begin(), f_.end(), Vec3::Zero());
  find_areas(x);
  add_wind();
  add_pins(targets_);
}

/// Per loaded vertex, its share of the plates, segments and balls at it.
void VertexLoads::find_areas(Positions x) {
  const Air& air = model_.loads.air;
  const auto at = [&](Index v) { return x[static_cast<size_t>(v)]; };
  parallel_for(count_of(air.plates), [&](Index i) {
    const auto t = static_cast<size_t>(i);
    const Triangle& nodes = air.plates[t];
    plate_drag_[t] =
        air.plate_scale[t] / 3 * plate_drag(air.law, area_vector({at(nodes[0]), at(nodes[1]), at(nodes[2])}));
  });
  for (size_t e = 0; e < air.segments.size(); ++e) {
    const Air::Segment& data = air.segment_data[e];
    rod_drag_[e] =
        data.scale / 2 * cylinder_drag(air.law, at(air.segments[e][1]) - at(air.segments[e][0]), data.radius);
  }
  parallel_for(count_of(vertices_), [&](Index i) {
    const auto s = static_cast<size_t>(i);
    S_[s].setZero();
    for (const Index t : plates_at_.at(vertices_[s])) S_[s] += plate_drag_[static_cast<size_t>(t)];
    for (const Index e : rods_at_.at(vertices_[s])) S_[s] += rod_drag_[static_cast<size_t>(e)];
  });
  for (const Air::Ball& ball : air.balls) {
    const auto slot = std::lower_bound(vertices_.begin(), vertices_.end(), ball.vertex) - vertices_.begin();
    S_[static_cast<size_t>(slot)] += ball.scale * ball_drag(air.law, ball.radius);
  }
  for (Mat3& S : S_) copy_upper_to_lower(S);
}

Mat3 VertexLoads::drag_at(size_t slot, double speed) const {
  const auto v = static_cast<size_t>(vertices_[slot]);
  const std::vector<double>& rate = model_.loads.air.rate;
  Mat3 c = speed * S_[slot];
  if (!rate.empty()) c += rate[v] * model_.mass[v] * Mat3::Identity();
  return c;
}

void VertexLoads::add_drag(const State& state, const TimeStep& step) {
  const Vec3& wind = model_.loads.air.wind;
  const double rate = end_velocity_rate(model_, state, step);
  parallel_for(count_of(vertices_), [&](Index i) {
    const auto s = static_cast<size_t>(i);
    const Index v = vertices_[s];
    const Mat3 c = drag_at(s, (state.v[static_cast<size_t>(v)] - wind).norm());
    B_[s] = scale_.other * rate * c;
    f_[s] = scale_.other * (c * (wind - end_velocity_at_start(model_, state, step, v)));
  });
}

void VertexLoads::add_wind() {
  const Vec3& wind = model_.loads.air.wind;
  for (size_t s = 0; s < vertices_.size(); ++s) f_[s] = scale_.other * (drag_at(s, wind.norm()) * wind);
}

void VertexLoads::find_targets(double middle, double time, std::vector<Vec3>& targets) {
  size_t first = 0;
  for (const SoftPins& group : model_.loads.pins) {
    const size_t count = group.script.vertices.size();
    group.script.targets(time, std::span(targets).subspan(first, count));
    // Tested in the middle of the step, as for scripts.
    const double stiffness = group.script.is_active(middle) ? group.stiffness : 0;
    for (size_t i = first; i < first + count; ++i) pins_[i].stiffness = stiffness;
    first += count;
  }
}

void VertexLoads::add_pins(std::span<const Vec3> targets) {
  for (const Pin& pin : pins_) B_[pin.slot].diagonal().array() += scale_.elastic * pin.stiffness;
  add_pin_forces(targets);
}

void VertexLoads::add_pin_forces(std::span<const Vec3> targets) {
  for (size_t i = 0; i < pins_.size(); ++i)
    f_[pins_[i].slot] += scale_.elastic * pins_[i].stiffness * (targets[i] - x_start_[pins_[i].slot]);
}

double VertexLoads::energy_change(Positions x_from, Positions x_to) const {
  return ordered_sum(count_of(vertices_), [&](Index i) {
    const auto s = static_cast<size_t>(i);
    const Vec3 from = motion(x_from, s), to = motion(x_to, s);
    return (to - from).dot(0.5 * (B_[s] * (to + from)) - f_[s]);
  });
}

void VertexLoads::add_gradient(Positions x, std::span<Vec3> gradient) const {
  parallel_for(count_of(vertices_), [&](Index i) {
    const auto s = static_cast<size_t>(i);
    gradient[static_cast<size_t>(vertices_[s])] += B_[s] * motion(x, s) - f_[s];
  });
}

double VertexLoads::pin_energy(Positions x) const {
  double sum = 0;
  for (size_t i = 0; i < pins_.size(); ++i)
    sum += 0.5 * pins_[i].stiffness *
           (x[static_cast<size_t>(vertices_[pins_[i].slot])] - targets_[i]).squaredNorm();
  return sum;
}

double VertexLoads::pin_energy_at_start() const {
  double sum = 0;
  for (size_t i = 0; i < pins_.size(); ++i)
    sum += 0.5 * pins_[i].stiffness * (x_start_[pins_[i].slot] - targets_start_[i]).squaredNorm();
  return sum;
}

void VertexLoads::add_force_sizes(Positions x, std::span<double> sizes) const {
  const Vec3& wind = model_.loads.air.wind;
  for (size_t s = 0; s < vertices_.size(); ++s)
    sizes[static_cast<size_t>(vertices_[s])] += (drag_at(s, wind.norm()) * wind).norm();
  for (size_t i = 0; i < pins_.size(); ++i) {
    const auto v = static_cast<size_t>(vertices_[pins_[i].slot]);
    sizes[v] += pins_[i].stiffness * (x[v] - targets_[i]).norm();
  }
}

double VertexLoads::supplied(Positions x) const {
  if (is_empty()) return 0;
  double work = 0;
  for (size_t s = 0; s < vertices_.size(); ++s) {
    const Vec3 d = motion(x, s);
    work += d.dot(f_[s] - B_[s] * d) / scale_.other;
  }
  return work + (pin_energy(x) - pin_energy_at_start());
}

}  // namespace lacuna
