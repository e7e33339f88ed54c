#include "io/frames.h"

#include "base/check.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace lacuna {

namespace {

// Beyond this many static vertices (0.9 MB in every frame) they are written once. Most scenes have fewer, and
// a frame that shows its floor is easier to open.
constexpr Index many_static_vertices = 10'000;

/// The objects of which no vertex can move.
std::vector<bool> static_objects(const Surface& surface) {
  std::vector<bool> is_static(static_cast<size_t>(surface.object_count()), true);
  for (const Index v : surface.moving_vertices())
    is_static[static_cast<size_t>(surface.object_of(v))] = false;
  return is_static;
}

/// The objects that static.ply shows.
std::vector<bool> objects_apart(const Surface& surface, StaticParts static_parts) {
  std::vector<bool> nothing(static_cast<size_t>(surface.object_count()), false);
  if (static_parts == StaticParts::every_frame || surface.moving_vertices().empty()) return nothing;
  std::vector<bool> is_static = static_objects(surface);
  Index count = 0;
  for (const Index v : surface.vertices()) count += is_static[static_cast<size_t>(surface.object_of(v))];
  const bool is_wanted = static_parts == StaticParts::once || count >= many_static_vertices;
  return is_wanted ? is_static : nothing;
}

FrameFile make_file(const FilePart& part, const Surface& surface, const State& state) {
  LACUNA_CHECK(count_of(state.x) >= surface.vertex_count() && state.v.size() == state.x.size(),
               "positions={} velocities={} vertices={}", state.x.size(), state.v.size(),
               surface.vertex_count());
  FrameFile file;
  for (Index v : part.vertices) {
    file.positions.push_back(state.x[static_cast<size_t>(v)]);
    file.velocities.push_back(state.v[static_cast<size_t>(v)]);
    file.objects.push_back(surface.object_of(v));
    file.offsets.push_back(surface.offset_of(v));
    file.is_kinematic.push_back(surface.is_kinematic(v) ? 1 : 0);
  }
  file.triangles = part.triangles;
  file.edges = part.edges;
  return file;
}

}  // namespace

FrameLayout::FrameLayout(const Surface& surface, StaticParts static_parts)
    : frame_of(static_cast<size_t>(surface.vertex_count()), -1) {
  const std::vector<bool> is_apart = objects_apart(surface, static_parts);
  const auto part_of = [&](Index v) -> FilePart& {
    return is_apart[static_cast<size_t>(surface.object_of(v))] ? apart : *this;
  };
  std::vector<Index> number(static_cast<size_t>(surface.vertex_count()), -1);  // in the file of the vertex
  const auto here = [&](Index v) { return number[static_cast<size_t>(v)]; };
  for (const Index v : surface.vertices()) {
    FilePart& part = part_of(v);
    number[static_cast<size_t>(v)] = count_of(part.vertices);
    if (&part == this) frame_of[static_cast<size_t>(v)] = count_of(part.vertices);
    part.vertices.push_back(v);
  }
  for (const Triangle& t : surface.triangles())
    part_of(t[0]).triangles.push_back({here(t[0]), here(t[1]), here(t[2])});
  for (Index e : surface.free_edges()) {
    const Edge& edge = surface.edges()[static_cast<size_t>(e)];
    part_of(edge[0]).edges.push_back({here(edge[0]), here(edge[1])});
  }
}

FrameFile make_frame(const FrameLayout& layout, const Surface& surface, const State& state,
                     const PlacedWalls& walls) {
  FrameFile frame = make_file(layout, surface, state);
  frame.time = state.time;
  frame.step = state.step;
  frame.half_spaces = walls.half_spaces;
  frame.spheres = walls.spheres;
  return frame;
}

FrameFile make_static(const FrameLayout& layout, const Surface& surface, const State& state) {
  FrameFile file = make_file(layout.apart, surface, state);
  file.velocities.assign(file.velocities.size(), Vec3::Zero());
  return file;
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
  const double passed = std::floor((playback_.video_time(time) + 1e-6 * dt) * fps_) + 1;
  next_ = std::max(next_, passed);
}

}  // namespace lacuna
