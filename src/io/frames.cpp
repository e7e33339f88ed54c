#include "io/frames.h"

#include "base/check.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace lacuna {

FrameLayout::FrameLayout(const Surface& surface)
    : vertices(surface.vertices()), frame_of(static_cast<size_t>(surface.vertex_count()), -1) {
  for (size_t i = 0; i < vertices.size(); ++i)
    frame_of[static_cast<size_t>(vertices[i])] = static_cast<Index>(i);
  const auto here = [&](Index v) { return frame_of[static_cast<size_t>(v)]; };
  for (const Triangle& t : surface.triangles()) triangles.push_back({here(t[0]), here(t[1]), here(t[2])});
  for (Index e : surface.free_edges()) {
    const Edge& edge = surface.edges()[static_cast<size_t>(e)];
    edges.push_back({here(edge[0]), here(edge[1])});
  }
}

FrameFile make_frame(const FrameLayout& layout, const Surface& surface, const State& state,
                     std::span<const PlacedHalfSpace> half_spaces) {
  LACUNA_CHECK(state.x.size() >= layout.frame_of.size() && state.v.size() == state.x.size(),
               "positions={} velocities={} vertices={}", state.x.size(), state.v.size(),
               layout.frame_of.size());
  FrameFile frame;
  frame.time = state.time;
  frame.step = state.step;
  frame.half_spaces.assign(half_spaces.begin(), half_spaces.end());
  for (Index v : layout.vertices) {
    frame.positions.push_back(state.x[static_cast<size_t>(v)]);
    frame.velocities.push_back(state.v[static_cast<size_t>(v)]);
    frame.objects.push_back(surface.object_of(v));
    frame.offsets.push_back(surface.offset_of(v));
    frame.is_kinematic.push_back(surface.is_kinematic(v) ? 1 : 0);
  }
  frame.triangles = layout.triangles;
  frame.edges = layout.edges;
  return frame;
}

std::string frame_name(Index number) { return fmt::format("frame_{:06}.ply", number); }

std::optional<Index> frame_number(const std::string& name) {
  Index number = 0;
  if (!name.starts_with("frame_") || !name.ends_with(".ply")) return std::nullopt;
  const char* end = name.data() + name.size() - 4;
  const auto [stop, error] = std::from_chars(name.data() + 6, end, number);
  return stop == end && error == std::errc() && frame_name(number) == name ? std::optional(number)
                                                                           : std::nullopt;
}

bool FrameClock::is_due(double time, double dt) {
  const double due = next_;
  skip_to(time, dt);
  return next_ > due;
}

void FrameClock::skip_to(double time, double dt) {
  // Times are sums of many steps: a millionth of a step hides their rounding and nothing else.
  const double passed = std::floor((time + 1e-6 * dt) * fps_) + 1;
  next_ = std::max(next_, passed);
}

}  // namespace lacuna
