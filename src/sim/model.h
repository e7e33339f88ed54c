// A scene prepared for stepping: flat arrays over all vertices and elements. Constant after build_model().
// Vertices of objects come first, object by object; each half-space adds one scripted vertex that carries its
// point, and after them each sphere two (contact/contact_sphere.h).
#pragma once

#include "contact/contact_plane.h"
#include "contact/contact_sphere.h"
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

/// A container or a bowl of the scene.
struct Sphere : ContactSphere {
  std::string name;
  double friction = 0;  ///< as that of a plane
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
  Surface surface;  ///< without the vertices of planes and spheres
  std::vector<Plane> planes;
  std::vector<Sphere> spheres;
  std::vector<std::string> object_names;
  std::vector<double> object_friction;
  /// Pairs with their own coefficient: objects in ascending order, or an object and the number of a plane or
  /// sphere; sorted.
  struct PairFriction {
    std::array<Index, 2> pair;
    double coefficient;
  };
  std::vector<PairFriction> pair_friction, plane_friction;
  /// The pair's own coefficient, or the mean of its two objects', which may be the same.
  double friction_between(Index object_a, Index object_b) const;
  /// The number of a sphere counts on from the planes, as in ContactStencil::plane.
  double friction_with_wall(Index object, Index wall) const;
  const std::string& wall_name(Index wall) const;
  /// Those of the two sides of a contact: -1 for a half-space or sphere.
  std::array<Index, 2> objects_of(const ContactStencil& stencil) const;
  double friction_of(const ContactStencil& stencil) const;
  /// Whether any coefficient is above zero.
  bool has_friction() const;

  // Scripts, body forces and other loads.
  std::vector<Script> scripts;
  std::vector<Force> forces;
  Vec3 gravity;                   ///< m/s^2: at the start, and always if it does not change
  Curve<Vec3> gravity_over_time;  ///< without keys: it does not
  Vec3 gravity_at(double time) const;
  Loads loads;

  // Lengths and speeds, resolved.
  double size = 1;       ///< m: diagonal of the rest bounding box of all dynamic objects (the papers' l)
  double dhat = 1e-3;    ///< m
  double epsv = 1e-3;    ///< m/s
  bool is_thin = false;  ///< something dynamic is a shell, a rod or particles
  double mean_mass = 0;  ///< kg, over dynamic vertices

  double step = 0.01;  ///< s: length of the first step; a solver is told the length of each step
  Integrator integrator = Integrator::implicit_euler;
  ContactSettings contact;

  std::vector<std::string> notes;  ///< every automatic choice, with its reason
};

/// "object (x, y, z)" of a vertex, for messages.
std::string describe_vertex(const Model& model, Index vertex, Positions x);

}  // namespace lacuna
