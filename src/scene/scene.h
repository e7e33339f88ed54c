// What a scene file says, in SI units, checked value by value but not yet built: no vertex arrays, no masses.
// docs/scene.md lists every key. read_scene() makes it from TOML, build_model() turns it into a Model.
#pragma once

#include "contact/contact_set.h"
#include "energy/elastic_law.h"
#include "energy/orthotropic_membrane.h"
#include "mesh/file/frame_file.h"
#include "mesh/shape/parameters.h"
#include "mesh/transform.h"
#include "solve/linear_solver.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lacuna {

/// Where in a scene file something was written, for messages: "scene.toml:6:8".
struct Place {
  std::string file;
  int line = 0;  ///< 0: not from a file (a default or --set)
  int column = 0;
  std::string text() const;
};

inline constexpr double forever = std::numeric_limits<double>::infinity();

// ---- meshes

struct MeshFileSource {
  std::filesystem::path path;  ///< absolute, or relative to the working directory
};
/// Vertices and elements written out in the scene.
struct ExplicitShape {
  std::vector<Vec3> vertices;
  std::vector<Edge> edges;
  std::vector<Triangle> triangles;
  std::vector<Tet> tets;
};

using MeshSource =
    std::variant<MeshFileSource, ExplicitShape, UnitTetShape, HexahedronShape, BoxShape, MatShape,
                 SphereShape, CylinderShape, TorusShape, TubeShape, ConeShape, CapsuleShape, BowlShape,
                 FunnelShape, SleeveShape, DiskShape, GridShape, UnstructuredGridShape, RodShape,
                 ParticleBoxShape, SpikeShape, WedgeShape, CliffShape, InternalEdgesShape, CrackShape,
                 HoleShape, SpindleShape, ArchStoneShape, PanelShape, RodBundleShape, NetShape,
                 RibbonKnotShape, LatheShape, MannequinShape>;

/// What of the mesh an obstacle is made of: all there is, or only the sides or the corners of its triangles.
enum class MeshUse : std::uint8_t { all, surface, edges, points };

/// Copies of the mesh as one object, made after scaling and rotating and before Placement::translate.
/// Empty vectors and no stack: a single copy.
struct Instances {
  std::vector<Vec3> translations;  ///< one per copy
  std::vector<Vec3> rotations;     ///< degrees, Euler; empty, or one per copy, applied before its translation
  std::optional<StackParam> stack;  ///< instead of the two: copies on top of each other (mesh/transform.h)
};

/// Order: scale, rotate, copies, translate; that is the rest shape. rotate_start turns it into the start.
struct Placement {
  Vec3 scale{1, 1, 1};
  Vec3 rotate{0, 0, 0};  ///< degrees, Euler (mesh/transform.h), about the mesh's origin, after scaling
  Vec3 translate{0, 0, 0};
  Vec3 rotate_start{0, 0, 0};  ///< degrees, turns the start but not the rest shape, about the box centre
};

// ---- what an object is made of

struct SolidMaterial {
  ElasticLaw law = ElasticLaw::neo_hookean;
  double young = 1e5;     ///< Pa
  double poisson = 0.4;   ///< in (-1, 0.5)
  double density = 1000;  ///< kg/m^3
  double damping = 0;     ///< s, stiffness-proportional (Rayleigh), lagged
};

enum class MembraneLaw : std::uint8_t { neo_hookean, stvk };

/// Where the rest shape of a shell comes from: the placed mesh, or its texture coordinates (patterns of
/// garments).
enum class RestShape : std::uint8_t { mesh, texture };
/// Angles and curvatures at rest: those of the rest shape, or none.
enum class RestBend : std::uint8_t { shape, straight };

/// How stiff the hinges of a sheet are: as published, or so that a rolled sheet has a plate's stiffness
/// (docs/energies/hinge.md).
enum class BendingConstants : std::uint8_t { published, plate };

/// Stiffness and limits along warp and weft, in place of Young's modulus, ratio and strain limit.
struct Weave {
  OrthotropicModuli moduli;
  OrthotropicLimits limits;
};

