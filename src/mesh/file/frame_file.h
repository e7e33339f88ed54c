// The frame files of a run: everything that can collide at one time, in a PLY file. Binary, little endian:
//   vertex  x y z, vx vy vz (double), object (int), offset (double), kinematic (uchar)
//   face    vertex_indices, triangles only
//   edge    vertex1 vertex2, of rods and segments only
//   comment time 0.48 | comment step 12 | comment half_space PX PY PZ NX NY NZ NAME
//   comment sphere KIND CX CY CZ RADIUS AX AY AZ NAME | comment static ../static.ply HASH
// A vertex of no face and no edge is a particle. Interior vertices of solids are omitted.
//
// Parts that never move may be left out of the frames and written once, to static.ply, which has the same
// format. Frames then name it with the checksum of its bytes. Its vertices and elements follow those of the
// frame (add_static): a reader that does not know static.ply sees a valid file of the moving parts.
#pragma once

#include "base/types.h"
#include "base/words.h"
#include "geometry/round_wall.h"

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

/// A sphere or a bowl at one time: its inside is free.
struct PlacedSphere {
  std::string name;
  RoundKind kind = RoundKind::container;
  Vec3 center{0, 0, 0};
  double radius = 0;   ///< m
  Vec3 axis{0, 1, 0};  ///< any nonzero length; a bowl opens along it
};

/// Everything that is not a mesh, at one time.
struct PlacedWalls {
  PlacedWalls() = default;
  PlacedWalls(std::vector<PlacedHalfSpace> planes,  // NOLINT: half-spaces alone are walls
              std::vector<PlacedSphere> round = {})
      : half_spaces(std::move(planes)), spheres(std::move(round)) {}

  std::vector<PlacedHalfSpace> half_spaces;
  std::vector<PlacedSphere> spheres;
};

/// Which files show the objects that never move.
enum class StaticParts : std::uint8_t {
  automatic,    ///< static.ply if they are large, otherwise every frame
  every_frame,  ///< every frame shows all
  once,         ///< static.ply
};
template <>
inline constexpr auto words<StaticParts> = make_words<StaticParts>({{"auto", StaticParts::automatic},
                                                                    {"every_frame", StaticParts::every_frame},
                                                                    {"once", StaticParts::once}});

/// In the folder of the run.
inline constexpr const char* static_file_name = "static.ply";

struct FrameFile {
  double time = 0;  ///< s
  Index step = 0;
  std::vector<PlacedHalfSpace> half_spaces;
  std::vector<PlacedSphere> spheres;
  std::vector<Vec3> positions, velocities;  ///< m, m/s
  std::vector<Index> objects;               ///< of each vertex
  std::vector<double> offsets;              ///< m, of each vertex
  std::vector<std::uint8_t> is_kinematic;   ///< of each vertex, 0 or 1
  std::vector<Triangle> triangles;
  std::vector<Edge> edges;
  std::string static_hash;  ///< of the bytes of static.ply, hexadecimal; empty if the frame shows everything
};

/// Appends the parts that never move: their vertices are numbered after those of the frame.
void add_static(const FrameFile& static_parts, FrameFile& frame);

std::string format_frame(const FrameFile& frame);

/// Throws InputError unless the file is complete and its indices are in range. Coordinates may be anything.
FrameFile parse_frame(std::string_view bytes, const std::string& name);
FrameFile read_frame(const std::filesystem::path& path);

/// The comments of a header that identify a frame.
struct FrameStamp {
  double time = 0;
  Index step = 0;
  std::string static_hash = {};  ///< as in FrameFile
};
/// From the first bytes of a file, at least up to the end of its header, and the size of the whole file.
/// Throws InputError unless the size matches the header.
FrameStamp parse_frame_stamp(std::string_view head, std::uint64_t file_size, const std::string& name);
/// Enough for the header of nearly every frame.
constexpr std::uint64_t usual_frame_head = 1 << 14;
/// Do these first bytes of a file include the whole header?
bool has_whole_header(std::string_view head);

}  // namespace lacuna
