#include "scene/read_settings.h"

#include "scene/read_cubic.h"
#include "scene/read_curve.h"
#include "scene/read_ipc.h"
#include "scene/read_two_way.h"
#include "scene/solvers.h"

namespace lacuna {

namespace {

const Fields<ContactSettings>& contact_fields() {
  using C = ContactSettings;
  static const Fields<C> fields = {
      field("enabled", &C::is_enabled, {}, "", "false: objects pass through each other and themselves"),
      or_auto(field("dhat", &C::dhat, above_zero(1e6), "m", "distance below which surfaces repel each other"),
              "the default"),
      field("friction", &C::friction, from_zero(100), "",
            "coefficient of objects, half-spaces and spheres that have none of their own"),
      or_auto(field("epsv", &C::epsv, above_zero(1e6), "m/s", "sliding speed below which friction sticks"),
              "the default"),
  };
  return fields;
}

const Fields<AirSettings>& air_fields() {
  using A = AirSettings;
  static const Fields<A> fields = {
      field("density", &A::density, from_zero(1e6), "kg/m^3", "1.2 is air; 0: none"),
      field("wind", &A::wind, between(-1e6, 1e6), "m/s", "velocity of the air"),
      field("normal_drag", &A::normal, from_zero(1e3), "",
            "drag coefficient of the velocity across a surface: 1.3 is a flat plate, 0.5 a ball"),
      field("tangential_drag", &A::tangential, from_zero(1e3), "",
            "drag coefficient of the velocity along a surface"),
      field("drag_rate", &A::rate, from_zero(1e9), "1/s",
            "linear drag on all deformable objects: velocities relative to the wind decay at this rate, "
            "whatever the density"),
  };
  return fields;
}

void read_contact(const Value& value, const KeyInfo&, Scene& scene, ReadContext& context) {
  read_table(value, {"[contact]", {}}, contact_fields(), scene.contact, context);
  if (const Value* dhat = value.as<ValueTable>()->find("dhat")) scene.contact.dhat_place = dhat->place;
}

/// The names of the list that are available.
Field<Scene> solver_field() {
  KeyInfo info{"solver",
               "",
               "",
               fmt::format("\"{}\"", solver_name(Scene{}.solver)),
               "the method: see lacuna list --solvers",
               {}};
  for (const std::string& name : solver_names())
    info.type += fmt::format("{}\"{}\"", info.type.empty() ? "" : ", ", name);
  return {std::move(info), [](const Value& value, const KeyInfo& k, Scene& scene, ReadContext&) {
            const auto* name = value.as<std::string>();
            if (name == nullptr) fail_value(value, k);
            scene.solver = solver_named(*name, value.place.text());
          }};
}

const Fields<OutputSettings>& output_fields() {
  static const Fields<OutputSettings> fields = {
      may_change_on_resume(choice(
          "static", &OutputSettings::static_parts,
          "where obstacles without motion are written: to every frame, or once to static.ply; auto: once if "
          "they have 10000 vertices or more")),
  };
  return fields;
}

/// A number is the size of gravity, downwards; read_settings() turns it when z is up.
void read_gravity(const Value& value, const KeyInfo& info, Scene& scene, ReadContext& context) {
  if (is_key_list(value)) return read_curve(value, info, scene.gravity_over_time, context);
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
      may_change_on_resume(field("title", &Scene::title, {}, "", "one line for lists and logs")),
      solver_field(),
      may_change_on_resume(field("duration", &Scene::duration, above_zero(1e9), "s",
                                 "simulated time; the last step may end later")),
      field("step", &Scene::step, between(1e-12, 1e6), "s", "time step"),
      // The lengths of the steps that follow from it are part of a run's fingerprint (run/run_info.cpp).
      may_change_on_resume(field(
          "fps", &Scene::fps, between(1e-9, 1e9), "1/s", "",
          "frames per second of video, at most one per step; `cubic` and `two-way` resume only with the same "
          "rate. If the "
          "frame interval is not a multiple of "
          "`step`, the run uses a shorter step, or one up to 1 % longer. Default: the rate closest to 25 "
          "that keeps `step`.")),
      {{"playback", "number, or list of tables", "", "1",
        "simulated seconds per second of video: 0.1 is slow motion. `step` and `fps` count seconds of video, "
        "so that slow motion has shorter steps; all other times are simulated ones. A list of keys changes "
        "the speed, see Values over time",
        between(1e-3, 1e3)},
       [](const Value& value, const KeyInfo& info, Scene& scene, ReadContext& context) {
         read_curve(value, info, scene.playback.speed, context);
       }},
      choice("up", &Scene::up, "the opposite of gravity; meshes and shapes are not rotated"),
      {{"gravity", "number, vector [x, y, z], or list of tables", "m/s^2", "9.81",
        "a number points down; a list of keys with vectors changes it, see Values over time",
        between(-1e6, 1e6)},
       read_gravity},
      choice(
          "integrator", &Scene::integrator,
          "newmark conserves energy, implicit-euler and bdf2 damp; static has no inertia: each step ends in "
          "equilibrium"),
      field("detail", &Scene::detail, Range{1e-3, 1e3}, "",
            "factor on every shape's resolution; counts are rounded and stay at least 1"),
      {{"no_contact", "list of pairs of names", "", "[]", "objects that pass through each other", {}},
       [](const Value& value, const KeyInfo& info, Scene& scene, ReadContext&) {
         read_into(value, info, scene.no_contact);
       }},
      table_field("contact", "see [contact]", read_contact),
      table_field("air", "see [air]",
                  [](const Value& value, const KeyInfo&, Scene& scene, ReadContext& context) {
                    read_table(value, {"[air]", {}}, air_fields(), scene.air, context);
                  }),
      table_field("ipc", "see [ipc]",
                  [](const Value& value, const KeyInfo&, Scene& scene, ReadContext& context) {
                    read_ipc(value, scene.ipc, context);
                  }),
      table_field("cubic", "see [cubic]",
                  [](const Value& value, const KeyInfo&, Scene& scene, ReadContext& context) {
                    read_cubic(value, scene.cubic, context);
                  }),
      table_field("two-way", "see [two-way]",
                  [](const Value& value, const KeyInfo&, Scene& scene, ReadContext& context) {
                    read_two_way(value, scene.two_way, context);
                  }),
      may_change_on_resume(
          table_field("output", "see [output]",
                      [](const Value& value, const KeyInfo&, Scene& scene, ReadContext& context) {
                        read_table(value, {"[output]", {}}, output_fields(), scene.output, context);
                      })),
  };
  return fields;
}

}  // namespace

