// Parameters of the shapes that lacuna can generate. Lengths are metres, y is up, and every shape is centred
// on the origin unless it says otherwise; place it with transform.h.
// For all round shapes `resolution` means edges per radius, so edges are about radius / resolution long.
#pragma once

#include "base/types.h"
#include "base/words.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lacuna {

struct BoxShape {
  Vec3 size{1, 1, 1};
  std::array<Index, 3> resolution{1, 1, 1};  ///< cells along x, y, z
};

/// Diagonals of a structured grid: all parallel, or alternating from cell to cell, which prefers no side.
enum class GridPattern { alternating, uniform };
template <>
inline constexpr auto words<GridPattern> = make_words<GridPattern>({{"alternating", GridPattern::alternating},
                                                                    {"uniform", GridPattern::uniform}});

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

/// A flat piece of cloth in the xz plane, normal +y, unstructured: the inside of a polygon.
struct PanelShape {
  std::vector<Vec2> outline;  ///< corners (x, z) in order, in either direction; sides must not touch or cross
  double edge_length = 0.02;  ///< mean; each side is cut evenly, and corners are kept
  std::uint64_t seed = 0;     ///< same seed, same mesh
};

/// Two flat ribbons, loosely tied in a reef knot in the xz plane: the ends of ribbon 0 leave along -x, those
/// of ribbon 1 along +x, and pulling them tightens it. The knot is 10.2 widths long, 6 widths wide (along z).
struct RibbonKnotShape {
  double width = 0.025;
  double length = 0.5;          ///< from ends to ends along x, at least 13.8 widths
  double edge_length = 0.0025;  ///< mean; at most half the width
  double gap = 0.005;           ///< between the ribbons where they cross, at most the width
  Index index = -1;             ///< one ribbon, 0 or 1; -1: both
  std::uint64_t seed = 0;       ///< same seed, same mesh
};

/// A strip of equal width along a smooth curve.
struct RibbonShape {
  std::vector<Vec3> points{Vec3(-0.5, 0, 0), Vec3(0.5, 0, 0)};  ///< of its middle line, at least two
  std::vector<Vec3> normals{Vec3(0, 1, 0)};                     ///< of its surface: one, or one per point
  double width = 0.1;
  double edge_length = 0.02;  ///< mean; half the width if that is less
  std::uint64_t seed = 0;     ///< same seed, same mesh
};

struct DiskShape {  ///< in the xz plane, normal +y
  double radius = 0.5;
  Index resolution = 8;
};

