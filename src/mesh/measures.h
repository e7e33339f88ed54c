// Lengths, areas, volumes and shape quality of the elements of a mesh.
// Quality measures: J. R. Shewchuk, "What is a good linear finite element?" (2002), sections 6.1 and 6.2.
#pragma once

#include "base/types.h"
#include "mesh/topology.h"

#include <Eigen/Geometry>

#include <vector>

namespace lacuna {

struct Bounds {
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Zero();
  Vec3 size() const { return upper - lower; }
  Vec3 center() const { return 0.5 * (lower + upper); }
};

/// Smallest axis-aligned box; zero for no positions.
Bounds bounds(Positions x);

/// Triangle area, m^2, and tet volume, m^3 (negative when inverted).
double triangle_area(const Vec3& a, const Vec3& b, const Vec3& c);
double tet_volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

double surface_area(Positions x, Triangles triangles);

/// Volume enclosed by a closed surface, positive when its triangles are counter-clockwise seen from outside.
double enclosed_volume(Positions x, Triangles triangles);

double total_volume(Positions x, Tets tets);
std::vector<double> tet_volumes(Positions x, Tets tets);

/// Mean length of the unique edges; 0 for none.
double mean_edge_length(Positions x, Edges edges);

/// Angles in radians. radius_ratio is 2 r_in / r_circum of a triangle, 3 r_in / r_circum of a tet: 1 for an
/// equilateral one, 0 for a degenerate one.
struct TriangleQuality {
  double min_angle;
  double max_angle;
  double radius_ratio;
};

TriangleQuality triangle_quality(const Vec3& a, const Vec3& b, const Vec3& c);

struct TetQuality {
  double min_dihedral;
  double max_dihedral;
  double radius_ratio;  ///< negative when inverted
};

TetQuality tet_quality(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// The worst and the mean over a mesh. Angles in radians; all zero for no elements.
struct TriangleMeshQuality {
  double min_angle = 0;       ///< of the worst triangle
  double mean_min_angle = 0;  ///< mean of the smallest angle of each triangle
  double max_angle = 0;
  double min_radius_ratio = 0;
  double mean_radius_ratio = 0;
};

TriangleMeshQuality triangle_mesh_quality(Positions x, Triangles triangles);

struct TetMeshQuality {
  double min_dihedral = 0;
  double mean_min_dihedral = 0;
  double max_dihedral = 0;
  double min_radius_ratio = 0;
  double mean_radius_ratio = 0;
  double min_volume = 0;
};

TetMeshQuality tet_mesh_quality(Positions x, Tets tets);

}  // namespace lacuna
