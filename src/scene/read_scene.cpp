#include "scene/read_scene.h"

#include "base/file.h"
#include "scene/merge_values.h"
#include "scene/motion_text.h"
#include "scene/read_object.h"
#include "scene/read_pairs.h"
#include "scene/read_settings.h"
#include "scene/read_sphere.h"
#include "scene/suggest.h"

#include <algorithm>
#include <set>

namespace lacuna {

namespace {

Vec3 up_direction(const Scene& scene) { return scene.up == UpAxis::y ? Vec3::UnitY() : Vec3::UnitZ(); }

template <class Read>
void read_list(const ValueTable& table, const std::string& key, ReadContext& context, Read read) {
  const Value* list = table.find(key);
  if (list == nullptr) return;
  const KeyInfo info{key, "list of tables", "", "", fmt::format("one [[{}]] heading for each", key), {}};
  size_t number = 0;
  collect_errors(context, [&] {
    for_each_table(*list, info, context, [&](const Value& item) { read(item, number++); });
  });
}

/// --set, no_contact and messages identify objects by name.
void check_names(const Scene& scene) {
  std::set<std::string> seen;
  const auto add = [&](const std::string& name, const Place& place) {
    if (!seen.insert(name).second)
      throw InputError(place.text(), fmt::format("the name '{}' is used twice", name),
                       "give each its own name");
  };
  for (const SceneObject& object : scene.objects) add(object.name, object.place);
  for (const HalfSpace& half_space : scene.half_spaces) add(half_space.name, half_space.place);
  for (const RoundWall& wall : scene.round_walls) add(wall.name, wall.place);
}

void check_no_contact(const Scene& scene, const Value* list) {
  std::vector<std::string> names;
  for (const SceneObject& object : scene.objects) names.push_back(object.name);
  for (const auto& pair : scene.no_contact) {
    for (const std::string& name : pair) {
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      throw InputError(list->place.text(),
                       fmt::format("'no_contact' names '{}', which is not an object", name),
                       suggestion(name, names));
    }
  }
}

/// Checks across several keys.
void check_scene(const Scene& scene, const Value& values) {
  check_names(scene);
  check_pairs(scene);
  check_no_contact(scene, values.as<ValueTable>()->find("no_contact"));
  if (scene.objects.empty())
    throw InputError(scene.file.string(), "the scene has no objects",
                     "add an [[object]] with a mesh and solid = { ... }");
  if (scene.step > scene.playback.video_time(scene.duration))
    throw InputError(
        values.as<ValueTable>()->find("step") ? values.as<ValueTable>()->find("step")->place.text()
                                              : scene.file.string(),
        fmt::format("step {} s is longer than duration {} s{}", scene.step, scene.duration,
                    scene.playback.is_real_time() ? "" : ", which playback makes a video of another length"),
        "shorten the step or lengthen the duration");
}

}  // namespace

Scene parse_scene(std::string_view text, const std::string& name, const std::filesystem::path& directory,
                  std::span<const std::string> overrides) {
  ReadContext context;
  RenameNotes renamed;
  Value values = read_values(text, name, directory, context.directories, renamed);
  for (const std::string& override : overrides) apply_override(values, override, renamed);
  Scene scene;
  for (const auto& [old_name, note] : renamed) scene.notes.push_back(note);
  scene.file = name;
  scene.source = text;
  for (const auto& [file, folder] : context.directories)
    if (file != name) scene.source += fmt::format("\n# extends {}\n{}", file, read_file(file));
  read_settings(values, scene, context);
  scene.motion_text = motion_text_of(values, scene.solver);
  const ValueTable& table = *values.as<ValueTable>();
  read_list(table, "object", context, [&](const Value& item, size_t number) {
    scene.objects.push_back(read_object(item, number, context));
  });
  read_list(table, "half_space", context, [&](const Value& item, size_t number) {
    scene.half_spaces.push_back(read_half_space(item, number, up_direction(scene), context));
  });
  // After the objects: balls become obstacles, numbered after them.
  read_list(table, "sphere", context, [&](const Value& item, size_t number) {
    read_sphere(item, number, up_direction(scene), scene.objects, scene.round_walls, context);
  });
  read_list(table, "pair", context,
            [&](const Value& item, size_t) { scene.pairs.push_back(read_pair(item, context)); });
  read_list(table, "stitch", context,
            [&](const Value& item, size_t) { scene.stitches.push_back(read_stitch(item, context)); });
  if (context.errors.empty()) collect_errors(context, [&] { check_scene(scene, values); });
  context.throw_errors();
  return scene;
}

Scene read_scene(const std::filesystem::path& path, std::span<const std::string> overrides) {
  return parse_scene(read_file(path), path.string(), path.parent_path(), overrides);
}

}  // namespace lacuna
