// A scene made ready to step: flat arrays over all vertices and elements. Constant after build_model().
// Vertices of objects come first, object by object; each half-space adds one scripted vertex
// that carries its point.
#pragma once

#include "contact/surface.h"
#include "scene/scene.h"
#include "sim/elements.h"
#include "sim/script.h"
#include "sim/state.h"

#include <string>
#include <vector>

namespace lacuna {

struct Plane {
  std::string name;
  Index vertex;     ///< carries its point
  Vec3 normal;      ///< unit length, into the free side
  double friction;  ///< its own; a pair has the mean of the two
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
  std::vector<double> mass;  ///< kg; obstacles have a nominal one, which weighs their scripts
  Index vertex_count() const { return count_of(rest); }

  Elements elements;
  std::vector<Tet> tets;  ///< of all solids
  std::vector<std::uint8_t>
      is_dynamic;  ///< per vertex: of something that deforms or flies, not of an obstacle

  // Contact.
  Surface surface;  ///< without the vertices of planes
  std::vector<Plane> planes;
  std::vector<std::string> object_names;
  std::vector<double> object_friction;
  /// Pairs that have a coefficient of their own: objects in rising order, or an object and the number of a
  /// plane; sorted.
  struct PairFriction {
    std::array<Index, 2> pair;
    double coefficient;
  };
  std::vector<PairFriction> pair_friction, plane_friction;
  /// The pair's own coefficient, or the mean of those of its two, which may be one object twice.
  double friction_between(Index object_a, Index object_b) const;
  double friction_with_plane(Index object, Index plane) const;

  // What is prescribed.
  std::vector<Script> scripts;
  std::vector<Force> forces;
  Vec3 gravity;

  // Lengths and tolerances, resolved.
  double size = 1;       ///< m: diagonal of the box of all that is dynamic at rest (the papers' l)
  double dhat = 1e-3;    ///< m
  double epsv = 1e-3;    ///< m/s
  double tolerance = 0;  ///< m/s
  double judged_dt = 0;  ///< s: a correction of tolerance times this is small
  bool is_thin = false;  ///< something dynamic is a shell, a rod or particles
  double mean_mass = 0;  ///< kg, over dynamic vertices

  double dt = 0.01;
  Integrator integrator = Integrator::implicit_euler;
  ContactSettings contact;
  IpcSettings ipc;

  std::vector<std::string> notes;  ///< every automatic choice, with its reason
};

/// "object (x, y, z)" of a vertex, for messages.
std::string describe_vertex(const Model& model, Index vertex, Positions x);

}  // namespace lacuna
