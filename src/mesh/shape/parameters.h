// Parameters of the shapes that lacuna can generate. Lengths are metres, y is up, and every shape is centred
// on the origin unless it says otherwise; place it with transform.h.
// Round shapes share one meaning of `resolution`: edges per radius, so edges are about radius / resolution.
#pragma once

#include "base/types.h"

#include <array>
#include <cstdint>

namespace lacuna {

struct BoxShape {
  Vec3 size{1, 1, 1};
  std::array<Index, 3> resolution{1, 1, 1};  ///< cells along x, y, z
};

/// Diagonals of a structured grid: all parallel, or turned from cell to cell, which has no preferred side.
enum class GridPattern { alternating, uniform };

/// A rectangle in the xz plane, normal +y, vertices row by row (x fastest).
struct GridShape {
  Vec2 size{1, 1};                          ///< along x and z
  std::array<Index, 2> resolution{10, 10};  ///< cells along x and z
  GridPattern pattern = GridPattern::alternating;
};

/// The same rectangle without preferred directions: Poisson-disk samples, Delaunay, smoothed.
struct UnstructuredGridShape {
  Vec2 size{1, 1};
  double edge_length = 0.05;  ///< mean; the vertex count is about area / (0.866 edge_length^2)
  std::uint64_t seed = 0;     ///< same seed, same mesh
};

struct DiskShape {  ///< in the xz plane, normal +y
  double radius = 0.5;
  Index resolution = 8;
};

struct SphereShape {
  double radius = 0.5;
  Index resolution = 8;  ///< subdivisions of an icosahedron's edge: 10 resolution^2 + 2 surface vertices
};

struct CylinderShape {  ///< axis y, with caps
  double radius = 0.5;
  double height = 1.0;
  Index resolution = 8;  ///< 6 resolution edges around
};

struct SleeveShape {  ///< open thin cylinder around y, normals outwards
  double radius = 0.25;
  double height = 1.0;
  Index around = 48;  ///< edges around
  Index along = 0;    ///< rows of triangles from end to end; 0 makes them nearly equilateral
};

struct TubeShape {  ///< thick-walled pipe along y, a closed surface
  double radius = 0.5;
  double inner_radius = 0.4;
  double height = 1.0;
  Index resolution = 8;  ///< edges per outer radius
};

struct ConeShape {  ///< base below, along y, with caps
  double radius = 0.5;
  double top_radius = 0.0;  ///< 0 is a pointed cone
  double height = 1.0;
  Index resolution = 8;  ///< edges per base radius
};

struct TorusShape {          ///< lies in the xz plane
  double radius = 0.4;       ///< of the centre circle
  double tube_radius = 0.1;  ///< smaller than radius
  Index resolution = 3;      ///< edges per tube radius
};

struct CapsuleShape {  ///< along y
  double radius = 0.25;
  double height = 1.0;  ///< from tip to tip, at least 2 radius; 2 radius is a sphere
  Index resolution = 6;
};

struct BowlShape {  ///< half a sphere, open upwards, rim at y = 0, normals outwards (down)
  double radius = 0.5;
  Index resolution = 8;
};

struct FunnelShape {          ///< open surface: a cone above y = 0, a spout below, normals outwards
  double radius = 0.5;        ///< of the upper rim
  double spout_radius = 0.1;  ///< smaller than radius
  double height = 0.4;        ///< of the cone
  double spout_height = 0.2;
  Index resolution = 8;  ///< edges per radius
};

struct RodShape {
  double length = 1.0;
  Index segments = 50;
  Vec3 axis{1, 0, 0};  ///< direction, any length but zero
};

/// Cubic has its neighbours at `spacing` along the axes; hexagonal is the densest packing of spheres of that
/// diameter (layers of triangles, every other layer shifted).
enum class LatticePattern { cubic, hexagonal };

struct ParticleBoxShape {
  std::array<Index, 3> counts{10, 10, 10};  ///< particles along x, y, z
  double spacing = 0.004;
  LatticePattern pattern = LatticePattern::cubic;
  double jitter = 0.0;  ///< each coordinate is moved by a uniform random number in [-jitter, jitter]
  std::uint64_t seed = 0;
};

/// Split of a cell into tets: six around a diagonal (the same in every cell), or five, mirrored from cell to
/// cell.
enum class CellSplit { six, five };

/// A regular mat in the xz plane: nodes x nodes x 2 vertices, 6 (nodes - 1)^2 tets.
struct MatShape {
  double size = 1.0;  ///< side length
  double thickness = 0.008;
  Index nodes = 40;  ///< along each side
};

}  // namespace lacuna