void read_settings(const Value& values, Scene& scene, ReadContext& context) {
  read_table(values, {"the scene", {"object", "half_space", "sphere", "pair", "stitch", "extends", "remove"}},
             scene_fields(), scene, context);
  const Value* gravity = values.as<ValueTable>()->find("gravity");
  const bool is_vector = gravity != nullptr && gravity->as<ValueList>() != nullptr;
  if (scene.up == UpAxis::z && !is_vector) scene.gravity = Vec3(0, 0, scene.gravity.y());
}

std::vector<KeyTable> settings_key_tables() {
  return {
      {"The scene",
       "Before the first heading. A scene can also have `extends = \"other.toml\"` and `remove = "
       "[names]`; see above.",
       infos(scene_fields())},
      curve_key_table(),
      {"[contact]",
       "The contact model that all solvers share: its range and its friction. How a solver makes the forces, "
       "and how closely it solves for them, is in the table of that solver.",
       infos(contact_fields())},
      {"[air]",
       "Drag, 1/2 density coefficient area |u| u at the velocity u relative to the wind, on the triangles of "
       "shells, both sides together, on rods as cylinders and on particles as balls. Solids feel `drag_rate` "
       "alone. `drag` of an object scales all of it.",
       infos(air_fields())},
      ipc_key_table(),
      cubic_key_table(),
      two_way_key_table(),
      {"[output]", "", infos(output_fields())}};
}

}  // namespace lacuna
