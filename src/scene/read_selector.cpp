#include "scene/read_selector.h"

#include "scene/read_motion.h"

namespace lacuna {

namespace {

void read_side(const Value& value, const KeyInfo& info, SelectSide& side) {
  const auto* name = value.as<std::string>();
  if (name == nullptr) {
    read_into(value, info, side.direction);
    if (side.direction.norm() == 0) fail_value(value, info, "a nonzero vector");
    return;
  }
  const size_t axis = name->size() == 2 ? std::string("xyz").find((*name)[0]) : std::string::npos;
  if (axis == std::string::npos || ((*name)[1] != '-' && (*name)[1] != '+')) fail_value(value, info);
  side.direction = Vec3::Unit(static_cast<Eigen::Index>(axis)) * ((*name)[1] == '-' ? -1 : 1);
}

const Fields<SelectSphere>& selected_sphere_fields() {
  static const Fields<SelectSphere> fields = {
      required(field("center", &SelectSphere::center, any_number, "m", "centre")),
      required(field("radius", &SelectSphere::radius, above_zero(1e9), "m", "radius")),
  };
  return fields;
}

/// The keys that select vertices, for any struct with a member `select`.
template <class Target>
Fields<Target> selector_fields() {
  return {
      {{"all", "true", "", "", "all vertices", {}},
       [](const Value& value, const KeyInfo& info, Target& target, ReadContext&) {
         if (value.as<bool>() == nullptr || !*value.as<bool>()) fail_value(value, info);
         target.select = SelectAll{};
       }},
      {{"box", "list of two vectors", "m", "", "vertices in a box: [lower corner, upper corner]", any_number},
       [](const Value& value, const KeyInfo& info, Target& target, ReadContext&) {
         std::array<Vec3, 2> corners;
         read_into(value, info, corners);
         if ((corners[0].array() > corners[1].array()).any())
           throw InputError(
               value.place.text(),
               fmt::format("box from {} to {} is empty", as_written(corners[0]), as_written(corners[1])),
               "the first corner has the smaller coordinates");
         target.select = SelectBox{corners[0], corners[1]};
       }},
      {{"sphere", "table { center, radius }", "m", "", "vertices in a sphere", {}},
       [](const Value& value, const KeyInfo&, Target& target, ReadContext& context) {
         SelectSphere sphere{Vec3::Zero(), 1};
         read_table(value, {"sphere", {}}, selected_sphere_fields(), sphere, context);
         target.select = sphere;
       }},
      {{"side", R"("x-", "x+", "y-" ... or a vector [x, y, z])", "", "", "vertices farthest in a direction",
        any_number},
       [](const Value& value, const KeyInfo& info, Target& target, ReadContext&) {
         SelectSide side;
         read_side(value, info, side);
         target.select = side;
       }},
      {{"within", "number", "", as_written(SelectSide{}.within),
        "distance from that side, as a fraction of the extent", between(0, 1)},
       [](const Value& value, const KeyInfo& info, Target&, ReadContext&) {
         double checked = 0;
         read_into(value, info, checked);
       }},
      {{"indices", "list of whole numbers", "", "", "vertices by number, counted from 0", between(0, 2e9)},
       [](const Value& value, const KeyInfo& info, Target& target, ReadContext&) {
         SelectIndices indices;
         read_into(value, info, indices.indices);
         if (indices.indices.empty()) fail_value(value, info, "a list of at least one vertex");
         target.select = std::move(indices);
       }},
  };
}

template <class Target>
Fields<Target> with_selector(Fields<Target> more) {
  Fields<Target> fields = selector_fields<Target>();
  fields.insert(fields.end(), more.begin(), more.end());
  return fields;
}

/// Requires exactly one way to select, and `within` only with `side`.
void finish_selector(const Value& value, const std::string& name, Selector& select) {
  const ValueTable& table = *value.as<ValueTable>();
  int ways = 0;
  for (const char* key : {"all", "box", "sphere", "side", "indices"})
    ways += table.find(key) == nullptr ? 0 : 1;
  if (ways != 1)
    throw InputError(
        value.place.text(),
        fmt::format("{} {}", name,
                    ways == 0 ? "does not select any vertices" : "selects vertices in more than one way"),
        "give one of all = true, box, sphere, side, indices; several groups are several tables");
  const Value* within = table.find("within");
  if (within == nullptr) return;
  auto* side = std::get_if<SelectSide>(&select);
  if (side == nullptr) throw InputError(within->place.text(), "'within' goes with 'side' only", "remove it");
  read_into(*within, {"within", "number", "", "0.01", "", between(0, 1)}, side->within);
}

const Fields<FixedGroup>& fixed_fields() {
  static const Fields<FixedGroup> fields = with_selector<FixedGroup>(
      {motion_field<FixedGroup>("how they move; fixed by default"),
       {{"release", "number", "s", "", "free from this time on; by default never", from_zero(1e9)},
        [](const Value& value, const KeyInfo& info, FixedGroup& group, ReadContext&) {
          read_into(value, info, group.release);
        }},
       {{"stiffness", "number", "N/m", "",
         "soft pins: a spring of this stiffness pulls each vertex to its place in the script, and the vertex "
         "keeps its inertia; by default the motion is prescribed",
         above_zero(1e12)},
        [](const Value& value, const KeyInfo& info, FixedGroup& group, ReadContext&) {
          read_into(value, info, group.stiffness);
        }}});
  return fields;
}

const Fields<BodyForce>& force_fields() {
  static const Fields<BodyForce> fields = with_selector<BodyForce>(
      {required(field("acceleration", &BodyForce::acceleration, any_number, "m/s^2", "force per mass")),
       field("from", &BodyForce::from, from_zero(1e9), "s", "start of the force"),
       {{"to", "number", "s", "", "end of the force; by default the end of the run", from_zero(1e9)},
        [](const Value& value, const KeyInfo& info, BodyForce& force, ReadContext&) {
          read_into(value, info, force.to);
        }}});
  return fields;
}

template <class Item>
void read_groups(const Value& value, const KeyInfo& info, const Fields<Item>& fields,
                 std::vector<Item>& items, ReadContext& context) {
  for_each_table(value, info, context, [&](const Value& table) {
    const size_t errors_before = context.errors.size();
    Item item;
    item.place = table.place;
    read_table(table, {"'" + info.key + "'", {}}, fields, item, context);
    if (context.errors.size() == errors_before) finish_selector(table, "'" + info.key + "'", item.select);
    items.push_back(std::move(item));
  });
}

}  // namespace

void read_fixed(const Value& value, const KeyInfo& info, SceneObject& object, ReadContext& context) {
  read_groups(value, info, fixed_fields(), object.fixed, context);
}

void read_forces(const Value& value, const KeyInfo& info, SceneObject& object, ReadContext& context) {
  read_groups(value, info, force_fields(), object.forces, context);
}

std::vector<KeyTable> selector_key_tables() {
  return {
      {"Fixed vertices",
       "A table of a `fixed` list selects vertices by one of all, box, sphere, side and indices, by "
       "their initial positions. They follow the script instead of the physics; with `stiffness` they follow "
       "the physics, pulled towards the script by springs.",
       infos(fixed_fields())},
      {"Forces", "A table of a `force` list.", infos(force_fields())},
      {"Sphere of vertices", "", infos(selected_sphere_fields())}};
}

}  // namespace lacuna
