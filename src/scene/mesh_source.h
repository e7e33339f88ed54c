// Where an object's mesh comes from and how it is placed.
#pragma once

#include "base/words.h"
#include "mesh/shape/parameters.h"
#include "mesh/transform.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace lacuna {

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
                 RibbonKnotShape, LatheShape, MannequinShape, RibbonShape>;

/// The part of the mesh an obstacle is made of: all of it, or only the edges or corners of its triangles.
enum class MeshUse : std::uint8_t { all, surface, edges, points };
template <>
inline constexpr auto words<MeshUse> = make_words<MeshUse>({{"all", MeshUse::all},
                                                            {"surface", MeshUse::surface},
                                                            {"edges", MeshUse::edges},
                                                            {"points", MeshUse::points}});

/// Copies of the mesh as one object, made after scaling and rotating and before Placement::translate.
/// Empty vectors and no stack: a single copy.
struct Instances {
  std::vector<Vec3> translations;  ///< one per copy
  std::vector<Vec3> rotations;     ///< degrees, Euler; empty, or one per copy, applied before its translation
  std::optional<StackParam> stack;  ///< instead of the two: copies on top of each other (mesh/transform.h)
};
/// The keys of a scene file that make them; an object has at most one.
inline constexpr std::array<std::string_view, 3> copy_names = {"array", "stack", "copies"};

/// Order: scale, rotate, copies, translate; this gives the rest shape. rotate_start rotates it into the
/// initial shape.
struct Placement {
  Vec3 scale{1, 1, 1};
  Vec3 rotate{0, 0, 0};  ///< degrees, Euler (mesh/transform.h), about the mesh's origin, after scaling
  Vec3 translate{0, 0, 0};
  Vec3 rotate_start{0, 0, 0};  ///< degrees, rotates the initial but not the rest shape, about the box centre
};

}  // namespace lacuna