/// A sheet without volume.
struct ShellMaterial {
  std::string material;  ///< the measured material it starts from (scene/cloth_materials.h); may be empty
  MembraneLaw law = MembraneLaw::neo_hookean;
  double young = 1e6;       ///< Pa
  double poisson = 0.3;     ///< in (-1, 0.5)
  double density = 500;     ///< kg/m^3
  double thickness = 5e-4;  ///< m, in mass and stiffness, not in contact
  double membrane = 1;      ///< factor on the moduli in the plane
  double bending = 1;       ///< factor on Young's modulus for bending
  BendingConstants bending_constants = BendingConstants::published;
  std::optional<Weave> weave;
  Vec3 warp{1, 0, 0};                       ///< direction of the warp in the rest shape
  std::optional<double> strain_limit;       ///< largest stretch less one
  double limit_onset = 0;                   ///< strain from which the limit is felt
  std::optional<double> compression_limit;  ///< one less the smallest stretch
  double limit_stiffness = 1e3;             ///< Pa, at least
  RestShape rest = RestShape::mesh;
  double texture_scale = 1;  ///< m per unit of texture coordinates
  RestBend rest_angles = RestBend::shape;
  double seam_stiffness = 1000;  ///< N/m, of the stitches that loose edges of the mesh are
  double damping = 0;            ///< s, stiffness-proportional, lagged
};

/// A round thread; where more than two segments meet, each pair bends.
struct RodMaterial {
  double young = 1e6;     ///< Pa
  double density = 1000;  ///< kg/m^3
  double radius = 1e-3;   ///< m, in mass and stiffness, not in contact
  double bending = 1;     ///< factor on Young's modulus for bending
  RestBend rest_curvature = RestBend::straight;
  double damping = 0;  ///< s
};

/// Balls that only touch.
struct ParticleMaterial {
  double density = 1000;  ///< kg/m^3
  double radius = 1e-3;   ///< m, in mass, not in contact
};

/// Moved by its script or not at all; any mesh: surface, segments, points.
struct Obstacle {};

using ObjectKind = std::variant<SolidMaterial, ShellMaterial, RodMaterial, ParticleMaterial, Obstacle>;

// ---- what is prescribed

/// Constant velocity while from <= t < to.
struct Move {
  Vec3 velocity{0, 0, 0};  ///< m/s
};
/// Constant angular velocity.
struct Spin {
  Vec3 rate_deg{0, 0, 0};     ///< degrees per second about each main axis; only the direction and size count
  std::optional<Vec3> about;  ///< a point of the axis, start position; default: box centre of the group
};
/// Rigid poses, interpolated linearly, angles included.
struct Keyframes {
  struct Key {
    double time = 0;
    Vec3 translate{0, 0, 0};
    Vec3 rotate_deg{0, 0, 0};  ///< Euler, about `about`
  };
  std::vector<Key> keys;  ///< rising times
  std::optional<Vec3> about;
};
/// Every vertex follows the files, interpolated linearly in time; the first file is at `from`.
struct MeshSequence {
  std::vector<std::filesystem::path> files;
  double fps = 25;
};

/// Motions of one group apply one after the other: x(t) = m_n(... m_1(X)), X the start position.
struct Motion {
  std::variant<Move, Spin, Keyframes, MeshSequence> kind;
  double from = 0, to = forever;  ///< s; before: nothing, after: held
  Place place;
};

/// Which vertices of an object, by their start positions.
struct SelectAll {};
struct SelectBox {
  Vec3 lower{0, 0, 0}, upper{0, 0, 0};
};
struct SelectSphere {
  Vec3 center{0, 0, 0};
  double radius = 0;
};
/// The vertices farthest along `direction`: those within `within` times the object's extent of the end.
struct SelectSide {
  Vec3 direction{1, 0, 0};
  double within = 0.01;
};
struct SelectIndices {
  std::vector<Index> indices;
};
using Selector = std::variant<SelectAll, SelectBox, SelectSphere, SelectSide, SelectIndices>;

/// Vertices of a solid that follow a script instead of the physics. Without motions they are held still.
struct FixedGroup {
  Selector select;
  std::vector<Motion> motions;
  double release = forever;  ///< s: free from this time on
  Place place;
};

/// An acceleration on selected vertices: a body force per mass.
struct BodyForce {
  Selector select;
  Vec3 acceleration{0, 0, 0};  ///< m/s^2
  double from = 0, to = forever;
  Place place;
};

struct SceneObject {
  std::string name;
  MeshSource mesh;
  MeshUse mesh_use = MeshUse::all;
  Placement placement;
  Instances instances;
  ObjectKind kind;
  double offset = 0;               ///< m, contact thickness
  std::optional<double> friction;  ///< of this object; a pair has the mean of the two
  bool self_contact = true;
  Vec3 velocity{0, 0, 0};              ///< m/s at the start
  Vec3 angular_velocity_deg{0, 0, 0};  ///< degrees/s about the box centre at the start
  std::vector<FixedGroup> fixed;
  std::vector<BodyForce> forces;
  std::vector<Motion> motions;  ///< obstacles only
  Place place;
};