struct SphereShape {
  double radius = 0.5;
  Index resolution = 8;  ///< subdivisions of an icosahedron's edge: 10 resolution^2 + 2 surface vertices
  Index spikes = 0;      ///< spread evenly over it
  double spike_height = 0.25;  ///< m, beyond the radius
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

/// A profile in the half-plane of (radius, y), revolved about y: plates, glasses, bottles, vases. With a wall
/// it is a solid between the profile and its offset to the left, which is inside for a profile that begins on
/// the axis and goes outwards and up.
struct LatheShape {
  std::vector<Vec2> profile;  ///< corners (radius, y); only the first and the last may have the radius 0
  double wall = 0;            ///< thickness; 0 makes a surface
  std::vector<Vec2>
      inner;             ///< the other side, if the wall is not equally thick everywhere: one point for each
  Index resolution = 8;  ///< edges per largest radius
};

/// A closed surface like a tailor's dummy with a head and joined legs: elliptical sections along y,
/// soles at y = 0, wide along x, without arms.
struct MannequinShape {
  double height = 1.7;
  Index resolution = 12;  ///< edges per radius of the hips
};

struct RodShape {
  double length = 1.0;
  Index segments = 50;
  Vec3 axis{1, 0, 0};  ///< direction, any nonzero length
};

/// Parallel rods in a round bundle on a lattice of squares: row j of N has
/// floor(2 sqrt(((N-1)/2)^2 - (j-(N-1)/2)^2)) rods. Rows are stacked along y, or along z if the axis is y.
struct RodBundleShape {
  Index rows = 30;  ///< at least 3; the outermost two are empty
  double pitch = 3e-4;
  double length = 0.15;
  Index segments = 60;  ///< of each rod
  Vec3 axis{0, 1, 0};
  double length_jitter = 0;  ///< each rod starts up to this much later along the axis; all end together
  std::uint64_t seed = 0;
};

/// Rods along x and rods along z in the plane y = 0, in the middle of the cells they cut the rectangle into.
/// They alternately pass over and under each other in sine waves, or are joined where they cross.
struct NetShape {
  Vec2 size{1, 1};                      ///< along x and z, the lengths of the rods
  std::array<Index, 2> counts{20, 20};  ///< rods along x, rods along z
  Index segments = 50;                  ///< of each rod; approximate for a joined net
  double weave = 1e-3;                  ///< m up and down at the crossings
  bool joined = false;                  ///< rods share vertices where they cross; weave is not used
};

/// Cubic has its neighbours at `spacing` along the axes; hexagonal is the densest packing of spheres of that
/// diameter (layers of triangles, every other layer shifted).
enum class LatticePattern { cubic, hexagonal };
template <>
inline constexpr auto words<LatticePattern> =
    make_words<LatticePattern>({{"cubic", LatticePattern::cubic}, {"hexagonal", LatticePattern::hexagonal}});

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

/// One tet with corners at the origin and at 1 m along each axis.
struct UnitTetShape {};

/// A convex block: eight corners in the order of a box's lattice (x fastest, then y, then z), cut into tets
/// like a one-cell box. Its sides may be warped as long as the tets keep a positive volume.
struct HexahedronShape {
  std::array<Vec3, 8> corners{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{1, 1, 0},
                              Vec3{0, 0, 1}, Vec3{1, 0, 1}, Vec3{0, 1, 1}, Vec3{1, 1, 1}};
};

// Sharp pairs for hard contact cases, after K. Erleben, "Methodology for assessing mesh-based contact point
// methods" (2018): they meet at vertices, edges and parallel faces, where normals are not defined.

/// A pyramid of two tets over a square base in y = 0, apex above the base's centre.
struct SpikeShape {
  double width = 1.0;
  double height = 3.0;
};

/// A prism of three tets over a rectangular base in y = 0, its ridge above the base's middle along z.
struct WedgeShape {
  double width = 1.0;   ///< along x
  double height = 3.0;  ///< along y
  double length = 2.0;  ///< along z
};

/// A frustum whose flat top, a square in y = 0, ends in sharp sloping sides.
struct CliffShape {
  double width = 1.0;       ///< of the top
  double foot_width = 1.5;  ///< at the bottom, larger than width
  double height = 1.0;
};

/// A block whose flat top, in y = 0, is cut into triangles of all sizes: an object on it lies across internal
/// edges that must have no effect.
struct InternalEdgesShape {
  double width = 2.0;
  double height = 1.0;
};

/// A block with a V-shaped groove along z in its top, which is in y = 0.
struct CrackShape {
  double width = 2.0;   ///< along x
  double length = 4.0;  ///< along z
  double height = 1.0;
  double crack_width = 1.0;  ///< at the top
  double crack_depth = 0.5;
};

/// A square frame around a hole with vertical walls, its top in y = 0.
struct HoleShape {
  double width = 2.0;
  double hole_width = 1.0;
  double height = 1.0;
};

/// A smooth body of revolution along x, thickest before its middle, with a round nose at +x and a thin tail:
/// radius(s) = radius (1/5 + 4/5 (s / p)^2p ((1 - s) / (1 - p))^(2 - 2p)), s from 0 at the nose to 1 at the
/// tail and p = peak. Both ends are cut flat.
struct SpindleShape {
  double length = 1.0;
  double radius = 0.15;
  double peak = 0.35;    ///< position of the largest radius, as a fraction of the length from the nose
  Index resolution = 6;  ///< edges per radius
};

/// One stone or all stones of a round arch in the xy plane between springings at y = 0: a block between two
/// planes through the arch's axis (z), moved outwards so that neighbours are `gap` apart.
struct ArchStoneShape {
  Index count = 25;
  Index index = -1;        ///< 0 at +x, counted over the crown; -1: all stones
  double radius = 10.0;    ///< of the inner side
  double thickness = 1.5;  ///< radially
  double depth = 2.0;      ///< along z
  double rise = 90.0;      ///< degrees from a springing to the crown: 90 is a semicircle
  double gap = 1e-4;       ///< m, between the middles of neighbouring faces, and below the first and last
};

}  // namespace lacuna
