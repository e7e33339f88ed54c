// The frame files of a run: everything that can collide at one time, in a self-contained PLY file. Binary,
// little endian:
//   vertex  x y z, vx vy vz (double), object (int), offset (double), kinematic (uchar)
//   face    vertex_indices, triangles only
//   edge    vertex1 vertex2, of rods and segments only
//   comment time 0.48 | comment step 12 | comment half_space PX PY PZ NX NY NZ NAME
// A vertex of no face and no edge is a particle. Interior vertices of solids are omitted.
#pragma once

#include "base/types.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna {

/// A half-space at one time: the side of `normal` is free.
struct PlacedHalfSpace {
  std::string name;
  Vec3 point{0, 0, 0};
  Vec3 normal{0, 1, 0};  ///< any nonzero length
};

struct FrameFile {
  double time = 0;  ///< s
  Index step = 0;
  std::vector<PlacedHalfSpace> half_spaces;
  std::vector<Vec3> positions, velocities;  ///< m, m/s
  std::vector<Index> objects;               ///< of each vertex
  std::vector<double> offsets;              ///< m, of each vertex
  std::vector<std::uint8_t> is_kinematic;   ///< of each vertex, 0 or 1
  std::vector<Triangle> triangles;
  std::vector<Edge> edges;
};

std::string format_frame(const FrameFile& frame);

/// Throws InputError unless the file is complete and its indices are in range. Coordinates may be anything.
FrameFile parse_frame(std::string_view bytes, const std::string& name);
FrameFile read_frame(const std::filesystem::path& path);

/// Only the time and the step.
struct FrameStamp {
  double time = 0;
  Index step = 0;
};
/// From the first bytes of a file, at least up to the end of its header, and the size of the whole file.
/// Throws InputError unless the size matches the header.
FrameStamp parse_frame_stamp(std::string_view head, std::uint64_t file_size, const std::string& name);
/// Enough for the header of nearly every frame.
constexpr std::uint64_t usual_frame_head = 1 << 14;
/// Do these first bytes of a file include the whole header?
bool has_whole_header(std::string_view head);

}  // namespace lacuna