/// What two things, or an object with itself, do otherwise than their own settings say.
struct PairSettings {
  std::array<std::string, 2> names;  ///< of objects and half-spaces
  double friction = 0;
  Place place;
};

/// Springs of no length between vertices of two objects, or of one.
struct StitchGroup {
  std::array<std::string, 2> objects;
  std::vector<std::array<Index, 2>> vertices;  ///< vertex of the first, vertex of the second
  struct ToEdge {
    Index vertex = 0;                 ///< of the first object
    std::array<Index, 2> edge{0, 0};  ///< vertices of the second
    double part = 0;                  ///< 0 at the first of them, 1 at the second
  };
  std::vector<ToEdge> edges;
  /// Instead of both lists: every vertex of the first that is so close to a boundary edge or vertex of the
  /// second, m.
  std::optional<double> within;
  double stiffness = 1000;  ///< N/m
  Place place;
};

/// Everything on the side of `normal` is free.
struct HalfSpace {
  std::string name;
  Vec3 point{0, 0, 0};
  Vec3 normal{0, 1, 0};            ///< any length but zero
  std::optional<double> friction;  ///< its own; a pair with an object has the mean of the two
  std::vector<Motion> motions;     ///< Move and Keyframes without rotation
  Place place;
};

// ---- how it is solved

enum class SolverKind : std::uint8_t { ipc, cubic, two_way };
/// Which way gravity does not point. Meshes are not turned.
enum class UpAxis : std::uint8_t { y, z };
/// quasi_static: no inertia; each step ends in equilibrium.
enum class Integrator : std::uint8_t { implicit_euler, newmark, bdf2, quasi_static };
/// max_velocity: largest |p|/h of any component (IPC); mean_velocity: root mean square |p|/h, three
/// iterations in a row (C-IPC).
enum class TerminationRule : std::uint8_t { max_velocity, mean_velocity };

/// A number, or one that is to be multiplied with the size of the solids: the diagonal of the box of all
/// solid objects' rest positions, in metres (IPC's convention).
struct SizedValue {
  double value = 0;
  bool is_relative = false;
};

struct ContactSettings {
  bool is_enabled = true;
  SizedValue dhat{1e-3, true};    ///< m
  Place dhat_place;               ///< where dhat was written, for messages; no file: nowhere
  std::optional<double> barrier;  ///< N/m^3 (multiplicity) or Pa (area); nothing: adapted automatically
  ContactWeights weights = ContactWeights::multiplicity;
  double friction = 0;          ///< of objects and half-spaces that do not say
  SizedValue epsv{1e-3, true};  ///< m/s
  int friction_passes = 1;      ///< lagged solves per step; 0: until converged
};

struct NewtonSettings {
  TerminationRule rule = TerminationRule::max_velocity;
  std::optional<SizedValue> tolerance;  ///< m/s; nothing: by rule and friction (sim/build/build_model.cpp)
  int max_iterations = 10000;           ///< per solve
  LinearSolverKind linear_solver = LinearSolverKind::automatic;
};

/// How results are written.
struct OutputSettings {
  StaticParts static_parts = StaticParts::automatic;
};

struct Scene {
  std::filesystem::path file;
  std::string title;
  std::string source;  ///< the text that was read, then those of the scenes it extends
  /// What was read, after `extends` and --set, without the keys that a run may change when it goes on: title,
  /// duration, fps, output and newton.max_iterations, none of which changes a step that has converged.
  std::string motion_text;
  SolverKind solver = SolverKind::ipc;
  double duration = 1;  ///< s
  double step = 0.01;   ///< s
  double fps = 25;      ///< frames per second of simulated time, at most one per step
  double detail = 1;    ///< factor on every shape's resolution
  UpAxis up = UpAxis::y;
  Vec3 gravity{0, -9.81, 0};
  Integrator integrator = Integrator::implicit_euler;
  ContactSettings contact;
  NewtonSettings newton;
  OutputSettings output;
  std::vector<SceneObject> objects;
  std::vector<HalfSpace> half_spaces;
  std::vector<PairSettings> pairs;
  std::vector<StitchGroup> stitches;
  std::vector<std::array<std::string, 2>> no_contact;  ///< names of objects that pass through each other
};

}  // namespace lacuna
