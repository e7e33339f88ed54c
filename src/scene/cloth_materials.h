// Measured sheet materials by name. Constants as used by Li et al., Codimensional Incremental Potential
// Contact, 2021.
//
// Isotropic: Penava, Simic-Penava and Knezic, Determination of the Elastic Constants of Plain Woven Fabrics
// by a Tensile Test in Various Directions, 2014, with the smallest modulus and ratio over all directions and
// the largest strain of the elastic range as limit. Their values for paper are not measured. Orthotropic:
// Clyde, Teran and Tamstorf, Modeling and Data-Driven Parameter Estimation for Woven Fabrics, 2017.
#pragma once

#include "energy/orthotropic_membrane.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace lacuna {

struct ClothMaterial {
  std::string_view name;
  double density;         ///< kg/m^3
  double thickness;       ///< m
  double young, poisson;  ///< Pa, 1
  double stretch_limit;   ///< largest stretch
};

inline constexpr std::array<ClothMaterial, 5> cloth_materials = {{
    {"cotton", 472.64, 0.318e-3, 0.821e6, 0.243, 1.0608},
    {"wool", 413.38, 0.568e-3, 0.170e6, 0.277, 1.085},
    {"wool-lycra", 543.29, 0.328e-3, 0.076e6, 0.071, 1.134},
    {"polyester", 653.17, 0.252e-3, 0.478e6, 0.381, 1.0646},
    {"paper", 800, 0.3e-3, 3e9, 0.3, 1.005},
}};

struct WovenMaterial {
  std::string_view name;
  double density;        ///< kg/m^3
  double thickness;      ///< m
  double bending_young;  ///< Pa, with a Poisson's ratio of 0
  OrthotropicModuli moduli;
  OrthotropicLimits limits;
};

inline constexpr std::array<WovenMaterial, 5> woven_materials = {{
    {"woven-cotton", 103.6, 0.18e-3, 1.076e6, {15.557e6, 7.779e6, 25.004e6, 1.076e6}, {0.14, 0.14, 0.063}},
    {"woven-wool", 480.6, 1.28e-3, 0.371e6, {2.29e6, 1.145e6, 2.219e6, 0.371e6}, {0.5, 0.62, 0.12}},
    {"woven-canvas", 294, 0.53e-3, 2.009e6, {5.366e6, 2.683e6, 19.804e6, 2.009e6}, {0.11, 0.067, 0.059}},
    {"woven-silk", 83, 0.18e-3, 0.57e6, {4.3e6, 4.971e6, 9.942e6, 0.57e6}, {0.41, 0.34, 0.11}},
    {"woven-denim", 400, 0.66e-3, 2.448e6, {4.793e6, 4.515e6, 9.029e6, 2.448e6}, {0.28, 0.28, 0.05}},
}};

template <class Material, size_t count>
constexpr std::optional<Material> material_named(std::string_view name,
                                                 const std::array<Material, count>& materials) {
  const auto* const at = std::find_if(materials.begin(), materials.end(),
                                      [=](const Material& material) { return material.name == name; });
  if (at == materials.end()) return std::nullopt;
  return *at;
}

/// Nothing if no material has that name.
constexpr std::optional<ClothMaterial> cloth_material_named(std::string_view name) {
  return material_named(name, cloth_materials);
}
constexpr std::optional<WovenMaterial> woven_material_named(std::string_view name) {
  return material_named(name, woven_materials);
}

}  // namespace lacuna
