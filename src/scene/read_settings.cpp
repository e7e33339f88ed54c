#include "scene/read_settings.h"

namespace lacuna {

namespace {

/// A key that also takes the word "auto", which leaves the default.
template <class Target>
Field<Target> or_auto(Field<Target> field, std::string meaning_of_auto) {
  field.info.type += ", or \"auto\"";
  field.info.meaning += "; \"auto\": " + meaning_of_auto;
  field.read = [read = field.read](const Value& value, const KeyInfo& info, Target& target,
                                   ReadContext& context) {
    const auto* text = value.as<std::string>();
    if (text == nullptr || *text != "auto") read(value, info, target, context);
  };
  return field;
}

const Fields<ContactSettings>& contact_fields() {
  using C = ContactSettings;
  static const Fields<C> fields = {
      field("enabled", &C::is_enabled, {}, "", "false: everything passes through everything"),
      or_auto(field("dhat", &C::dhat, above_zero(1e6), "m", "distance below which things repel"),
              "the default"),
      or_auto(field("barrier", &C::barrier, above_zero(1e30), "N/m^3 or Pa", "\"auto\"",
                    "stiffness of the repulsion"),
              "adapted to masses and motion"),
      choice<C, ContactWeights>(
          "weights", &C::weights,
          {{"multiplicity", ContactWeights::multiplicity}, {"area", ContactWeights::area}},
          "every contact counts alike (IPC), or by the area around it (Convergent IPC, 2023)"),
      field("friction", &C::friction, from_zero(100), "",
            "coefficient of objects and half-spaces that do not say"),
      or_auto(field("epsv", &C::epsv, above_zero(1e6), "m/s", "sliding speed below which friction sticks"),
              "the default"),
      {{"friction_passes", "whole number, or \"converged\"", "", "1",
        "solves per step with friction updated between them", between(1, 1000)},
       [](const Value& value, const KeyInfo& info, C& contact, ReadContext&) {
         const auto* text = value.as<std::string>();
         if (text != nullptr && *text == "converged") {
           contact.friction_passes = 0;
         } else {
           read_into(value, info, contact.friction_passes);
         }
       }},
  };
  return fields;
}

const Fields<NewtonSettings>& newton_fields() {
  using N = NewtonSettings;
  static const Fields<N> fields = {
      choice<N, TerminationRule>(
          "rule", &N::rule,
          {{"max", TerminationRule::max_velocity}, {"mean", TerminationRule::mean_velocity}},
          "a solve ends when the largest (IPC) or the mean (C-IPC) correction per second is below tolerance"),
      or_auto(field("tolerance", &N::tolerance, above_zero(1e6), "m/s", "\"auto\"", "see rule"),
              "\"0.01 l\", with friction at most half of epsv, for max; 0.001 for mean"),
      field("max_iterations", &N::max_iterations, between(1, 1e9), "", "per solve"),
  };
  return fields;
}

const Fields<NewtonSettings>& linear_fields() {
  using N = NewtonSettings;
  static const Fields<N> fields = {
      choice<N, LinearSolverKind>(
          "solver", &N::linear_solver,
          {{"auto", LinearSolverKind::automatic},
           {"direct", LinearSolverKind::direct},
           {"pcg", LinearSolverKind::pcg}},
          "factorisation, preconditioned conjugate gradients, or whichever fits the size"),
  };
  return fields;
}

const Fields<OutputSettings>& output_fields() {
  using O = OutputSettings;
  static const Fields<O> fields = {
      choice<O, StaticParts>(
          "static", &O::static_parts,
          {{"auto", StaticParts::automatic},
           {"every_frame", StaticParts::every_frame},
           {"once", StaticParts::once}},
          "where obstacles without motion are written: to every frame, or once to static.ply; auto: once if "
          "they have 10000 vertices or more"),
  };
  return fields;
}

void read_newton(const Value& value, const KeyInfo&, Scene& scene, ReadContext& context) {
  read_table(value, {"[newton]", {}}, newton_fields(), scene.newton, context);
}

/// A number is the size of gravity, downwards; read_settings() turns it when z is up.
void read_gravity(const Value& value, const KeyInfo& info, Scene& scene, ReadContext&) {
  if (value.as<ValueList>() != nullptr) return read_into(value, info, scene.gravity);
  double size = 0;
  read_into(value, info, size);
  scene.gravity = Vec3(0, -size, 0);
}

template <class Read>
Field<Scene> table_field(std::string key, std::string meaning, Read read) {
  return {{std::move(key), "table", "", "", std::move(meaning), {}}, read};
}

const Fields<Scene>& scene_fields() {
  static const Fields<Scene> fields = {
      field("title", &Scene::title, {}, "", "one line for lists and logs"),
      choice<Scene, SolverKind>(
          "solver", &Scene::solver,
          {{"ipc", SolverKind::ipc}, {"cubic", SolverKind::cubic}, {"two-way", SolverKind::two_way}},
          "the method"),
      field("duration", &Scene::duration, above_zero(1e9), "s", "simulated time"),
      field("step", &Scene::step, between(1e-12, 1e6), "s", "time step"),
      field("fps", &Scene::fps, above_zero(1e9), "1/s",
            "frames written per simulated second, at most one per step"),
      choice<Scene, UpAxis>("up", &Scene::up, {{"y", UpAxis::y}, {"z", UpAxis::z}},
                            "the opposite of gravity; meshes and shapes are not turned"),
      {{"gravity", "number or vector [x, y, z]", "m/s^2", "9.81", "a number points down", between(-1e6, 1e6)},
       read_gravity},
      choice<Scene, Integrator>(
          "integrator", &Scene::integrator,
          {{"implicit-euler", Integrator::implicit_euler},
           {"newmark", Integrator::newmark},
           {"bdf2", Integrator::bdf2},
           {"static", Integrator::quasi_static}},
          "newmark keeps energy, the next two damp; static has no inertia: each step ends in "
          "equilibrium"),
      field("detail", &Scene::detail, Range{1e-3, 1e3}, "",
            "factor on every shape's resolution; counts are rounded and stay at least 1"),
      {{"no_contact", "list of pairs of names", "", "[]", "objects that pass through each other", {}},
       [](const Value& value, const KeyInfo& info, Scene& scene, ReadContext&) {
         read_into(value, info, scene.no_contact);
       }},
      table_field("contact", "see [contact]",
                  [](const Value& value, const KeyInfo&, Scene& scene, ReadContext& context) {
                    read_table(value, {"[contact]", {}}, contact_fields(), scene.contact, context);
                    if (const Value* dhat = value.as<ValueTable>()->find("dhat"))
                      scene.contact.dhat_place = dhat->place;
                  }),
      table_field("newton", "see [newton]", read_newton),
      table_field("linear", "see [linear]",
                  [](const Value& value, const KeyInfo&, Scene& scene, ReadContext& context) {
                    read_table(value, {"[linear]", {}}, linear_fields(), scene.newton, context);
                  }),
      table_field("output", "see [output]",
                  [](const Value& value, const KeyInfo&, Scene& scene, ReadContext& context) {
                    read_table(value, {"[output]", {}}, output_fields(), scene.output, context);
                  }),
  };
  return fields;
}

}  // namespace

void read_settings(const Value& values, Scene& scene, ReadContext& context) {
  read_table(values, {"the scene", {"object", "half_space", "pair", "stitch", "extends", "remove"}},
             scene_fields(), scene, context);
  const Value* gravity = values.as<ValueTable>()->find("gravity");
  const bool is_vector = gravity != nullptr && gravity->as<ValueList>() != nullptr;
  if (scene.up == UpAxis::z && !is_vector) scene.gravity = Vec3(0, 0, scene.gravity.y());
}

std::vector<KeyTable> settings_key_tables() {
  return {{"The scene",
           "Before the first heading. A scene can also have `extends = \"other.toml\"` and `remove = "
           "[names]`; see above.",
           infos(scene_fields())},
          {"[contact]", "", infos(contact_fields())},
          {"[newton]", "", infos(newton_fields())},
          {"[linear]", "", infos(linear_fields())},
          {"[output]", "", infos(output_fields())}};
}

}  // namespace lacuna
