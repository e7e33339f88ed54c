#include "scene/read_material.h"

#include "scene/cloth_materials.h"
#include "scene/suggest.h"

namespace lacuna {

namespace {

constexpr Range stretch_part = {0, 1, true, false};
// Thinner than a molecule, or lighter than a gas: typing errors that would make the linear system unsolvable.
constexpr Range thickness_range = {1e-9, 1e3}, density_range = {1e-6, 1e9};
// Positions, and with them stretches, are only known to about 1e-12 of their size; limits need a thousand
// times that to act before they are reached.
constexpr double least_room = 1e-9;
const Range poisson_range = {-1, 0.5, true, true};

template <class Material>
Field<Material> damping_field() {
  return field("damping", &Material::damping, from_zero(1e6), "s",
               "stiffness-proportional damping (Rayleigh), lagged");
}

// Beyond, elements at rest would have no size beside others.
constexpr Range shrink_range = {1e-3, 1e3};

/// A rate of plastic flow.
template <class Material>
Field<Material> rate_field(std::string key, double Material::*member, const std::string& what,
                           const std::string& threshold) {
  return field(std::move(key), member, from_zero(1e6), "1/s",
               fmt::format("rate at which {} beyond {} becomes permanent; 0 is elastic", what, threshold));
}

const Fields<SolidMaterial>& solid_fields() {
  using S = SolidMaterial;
  static const Fields<S> fields = {
      choice("law", &S::law, "elastic energy"),
      field("young", &S::young, above_zero(1e14), "Pa", "Young's modulus"),
      field("poisson", &S::poisson, poisson_range, "", "Poisson's ratio"),
      field("density", &S::density, density_range, "kg/m^3", "mass per volume"),
      damping_field<S>(),
      field("shrink", &S::shrink, shrink_range, "", "factor on the rest shape; the mass is that of the mesh"),
      rate_field("plasticity", &S::plasticity, "strain", "plastic_threshold"),
      field("plastic_threshold", &S::plastic_threshold, from_zero(100), "",
            "strain up to which nothing becomes permanent"),
  };
  return fields;
}

// ---- shells

std::vector<std::string> material_names() {
  std::vector<std::string> names;
  names.reserve(std::size(cloth_materials) + std::size(woven_materials));
  for (const ClothMaterial& m : cloth_materials) names.emplace_back(m.name);
  for (const WovenMaterial& m : woven_materials) names.emplace_back(m.name);
  return names;
}

/// The material of a name; keys of the scene take precedence.
ShellMaterial shell_named(const std::string& name) {
  ShellMaterial shell;
  shell.material = name;
  if (const auto cloth = cloth_material_named(name)) {
    shell.density = cloth->density;
    shell.thickness = cloth->thickness;
    shell.young = cloth->young;
    shell.poisson = cloth->poisson;
  } else if (const auto woven = woven_material_named(name)) {
    shell.density = woven->density;
    shell.thickness = woven->thickness;
    shell.young = woven->bending_young;
    shell.poisson = 0;
    shell.weave = Weave{woven->moduli, woven->limits};
  }
  return shell;
}

void read_material_name(const Value& value, const KeyInfo& info, ShellMaterial& shell, ReadContext&) {
  read_into(value, info, shell.material);
  const std::vector<std::string> names = material_names();
  if (std::find(names.begin(), names.end(), shell.material) == names.end())
    throw InputError(value.place.text(), fmt::format("there is no material '{}'", shell.material),
                     suggestion(shell.material, names) + "\n  'lacuna list --materials' shows all of them");
}

void read_strain_limit(const Value& value, const KeyInfo& info, ShellMaterial& shell, ReadContext&) {
  const auto* word = value.as<std::string>();
  if (word == nullptr || *word != "measured") return read_into(value, info, shell.strain_limit);
  if (woven_material_named(shell.material)) return;  // check_shell() says why not
  const auto cloth = cloth_material_named(shell.material);
  if (!cloth)
    throw InputError(value.place.text(), "strain_limit = \"measured\" needs a measured material",
                     "add material = \"cotton\", or write the limit as a number");
  shell.strain_limit = cloth->stretch_limit - 1;
}

void read_moduli(const Value& value, const KeyInfo& info, ShellMaterial& shell, ReadContext&) {
  std::array<double, 4> a{};
  read_into(value, info, a);
  if (!(a[0] > 0 && a[2] > 0 && a[3] > 0)) fail_value(value, info, "four numbers [a11, a12, a22, g12] (Pa)");
  if (!shell.weave) shell.weave.emplace();
  shell.weave->moduli = {a[0], a[1], a[2], a[3]};
  if (a[1] * a[1] > a[0] * a[2])
    throw InputError(value.place.text(), "a12 is larger than the root of a11 a22: such a sheet is unstable",
                     "check the order: [a11, a12, a22, g12]");
}

void read_limits(const Value& value, const KeyInfo& info, ShellMaterial& shell, ReadContext&) {
  std::array<double, 3> limits{};
  read_into(value, info, limits);
  if (!shell.weave) shell.weave.emplace();
  shell.weave->limits = {limits[0], limits[1], limits[2]};
}

/// One factor, or one for each direction.
void read_shrink(const Value& value, const KeyInfo& info, ShellMaterial& shell, ReadContext&) {
  if (value.as<ValueList>() == nullptr) {
    double factor = 1;
    read_into(value, info, factor);
    shell.shrink.setConstant(factor);
    return;
  }
  std::array<double, 2> factors{};
  read_into(value, info, factors);
  shell.shrink = {factors[0], factors[1]};
}

template <class Target, class Read>
Field<Target> custom(KeyInfo info, Read read) {
  return {std::move(info), read};
}

const Fields<ShellMaterial>& shell_fields() {
  using S = ShellMaterial;
  static const Fields<S> fields = {
      custom<S>(
          {"material",
           "text",
           "",
           "",
           "a measured material, which sets the defaults of the other keys; see lacuna list --materials",
           {}},
          read_material_name),
      choice("law", &S::law, "in-plane elastic energy"),
      field("young", &S::young, above_zero(1e14), "Pa",
            "Young's modulus; bending is 2.4 to 3 times as stiff as a plate of it, see bending_constants"),
      field("poisson", &S::poisson, poisson_range, "", "Poisson's ratio"),
      field("density", &S::density, density_range, "kg/m^3", "mass per volume"),
      field("thickness", &S::thickness, thickness_range, "m",
            "for mass and stiffness; contact uses offset and dhat"),
      field("membrane", &S::membrane, above_zero(1e6), "", "factor on the in-plane stiffness"),
      field("bending", &S::bending, from_zero(1e6), "", "factor on the bending stiffness"),
      choice("bending_constants", &S::bending_constants,
             "C-IPC's, comparable with published results, or a third of them, as in plate theory "
             "(docs/energies/hinge.md gives the accuracy by mesh)"),
      custom<S>({"strain_limit", "number, or \"measured\"", "", "",
                 "largest stretch minus 1; the sheet never reaches it", above_zero(100)},
                read_strain_limit),
      field("limit_onset", &S::limit_onset, from_zero(100), "", "strain from which the limit acts"),
      field("compression_limit", &S::compression_limit, stretch_part, "", "",
            "1 minus the smallest stretch, acting from the rest shape on; the sheet never reaches it"),
      field("limit_stiffness", &S::limit_stiffness, above_zero(1e12), "Pa",
            "of the limits; raised up to a hundredfold close to them"),
      custom<S>({"woven_moduli", "four numbers [a11, a12, a22, g12]", "Pa", "",
                 "along warp and weft, in place of young and poisson; only a12 may be 0", from_zero(1e14)},
                read_moduli),
      custom<S>({"woven_limits", "three numbers [warp, weft, shear]", "", "",
                 "of Green's strain, in place of strain_limit", above_zero(1e3)},
                read_limits),
      field(
          "warp", &S::warp, any_number, "",
          "direction of the warp in the rest shape: of a woven sheet, of law = \"baraff-witkin\", of shrink "
          "with two factors; with rest = \"texture\" only x and y count"),
      choice("rest", &S::rest,
             "the rest shape: the placed mesh, or its texture coordinates as a flat pattern"),
      field("texture_scale", &S::texture_scale, above_zero(1e6), "m", "per unit of texture coordinates"),
      choice("rest_angles", &S::rest_angles,
             "angles at rest: those of the placed mesh, or flat; flat with rest = \"texture\""),
      field("seam_stiffness", &S::seam_stiffness, above_zero(1e9), "N/m",
            "of the stitches along the loose edges of the mesh"),
      damping_field<S>(),
      custom<S>({"shrink", "number, or two numbers [warp, weft]", "", "1",
                 "factor on the rest shape; the mass is that of the mesh", shrink_range},
                read_shrink),
      rate_field("plasticity", &S::plasticity, "strain in the plane", "plastic_threshold"),
      field("plastic_threshold", &S::plastic_threshold, from_zero(100), "",
            "strain up to which nothing becomes permanent"),
      rate_field("bending_plasticity", &S::bending_plasticity, "bending", "bending_threshold"),
      field("bending_threshold", &S::bending_threshold, from_zero(4), "rad",
            "change of the angle between two triangles up to which nothing becomes permanent"),
  };
  return fields;
}

void refuse(const ValueTable& table, const std::string& key, const std::string& problem,
            const std::string& hint) {
  if (const Value* value = table.find(key))
    throw InputError(value->place.text(), fmt::format("'{}' {}", key, problem), hint);
}

/// Limits that rounding alone would reach.
void check_room(const ValueTable& table, const std::string& key, double room) {
  if (room >= least_room) return;
  refuse(table, key,
         fmt::format("leaves a range of {:.3g}, too small beside rounding: it must be at least {:g}", room,
                     least_room),
         key == "limit_onset" ? "use a smaller one" : "use a larger one: 1e-3 is a thousandth of the length");
}

/// Limits refer to a rest shape that stays.
void check_plasticity(const ValueTable& table, const ShellMaterial& shell) {
  if (shell.weave || shell.strain_limit)
    refuse(table, "plasticity",
           fmt::format("is not allowed beside {}, which refers to a rest shape that does not change",
                       shell.weave ? "woven_limits" : "strain_limit"),
           "leave one of the two out; bending_plasticity may be used with limits");
}

void check_warp(const ValueTable& table, const ShellMaterial& shell) {
  if (!shell.has_axes())
    refuse(table, "warp", "is only allowed for a sheet whose directions differ, such as a woven one",
           "add woven_moduli and woven_limits, law = \"baraff-witkin\", or shrink with two factors");
  const bool is_pattern = shell.rest == RestShape::texture;
  if (!((is_pattern ? shell.warp.head<2>().norm() : shell.warp.norm()) > 0))
    refuse(table, "warp", is_pattern ? "has no direction in the plane of the pattern" : "has no direction",
           "use a vector like [1, 0, 0]");
}

/// Keys that contradict each other.
void check_shell(const Value& value, const ShellMaterial& shell) {
  const ValueTable& table = *value.as<ValueTable>();
  check_plasticity(table, shell);
  if (shell.weave) {
    for (const char* key : {"law", "strain_limit", "compression_limit", "limit_onset", "limit_stiffness"})
      refuse(table, key, "is not allowed for a woven sheet, which has its own moduli and limits",
             "use woven_limits, or a material that is not woven");
    const auto& [moduli, limits] = *shell.weave;
    if (!(moduli.a11 > 0) || !(limits.warp > 0))
      throw InputError(value.place.text(), "woven_moduli and woven_limits belong together",
                       "give both, or a woven material");
    check_warp(table, shell);
    check_room(table, "woven_limits", std::min({limits.warp, limits.weft, limits.shear}));
    return;
  }
  check_warp(table, shell);
  if (shell.strain_limit && !(shell.limit_onset < *shell.strain_limit))
    throw InputError(value.place.text(),
                     fmt::format("limit_onset {:g} is not below strain_limit {:g}", shell.limit_onset,
                                 *shell.strain_limit),
                     "with 0 the limit acts from the rest shape on");
  if (shell.strain_limit) {
    check_room(table, shell.limit_onset > 0 ? "limit_onset" : "strain_limit",
               *shell.strain_limit - shell.limit_onset);
    check_room(table, "compression_limit", shell.compression_limit.value_or(1));
  }
  if (!shell.strain_limit)
    for (const char* key : {"limit_onset", "compression_limit", "limit_stiffness"})
      refuse(table, key, "needs a strain_limit", "add strain_limit, for example 0.1");
}

/// The material first, whatever the order: other keys override it.
void read_shell(const Value& value, const KeyInfo&, SceneObject& object, ReadContext& context) {
  const Value* name = table_of(value, "shell").find("material");
  const std::string* word = name == nullptr ? nullptr : name->as<std::string>();
  ShellMaterial shell = word == nullptr ? ShellMaterial{} : shell_named(*word);
  const size_t errors_before = context.errors.size();
  read_table(value, {"shell", {}}, shell_fields(), shell, context);
  if (context.errors.size() == errors_before) check_shell(value, shell);
  object.kind = shell;
}

// ---- rods, particles, obstacles

const Fields<RodMaterial>& rod_fields() {
  using R = RodMaterial;
  static const Fields<R> fields = {
      field("young", &R::young, above_zero(1e14), "Pa", "Young's modulus"),
      field("density", &R::density, density_range, "kg/m^3", "mass per volume"),
      field("radius", &R::radius, thickness_range, "m",
            "for mass and stiffness; contact uses offset and dhat"),
      field("bending", &R::bending, from_zero(1e6), "", "factor on the bending stiffness"),
      choice("rest_curvature", &R::rest_curvature, "curvature at rest: none, or that of the placed mesh"),
      damping_field<R>(),
      field("rest_length", &R::rest_length, shrink_range, "",
            "factor on the rest lengths of the segments; bending and mass are those of the mesh"),
      rate_field("bending_plasticity", &R::bending_plasticity, "bending", "bending_threshold"),
      field("bending_threshold", &R::bending_threshold, from_zero(4), "rad",
            "change of the angle between two segments up to which nothing becomes permanent"),
  };
  return fields;
}

const Fields<ParticleMaterial>& particle_fields() {
  using P = ParticleMaterial;
  static const Fields<P> fields = {
      field("density", &P::density, density_range, "kg/m^3", "mass per volume"),
      field("radius", &P::radius, thickness_range, "m", "for mass; contact uses offset and dhat"),
  };
  return fields;
}

const Fields<Obstacle>& obstacle_fields() {
  static const Fields<Obstacle> fields;
  return fields;
}

template <class Material>
Field<SceneObject> kind_field(std::string key, std::string meaning, const Fields<Material>& fields) {
  return {{key, fields.empty() ? "empty table {}" : "table", "", "", std::move(meaning), {}},
          [key, &fields](const Value& value, const KeyInfo&, SceneObject& object, ReadContext& context) {
            Material material;
            read_table(value, {key, {}}, fields, material, context);
            object.kind = material;
          }};
}

}  // namespace

Fields<SceneObject> kind_fields() {
  return {
      kind_field("solid", "deformable; a mesh of tets; see Solid", solid_fields()),
      {{"shell", "table", "", "", "a sheet without volume; a mesh of triangles; see Shell", {}}, read_shell},
      kind_field("rod", "thin rods; a mesh of edges; see Rod", rod_fields()),
      kind_field("particles", "balls; the vertices of a mesh; see Particles", particle_fields()),
      kind_field("obstacle", "fixed, or moved by its motion; any mesh: surface, edges, points",
                 obstacle_fields())};
}

std::vector<KeyTable> material_key_tables() {
  return {{"Solid", "The table `solid`.", infos(solid_fields())},
          {"Shell", "The table `shell`. `lacuna list --materials` prints the measured materials.",
           infos(shell_fields())},
          {"Rod", "The table `rod`. Segments at a branch bend pair by pair.", infos(rod_fields())},
          {"Particles", "The table `particles`.", infos(particle_fields())}};
}

}  // namespace lacuna
