// The collision geometry: the triangles, edges and vertices of all objects in a scene, of any dimension, and
// which of their pairs may collide. Constant during a run; positions are passed separately, one per vertex of
// the model (vertices inside solids included, so indices are those of the solver).
//
// Static vertices never move: callers always pass bit-identical positions for them. Two of them never
// collide, so searches build their trees of static primitives once and query them for moving ones only.
#pragma once

#include "base/types.h"
#include "mesh/mesh.h"

#include <vector>

namespace lacuna {

/// How a mesh takes part in contact.
struct SurfaceObject {
  double offset = 0;          ///< m, half of it on each side: a pair stays (offset_a + offset_b) / 2 apart
  bool is_kinematic = false;  ///< moved by a script; two kinematic objects never collide with each other
  bool has_self_contact = true;
  bool is_static = false;  ///< never moves at all; implies is_kinematic
  bool is_ball = false;    ///< a particle that stands for a solid ball: half its offset is the ball's radius
};

class Surface {
 public:
  /// Appends a mesh as the next object and returns its first vertex. Tets contribute their boundary. A mesh
  /// without elements is particles; in other meshes vertices of no element are ignored.
  Index add(const Mesh& mesh, const SurfaceObject& object);

  /// Makes a single vertex kinematic, such as a pin, or releases it. A released vertex is no longer static.
  void set_kinematic(Index vertex, bool is_kinematic);
  /// Objects a and b pass through each other (a == b: no self-contact).
  void disable(Index object_a, Index object_b);

  /// Changes with every call above, which invalidates everything derived from the surface.
  Index revision() const { return revision_; }
  /// Changes when static vertices are added or released.
  Index static_revision() const { return static_revision_; }

  Index vertex_count() const { return count_of(object_of_); }
  Index object_count() const { return object_count_; }
  Index object_of(Index vertex) const { return object_of_[static_cast<size_t>(vertex)]; }
  double offset_of(Index vertex) const { return offset_of_[static_cast<size_t>(vertex)]; }
  bool is_kinematic(Index vertex) const { return is_kinematic_[static_cast<size_t>(vertex)] != 0; }
  bool is_static(Index vertex) const { return is_static_[static_cast<size_t>(vertex)] != 0; }
  bool is_ball(Index vertex) const { return !is_ball_.empty() && is_ball_[static_cast<size_t>(vertex)] != 0; }
  bool has_balls() const { return !is_ball_.empty(); }
  bool has_static() const { return moving_vertices_.size() < vertices_.size(); }

  /// All vertices that may touch a triangle.
  const std::vector<Index>& vertices() const { return vertices_; }
  /// Those of them that are not static.
  const std::vector<Index>& moving_vertices() const { return moving_vertices_; }
  /// Sides of triangles and free edges, each once.
  const std::vector<Edge>& edges() const { return edges_; }
  const std::vector<Triangle>& triangles() const { return triangles_; }
  /// Edges of no triangle: rods, segments.
  const std::vector<Index>& free_edges() const { return free_edges_; }
  /// Vertices of no triangle, and among them those of no edge either.
  const std::vector<Index>& free_vertices() const { return free_vertices_; }
  const std::vector<Index>& particles() const { return particles_; }

  /// The pairs given to disable(), each in ascending order, sorted.
  const std::vector<std::array<Index, 2>>& disabled() const { return disabled_; }

  /// Some pairs need more than the quick tests (shared vertex, both kinematic): may_collide.
  bool has_special_pairs() const { return !disabled_.empty(); }
  /// The remaining rules, for the objects of two primitives that share no vertex and are not both kinematic.
  bool may_collide(Index object_a, Index object_b) const;

 private:
  Index revision_ = 0, static_revision_ = 0;
  Index object_count_ = 0;
  std::vector<Index> object_of_;
  std::vector<double> offset_of_;
  std::vector<std::uint8_t> is_kinematic_, is_static_;
  std::vector<std::uint8_t> is_ball_;  // empty without balls
  std::vector<Index> vertices_, moving_vertices_, free_edges_, free_vertices_, particles_;
  std::vector<Edge> edges_;
  std::vector<Triangle> triangles_;
  std::vector<std::array<Index, 2>> disabled_;  // sorted, each pair in ascending order
};

}  // namespace lacuna
