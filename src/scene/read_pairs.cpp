#include "scene/read_pairs.h"

#include "scene/suggest.h"

#include <set>

namespace lacuna {

namespace {

const Fields<PairSettings>& pair_fields() {
  using P = PairSettings;
  static const Fields<P> fields = {
      required(Field<P>{{"between",
                         "two names",
                         "",
                         "",
                         "of objects, half-spaces or spheres; the same name twice means self-contact",
                         {}},
                        [](const Value& value, const KeyInfo& info, P& pair, ReadContext&) {
                          read_into(value, info, pair.names);
                        }}),
      required(field("friction", &P::friction, from_zero(100), "",
                     "coefficient of this pair, in place of the mean of the two")),
  };
  return fields;
}

/// [vertex, edge vertex, edge vertex, part].
void read_edges(const Value& value, const KeyInfo& info, StitchGroup& group, ReadContext&) {
  for (const Value& item : list_of(value, info, 0)) {
    const ValueList& numbers = list_of(item, info, 4);
    StitchGroup::ToEdge stitch;
    const KeyInfo index{info.key, info.type, "", "", "", from_zero(2e9)};
    read_into(numbers[0], index, stitch.vertex);
    read_into(numbers[1], index, stitch.edge[0]);
    read_into(numbers[2], index, stitch.edge[1]);
    read_into(numbers[3], {info.key, info.type, "", "", "", between(0, 1)}, stitch.part);
    group.edges.push_back(stitch);
  }
}

const Fields<StitchGroup>& stitch_fields() {
  using S = StitchGroup;
  static const Fields<S> fields = {
      required(Field<S>{
          {"between", "two names", "", "", "of objects; the same name twice sews an object to itself", {}},
          [](const Value& value, const KeyInfo& info, S& group, ReadContext&) {
            read_into(value, info, group.objects);
          }}),
      {{"vertices", "list of pairs of whole numbers", "", "[]",
        "a vertex of the first and one of the second, counted from 0", from_zero(2e9)},
       [](const Value& value, const KeyInfo& info, S& group, ReadContext&) {
         read_into(value, info, group.vertices);
       }},
      {{"edges",
        "list of [vertex, vertex, vertex, part]",
        "",
        "[]",
        "a vertex of the first, and the point at `part` (0 to 1) between two vertices of the second",
        {}},
       read_edges},
      field("within", &S::within, above_zero(1e6), "m", "",
            "instead of both lists: sews each boundary vertex of the first to the closest boundary point of "
            "the second within this distance"),
      field("stiffness", &S::stiffness, above_zero(1e9), "N/m", "of each stitch"),
  };
  return fields;
}

void check_name(const std::string& name, const std::vector<std::string>& names, const Place& place,
                const char* what) {
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  throw InputError(place.text(), fmt::format("'between' names '{}', which is not an {}", name, what),
                   suggestion(name, names));
}

}  // namespace

PairSettings read_pair(const Value& value, ReadContext& context) {
  PairSettings pair;
  pair.place = value.place;
  read_table(value, {"[[pair]]", {}}, pair_fields(), pair, context);
  return pair;
}

StitchGroup read_stitch(const Value& value, ReadContext& context) {
  StitchGroup group;
  group.place = value.place;
  const size_t errors_before = context.errors.size();
  read_table(value, {"[[stitch]]", {}}, stitch_fields(), group, context);
  const bool has_lists = !group.vertices.empty() || !group.edges.empty();
  if (context.errors.size() == errors_before && has_lists == group.within.has_value())
    throw InputError(value.place.text(), "a [[stitch]] needs either `within` or lists of vertices or edges",
                     "within = 0.01 sews everything that is a centimetre apart");
  return group;
}

void check_pairs(const Scene& scene) {
  std::vector<std::string> objects, all;
  for (const SceneObject& object : scene.objects) objects.push_back(object.name);
  all = objects;
  for (const HalfSpace& half_space : scene.half_spaces) all.push_back(half_space.name);
  for (const RoundWall& wall : scene.round_walls) all.push_back(wall.name);
  std::set<std::array<std::string, 2>> seen;
  for (const PairSettings& pair : scene.pairs) {
    for (const std::string& name : pair.names)
      check_name(name, all, pair.place, "object, half_space or sphere");
    const auto& [a, b] = pair.names;
    if (!seen.insert({std::min(a, b), std::max(a, b)}).second)
      throw InputError(pair.place.text(), fmt::format("the pair of '{}' and '{}' appears twice", a, b),
                       "keep one [[pair]] of them");
  }
  for (const StitchGroup& group : scene.stitches)
    for (const std::string& name : group.objects) check_name(name, objects, group.place, "object");
}

std::vector<KeyTable> pair_key_tables() {
  return {{"[[pair]]", "Overrides the friction of two objects.", infos(pair_fields())},
          {"[[stitch]]",
           "Stitches that pull objects together until they are offset + dhat apart, where contact begins: "
           "sewn parts never pass through each other.",
           infos(stitch_fields())}};
}

}  // namespace lacuna
