// The kinds of objects, and the material of each.
#pragma once

#include "base/words.h"
#include "energy/elastic_law.h"
#include "energy/orthotropic_membrane.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace lacuna {

struct SolidMaterial {
  ElasticLaw law = ElasticLaw::neo_hookean;
  double young = 1e5;     ///< Pa
  double poisson = 0.4;   ///< in (-1, 0.5)
  double density = 1000;  ///< kg/m^3
  double damping = 0;     ///< s, stiffness-proportional (Rayleigh), lagged
  double shrink = 1;      ///< factor on the rest shape
  double plasticity = 0;  ///< 1/s: rate at which strain beyond the threshold becomes permanent
  double plastic_threshold = 0;
};

// ---- shells

enum class MembraneLaw : std::uint8_t { neo_hookean, stvk, arap, baraff_witkin };
template <>
inline constexpr auto words<MembraneLaw> = make_words<MembraneLaw>({{"neo-hookean", MembraneLaw::neo_hookean},
                                                                    {"stvk", MembraneLaw::stvk},
                                                                    {"arap", MembraneLaw::arap},
                                                                    {"baraff-witkin",
                                                                     MembraneLaw::baraff_witkin}});

/// The source of a shell's rest shape: the placed mesh, or its texture coordinates (patterns of garments).
enum class RestShape : std::uint8_t { mesh, texture };
template <>
inline constexpr auto words<RestShape> = make_words<RestShape>({{"mesh", RestShape::mesh},
                                                                {"texture", RestShape::texture}});

/// Angles between the triangles of a sheet at rest: those of the rest shape, or none.
enum class RestAngles : std::uint8_t { shape, flat };
template <>
inline constexpr auto words<RestAngles> = make_words<RestAngles>({{"shape", RestAngles::shape},
                                                                  {"flat", RestAngles::flat}});

/// Stiffness of the hinges of a sheet: as published, or so that a rolled sheet has a plate's stiffness
/// (docs/energies/hinge.md).
enum class BendingConstants : std::uint8_t { published, plate };
template <>
inline constexpr auto words<BendingConstants> = make_words<BendingConstants>(
    {{"published", BendingConstants::published}, {"plate", BendingConstants::plate}});

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
  RestAngles rest_angles = RestAngles::shape;
  double seam_stiffness = 1000;  ///< N/m, of the stitches along loose edges of the mesh
  double damping = 0;            ///< s, stiffness-proportional, lagged
  Vec2 shrink{1, 1};             ///< factors on the rest shape along warp and weft
  double plasticity = 0;  ///< 1/s: rate at which strain in the plane beyond the threshold becomes permanent
  double plastic_threshold = 0;
  double bending_plasticity = 0;  ///< 1/s, of angles
  double bending_threshold = 0;   ///< radians

  /// Whether the direction of the warp matters.
  bool has_axes() const { return weave || law == MembraneLaw::baraff_witkin || shrink[0] != shrink[1]; }
};

// ---- rods, particles, obstacles

/// Curvature of a rod at rest: none, or that of the placed mesh.
enum class RestCurvature : std::uint8_t { straight, shape };
template <>
inline constexpr auto words<RestCurvature> = make_words<RestCurvature>({{"straight", RestCurvature::straight},
                                                                        {"shape", RestCurvature::shape}});

/// A round rod; where more than two segments meet, each pair bends.
struct RodMaterial {
  double young = 1e6;     ///< Pa
  double density = 1000;  ///< kg/m^3
  double radius = 1e-3;   ///< m, in mass and stiffness, not in contact
  double bending = 1;     ///< factor on Young's modulus for bending
  RestCurvature rest_curvature = RestCurvature::straight;
  double damping = 0;             ///< s
  double rest_length = 1;         ///< factor on the rest lengths of segments, not of bending
  double bending_plasticity = 0;  ///< 1/s
  double bending_threshold = 0;   ///< radians
};

/// Balls without elasticity: they only touch.
struct ParticleMaterial {
  double density = 1000;  ///< kg/m^3
  double radius = 1e-3;   ///< m, in mass, not in contact
};

/// Fixed, or moved by its script; any mesh: surface, segments, points.
struct Obstacle {};

using ObjectKind = std::variant<SolidMaterial, ShellMaterial, RodMaterial, ParticleMaterial, Obstacle>;

/// The key of a scene file that gives an object its kind, in the order of ObjectKind.
inline constexpr std::array<std::string_view, 5> object_kind_names = {"solid", "shell", "rod", "particles",
                                                                      "obstacle"};
static_assert(object_kind_names.size() == std::variant_size_v<ObjectKind>);

inline std::string_view kind_name(const ObjectKind& kind) { return object_kind_names[kind.index()]; }

}  // namespace lacuna
