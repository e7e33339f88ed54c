#include "app/commands.h"
#include "app/print.h"
#include "base/printable.h"
#include "scene/cloth_materials.h"
#include "scene/read_scene.h"
#include "scene/scene_names.h"
#include "scene/solvers.h"

#include <fmt/core.h>

#include <algorithm>

namespace lacuna {

namespace {

/// Strains in percent, moduli in MPa, thicknesses in mm: the units in which sheets are measured.
void print_materials() {
  print(
      "shell = {{ material = NAME }} sets the keys that a scene does not give.\n\n"
      "{:<14}{:>9}{:>11}{:>8}{:>9}{:>7}\n{:<14}{:>9}{:>11}{:>8}{:>9}{:>7}\n",
      "isotropic", "density", "thickness", "young", "poisson", "limit", "", "kg/m^3", "mm", "MPa", "", "%");
  for (const ClothMaterial& m : cloth_materials)
    print("{:<14}{:>9g}{:>11g}{:>8g}{:>9g}{:>7.4g}\n", m.name, m.density, 1e3 * m.thickness, 1e-6 * m.young,
          m.poisson, 100 * (m.stretch_limit - 1));
  print(
      "\nThe limit is the largest strain of the elastic range: strain_limit = \"measured\" holds the sheet "
      "to "
      "it.\n\n{:<14}{:>9}{:>11}{:>8}{:>9}{:>8}{:>8}{:>8}{:>6}{:>6}{:>7}\n"
      "{:<14}{:>9}{:>11}{:>8}{:>9}{:>8}{:>8}{:>8}{:>6}{:>6}{:>7}\n",
      "woven", "density", "thickness", "young", "a11", "a12", "a22", "g12", "warp", "weft", "shear", "",
      "kg/m^3", "mm", "MPa", "MPa", "MPa", "MPa", "MPa", "%", "%", "%");
  for (const WovenMaterial& m : woven_materials)
    print("{:<14}{:>9g}{:>11g}{:>8g}{:>9g}{:>8g}{:>8g}{:>8g}{:>6g}{:>6g}{:>7g}\n", m.name, m.density,
          1e3 * m.thickness, 1e-6 * m.bending_young, 1e-6 * m.moduli.a11, 1e-6 * m.moduli.a12,
          1e-6 * m.moduli.a22, 1e-6 * m.moduli.g12, 100 * m.limits.warp, 100 * m.limits.weft,
          100 * m.limits.shear);
  print(
      "\nyoung of a woven sheet is for bending, with a Poisson's ratio of 0; limits are of Green's "
      "strain.\n\n"
      "Constants as used by Li et al., Codimensional Incremental Potential Contact, 2021. Isotropic: "
      "Penava,\n"
      "Simic-Penava and Knezic, Determination of the Elastic Constants of Plain Woven Fabrics by a Tensile "
      "Test\n"
      "in Various Directions, 2014; paper was not measured. Woven: Clyde, Teran and Tamstorf, Modeling and\n"
      "Data-Driven Parameter Estimation for Woven Fabrics, 2017.\n");
}

void print_solvers() {
  for (const SolverEntry& solver : solvers) print("{:<9}{}\n", solver.name, solver.summary);
}

}  // namespace

int run_list(const ListArguments& arguments) {
  if (arguments.is_about_keys) {
    print("{}", describe_scene_keys());
    return 0;
  }
  if (arguments.is_about_materials) {
    print_materials();
    return 0;
  }
  if (arguments.is_about_solvers) {
    print_solvers();
    return 0;
  }
  const std::vector<SceneEntry> scenes = list_scenes();
  size_t width = 0;
  for (const SceneEntry& scene : scenes) width = std::max(width, scene.name.size());
  for (const SceneEntry& scene : scenes) {
    print("{:<{}}  {}\n", printable_line(scene.name), width, printable_line(scene.title));
    if (arguments.is_long && !scene.remark.empty())
      print("{:<{}}    {}\n", "", width, printable_line(scene.remark));
  }
  if (scenes.empty()) {
    print("no scenes found; looked in\n");
    for (const auto& folder : scene_folders()) print("  {}\n", folder.string());
  }
  return 0;
}

}  // namespace lacuna
