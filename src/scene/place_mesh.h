// From an object of a scene to its vertices: generates or reads the mesh, turns it into what the object is
// made of, and places it.
#pragma once

#include "mesh/mesh.h"
#include "scene/objects.h"

#include <string>
#include <vector>

namespace lacuna {

struct PlacedMesh {
  Mesh mesh;  ///< start positions; a solid has tets only, a shell triangles, a rod edges, particles nothing,
              ///< an obstacle everything but tets
  std::vector<Vec3> rest;            ///< one per vertex: the shape without rotate_start
  std::vector<Edge> seams;           ///< of a shell: vertices to be sewn together
  std::vector<std::string> notices;  ///< what was repaired or left out in a file
};

/// `detail` multiplies the resolution of shapes (Scene::detail). Copies follow each other, vertices of the
/// first copy first. Vertices that the object does not use are dropped.
/// Throws InputError that names the object and its place.
PlacedMesh place_mesh(const SceneObject& object, double detail);

}  // namespace lacuna
