#include "scene/read_object.h"

#include "scene/read_copies.h"
#include "scene/read_material.h"
#include "scene/read_motion.h"
#include "scene/read_selector.h"
#include "scene/read_shape.h"
#include "scene/read_sphere.h"

#include <span>

namespace lacuna {

namespace {

void read_scale(const Value& value, const KeyInfo& info, SceneObject& object, ReadContext&) {
  Vec3& scale = object.placement.scale;
  if (value.as<ValueList>() != nullptr) {
    read_into(value, info, scale);
  } else {
    double factor = 1;
    read_into(value, info, factor);
    scale.setConstant(factor);
  }
  if ((scale.array() == 0).any())
    throw InputError(value.place.text(), "'scale' is zero along an axis, which flattens the mesh",
                     "1 keeps the size, negative factors mirror");
}

template <class Read>
Field<SceneObject> custom(std::string key, std::string type, std::string standard, std::string meaning,
                          Read read) {
  return {{std::move(key), std::move(type), "", std::move(standard), std::move(meaning), {}}, read};
}

Field<SceneObject> placed(std::string key, Vec3 Placement::*member, std::string unit, std::string meaning) {
  return {{std::move(key), "vector [x, y, z]", std::move(unit), "[0, 0, 0]", std::move(meaning), any_number},
          [member](const Value& value, const KeyInfo& info, SceneObject& object, ReadContext&) {
            read_into(value, info, object.placement.*member);
          }};
}

Fields<SceneObject> make_object_fields() {
  using O = SceneObject;
  Fields<O> fields = {
      {{"name", "text", "", R"("object0", "object1" ...)", "used in messages, files and --set", {}},
       [](const Value& value, const KeyInfo& info, O& object, ReadContext&) {
         read_into(value, info, object.name);
         if (object.name.empty()) fail_value(value, info, "a name of at least one letter");
       }},
      required(custom("mesh", "table", "", "see Mesh",
                      [](const Value& value, const KeyInfo&, O& object, ReadContext& context) {
                        read_mesh_source(value, object, context);
                      })),
      {{"scale", "number or vector [x, y, z]", "", "1", "applied first, about the mesh's origin",
        between(-1e6, 1e6)},
       read_scale},
      placed("rotate", &Placement::rotate, "degrees",
             "Euler angles (z first, then y, then x) about the mesh's origin, after scaling"),
      placed("translate", &Placement::translate, "m", "displacement, after scaling, rotating and copying"),
      placed("rotate_start", &Placement::rotate_start, "degrees",
             "Euler angles that rotate the initial but not the rest shape, about the box centre"),
      custom("array", "table", "", "copies on a lattice, as one object; see Array", read_array),
      custom("stack", "table", "", "copies on top of each other; see Stack", read_stack),
      custom("copies", "list of tables", "", "copies at given places; see Copies", read_copies),
  };
  for (auto& kind : kind_fields()) fields.push_back(std::move(kind));
  const Fields<O> rest = {
      field("offset", &O::offset, from_zero(1e6), "m", "contact thickness: nothing comes closer"),
      field("friction", &O::friction, from_zero(100), "", "that of [contact]",
            "coefficient; a pair has the mean of its two, also with a half-space or sphere"),
      field("self_contact", &O::self_contact, {}, "", "whether the object collides with itself"),
      field("velocity", &O::velocity, between(-1e6, 1e6), "m/s", "initial"),
      field("angular_velocity", &O::angular_velocity_deg, between(-1e9, 1e9), "degrees/s",
            "initial, about its box centre"),
      field("pressure", &O::pressure, between(-1e12, 1e12), "Pa",
            "inside over outside, of a solid or a shell with a closed surface; positive inflates"),
      field("drag", &O::drag, from_zero(1e6), "", "factor on the drag of this object; see [air]"),
      custom("fixed", "list of tables", "[]", "vertices that follow a script; see Fixed vertices",
             read_fixed),
      custom("force", "list of tables", "[]", "accelerations of vertices; see Forces", read_forces),
      motion_field<O>("how an obstacle moves; see Motion"),
  };
  fields.insert(fields.end(), rest.begin(), rest.end());
  return fields;
}

const Fields<SceneObject>& object_fields() {
  static const Fields<SceneObject> fields = make_object_fields();
  return fields;
}

/// At most one of the keys; says so at the second.
void check_at_most_one(const ValueTable& table, const std::string& who,
                       std::span<const std::string_view> keys) {
  std::string first;
  for (const ValueEntry& entry : table.entries) {
    if (std::find(keys.begin(), keys.end(), entry.key) == keys.end()) continue;
    if (!first.empty())
      throw InputError(entry.place.text(), fmt::format("{} has both '{}' and '{}'", who, first, entry.key),
                       "keep one of them");
    first = entry.key;
  }
}

/// Keys that do not apply to obstacles, or to everything else.
std::vector<std::pair<const char*, const char*>> meaningless_keys(const ObjectKind& kind) {
  if (std::holds_alternative<Obstacle>(kind))
    return {{"fixed", "an obstacle moves as a whole: use motion = [ ... ]"},
            {"force", "forces do not act on an obstacle"},
            {"pressure", "an obstacle does not deform"},
            {"drag", "air does not move an obstacle"},
            {"velocity", "use motion = [ { move = [x, y, z] } ]"},
            {"angular_velocity", "use motion = [ { spin = [x, y, z] } ]"}};
  return {{"motion", "use fixed = [ { all = true, motion = [ ... ] } ]"}};
}

void check_kind(const Value& value, const SceneObject& object) {
  const ValueTable& table = *value.as<ValueTable>();
  const std::string who = fmt::format("object '{}'", object.name);
  check_at_most_one(table, who, object_kind_names);
  check_at_most_one(table, who, copy_names);
  if (std::none_of(object_kind_names.begin(), object_kind_names.end(),
                   [&](std::string_view k) { return table.find(k) != nullptr; }))
    throw InputError(
        value.place.text(), fmt::format("{} has none of solid, shell, rod, particles and obstacle", who),
        "add solid = { young = 1e5, ... }, shell = { ... }, rod = { ... }, particles = { ... } or "
        "obstacle = {}");
  for (const auto& [key, hint] : meaningless_keys(object.kind))
    if (const Value* found = table.find(key))
      throw InputError(
          found->place.text(),
          fmt::format("{} has '{}', which does not allow '{}'", who, kind_name(object.kind), key), hint);
}

const Fields<HalfSpace>& half_space_fields() {
  using H = HalfSpace;
  static const Fields<H> fields = {
      {{"name", "text", "", "\"half_space0\" ...", "used in messages and --set", {}},
       [](const Value& value, const KeyInfo& info, H& h, ReadContext&) { read_into(value, info, h.name); }},
      field("point", &H::point, any_number, "m", "a point on the plane"),
      {{"normal", "vector [x, y, z]", "", "up", "any nonzero length; objects stay on this side", any_number},
       [](const Value& value, const KeyInfo& info, H& h, ReadContext&) {
         read_into(value, info, h.normal);
         if (h.normal.norm() == 0) fail_value(value, info, "a nonzero vector");
       }},
      field("friction", &H::friction, from_zero(100), "", "that of [contact]",
            "coefficient; a pair with an object has the mean of the two"),
      motion_field<H>("move, or keyframes without rotation"),
  };
  return fields;
}

}  // namespace

SceneObject read_object(const Value& value, size_t number, ReadContext& context) {
  SceneObject object;
  object.name = fmt::format("object{}", number);
  object.place = value.place;
  const ValueTable& table = table_of(value, "object");
  const Value* name = table.find("name");
  const std::string* known = name == nullptr ? nullptr : name->as<std::string>();
  const size_t errors_before = context.errors.size();
  read_table(value, {fmt::format("object '{}'", known == nullptr ? object.name : *known), {}},
             object_fields(), object, context);
  if (context.errors.size() == errors_before) check_kind(value, object);
  return object;
}

HalfSpace read_half_space(const Value& value, size_t number, const Vec3& up, ReadContext& context) {
  HalfSpace half_space;
  half_space.name = fmt::format("half_space{}", number);
  half_space.place = value.place;
  half_space.normal = up;
  read_table(value, {"half_space", {}}, half_space_fields(), half_space, context);
  require_translations(half_space.motions, "a half_space",
                       "use move, or keyframes without rotate; a box obstacle can rotate");
  return half_space;
}

std::vector<KeyTable> object_key_tables() {
  return {{"[[object]]", "Each has a mesh and one kind: solid, shell, rod, particles or obstacle.",
           infos(object_fields())},
          {"[[half_space]]", "A fixed or moving plane. It collides with everything except obstacles.",
           infos(half_space_fields())},
          sphere_key_table()};
}

}  // namespace lacuna
