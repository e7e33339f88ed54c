// A scene prepared for stepping: flat arrays over all vertices and elements. Constant after build_model().
// Vertices of objects come first, object by object; each half-space adds one scripted vertex
// that carries its point.
#pragma once

#include "contact/contact_plane.h"
#include "geometry/contact_stencil.h"
#include "scene/scene.h"
#include "sim/elements.h"
#include "sim/loads.h"
#include "sim/script.h"
#include "sim/state.h"

#include <string>
#include <vector>

namespace lacuna {

/// A half-space of the scene.
struct Plane : ContactPlane {
  std::string name;
  double friction = 0;  ///< its own; a pair has the mean of the two
};

/// An acceleration on some vertices during the steps whose middle lies between from and to.
struct Force {
  std::vector<Index> vertices;
  Vec3 acceleration;
  double from, to;
};

struct Model {
  // Vertices.
  std::vector<Vec3> rest;    ///< m
  std::vector<double> mass;  ///< kg; obstacles have a nominal mass, which scales their scripts
  Index vertex_count() const { return count_of(rest); }

  Elements elements;
  std::vector<Tet> tets;  ///< of all solids
  std::vector<std::uint8_t>
      is_dynamic;  ///< per vertex: belongs to a deformable object or a particle, not an obstacle

  // Contact.
  Surface surface;  ///< without the vertices of planes
  std::vector<Plane> planes;
  std::vector<std::string> object_names;
  std::vector<double> object_friction;
  /// Pairs with their own coefficient: objects in ascending order, or an object and the index of a plane;
  /// sorted.
  struct PairFriction {
    std::array<Index, 2> pair;
    double coefficient;
  };
  std::vector<PairFriction> pair_friction, plane_friction;
  /// The pair's own coefficient, or the mean of its two objects', which may be the same.
  double friction_between(Index object_a, Index object_b) const;
  double friction_with_plane(Index object, Index plane) const;
  /// Those of the two sides of a contact: -1 for a half-space.
  std::array<Index, 2> objects_of(const ContactStencil& stencil) const;
  double friction_of(const ContactStencil& stencil) const;
  /// Whether any coefficient is above zero.
  bool has_friction() const;

  // Scripts, body forces and other loads.
  std::vector<Script> scripts;
  std::vector<Force> forces;
  Vec3 gravity;
  Loads loads;

  // Lengths and speeds, resolved.
  double size = 1;       ///< m: diagonal of the rest bounding box of all dynamic objects (the papers' l)
  double dhat = 1e-3;    ///< m
  double epsv = 1e-3;    ///< m/s
  bool is_thin = false;  ///< something dynamic is a shell, a rod or particles
  double mean_mass = 0;  ///< kg, over dynamic vertices

  double step = 0.01;  ///< s: Scene::planned_step(); a solver is told the length of each step
  Integrator integrator = Integrator::implicit_euler;
  ContactSettings contact;

  std::vector<std::string> notes;  ///< every automatic choice, with its reason
};

/// "object (x, y, z)" of a vertex, for messages.
std::string describe_vertex(const Model& model, Index vertex, Positions x);

}  // namespace lacuna
