#include "scene/merge_values.h"

#include "base/file.h"
#include "base/input_error.h"
#include "scene/objects.h"
#include "scene/read_toml.h"
#include "scene/suggest.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

namespace lacuna {

namespace {

/// A table has at most one key of each list.
constexpr std::span<const std::string_view> alternatives[] = {object_kind_names, copy_names};

bool names_a_mesh(const Value& mesh) {
  const auto* table = mesh.as<ValueTable>();
  return table == nullptr || table->find("shape") || table->find("file") || table->find("vertices");
}

void drop_alternatives(ValueTable& base, const std::string& key) {
  for (const auto& group : alternatives) {
    if (std::find(group.begin(), group.end(), key) == group.end()) continue;
    for (const std::string_view other : group) {
      if (other != key) base.erase(other);
    }
  }
}

const std::string* name_of(const Value& item) {
  const auto* table = item.as<ValueTable>();
  const Value* name = table == nullptr ? nullptr : table->find("name");
  return name == nullptr ? nullptr : name->as<std::string>();
}

Value* find_named(ValueList& list, const std::string& name) {
  for (Value& item : list) {
    const std::string* its_name = name_of(item);
    if (its_name != nullptr && *its_name == name) return &item;
  }
  return nullptr;
}

void merge_by_name(ValueList& base, const ValueList& over) {
  for (const Value& item : over) {
    const std::string* name = name_of(item);
    Value* same = name == nullptr ? nullptr : find_named(base, *name);
    if (same == nullptr) {
      base.push_back(item);
    } else {
      merge_values(*same, item);
    }
  }
}

void merge_entry(ValueTable& base, const ValueEntry& entry) {
  Value* old = base.find(entry.key);
  drop_alternatives(base, entry.key);
  if (old == nullptr) {
    base.entries.push_back(entry);
    return;
  }
  old = base.find(entry.key);
  auto* old_list = old->as<ValueList>();
  const auto* new_list = entry.value.as<ValueList>();
  const bool is_named_list = entry.key == "object" || entry.key == "half_space" || entry.key == "sphere";
  if (is_named_list && old_list != nullptr && new_list != nullptr) {
    merge_by_name(*old_list, *new_list);
  } else if (entry.key == "mesh" && names_a_mesh(entry.value)) {
    *old = entry.value;
  } else {
    merge_values(*old, entry.value);
  }
}

struct Loader {
  std::map<std::string, std::filesystem::path>& directories;
  RenameNotes& renamed;
  std::vector<std::filesystem::path> open;  ///< files on the way from the first scene to this one

  Value load(std::string_view text, const std::string& name, const std::filesystem::path& directory) {
    directories[name] = directory;
    Value values = read_toml(text, name);
    rename_keys(values, renamed);
    auto& table = *values.as<ValueTable>();
    const Value* extends = table.find("extends");
    if (extends == nullptr) return values;
    const Value link = *extends;
    table.erase("extends");
    Value base = load_base(link, directory);
    merge_values(base, values);
    return base;
  }

  Value load_base(const Value& link, const std::filesystem::path& directory) {
    const auto* text = link.as<std::string>();
    if (text == nullptr)
      throw InputError(link.place.text(),
                       fmt::format("'extends' is {}, but must be the path of a scene", describe(link)),
                       "for example extends = \"chain5.toml\"");
    const std::filesystem::path path = (directory / *text).lexically_normal();
    std::error_code ignored;
    const std::filesystem::path file = std::filesystem::weakly_canonical(path, ignored);
    if (std::find(open.begin(), open.end(), file) != open.end())
      throw InputError(link.place.text(),
                       fmt::format("'{}' extends itself, directly or through others", *text),
                       "a scene can only start from one that does not start from it");
    open.push_back(file);
    try {
      Value base = load(read_file(path), path.string(), path.parent_path());
      open.pop_back();
      return base;
    } catch (const InputError& error) {
      if (error.where != path.string()) throw;  // the base scene has an error of its own
      throw InputError(link.place.text(), fmt::format("cannot extend '{}': {}", *text, error.problem),
                       "the path is relative to this scene's folder");
    }
  }
};

void remove_named(ValueTable& scene) {
  const Value* remove = scene.find("remove");
  if (remove == nullptr) return;
  const Value wanted = *remove;
  scene.erase("remove");
  const auto* names = wanted.as<ValueList>();
  if (names == nullptr)
    throw InputError(wanted.place.text(), "'remove' must be a list of names",
                     "for example remove = [\"ball\"]");
  for (const Value& item : *names) {
    size_t erased = 0;
    for (const char* key : {"object", "half_space", "sphere"}) {
      Value* list = scene.find(key);
      if (list == nullptr || list->as<ValueList>() == nullptr || item.as<std::string>() == nullptr) continue;
      erased += std::erase_if(*list->as<ValueList>(), [&](const Value& o) {
        return name_of(o) != nullptr && *name_of(o) == *item.as<std::string>();
      });
    }
    if (erased == 0)
      throw InputError(
          item.place.text(),
          fmt::format("there is no object, half_space or sphere to remove for {}", describe(item)),
          "name an object, a half_space or a sphere of the scene that is extended");
  }
}

/// The item of a list that a step of a path means: its name or its number.
Value& chosen(ValueList& list, const std::string& step, const std::string& where) {
  if (Value* named = find_named(list, step)) return *named;
  size_t number = 0;
  const char* end = step.data() + step.size();
  const auto [rest, error] = std::from_chars(step.data(), end, number);
  if (error == std::errc() && rest == end) {
    if (number < list.size()) return list[number];
    throw InputError(where, fmt::format("there is no number {} in a list of {}", number, list.size()),
                     "numbers count from 0");
  }
  std::vector<std::string> names;
  for (const Value& item : list) {
    if (name_of(item) != nullptr) names.push_back(*name_of(item));
  }
  throw InputError(where, fmt::format("there is nothing called '{}'", step), suggestion(step, names));
}

std::vector<std::string> split_path(std::string_view path, const std::string& where) {
  std::vector<std::string> steps;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('.', begin), path.size());
    steps.emplace_back(path.substr(begin, end - begin));
    if (steps.back().empty())
      throw InputError(where, "has an empty part in its path", "for example --set contact.dhat=1e-3");
    begin = end + 1;
  }
  return steps;
}

/// The value at the end of a path of tables: what a file with nothing else in it would hold.
Value nested(const std::vector<std::string>& path, Value value, const std::string& where) {
  const Place place{where, 0, 0};
  for (size_t i = path.size(); i-- > 0;) {
    ValueTable table;
    table.entries.push_back({path[i], place, std::move(value)});
    value = {place, std::move(table)};
  }
  return value;
}

}  // namespace

void merge_values(Value& base, const Value& over) {
  auto* base_table = base.as<ValueTable>();
  const auto* over_table = over.as<ValueTable>();
  if (base_table == nullptr || over_table == nullptr) {
    base = over;
    return;
  }
  for (const ValueEntry& entry : over_table->entries) merge_entry(*base_table, entry);
}

Value read_values(std::string_view text, const std::string& name, const std::filesystem::path& directory,
                  std::map<std::string, std::filesystem::path>& directories, RenameNotes& renamed) {
  std::error_code ignored;
  Loader loader{directories, renamed, {std::filesystem::weakly_canonical(name, ignored)}};
  Value values = loader.load(text, name, directory);
  remove_named(*values.as<ValueTable>());
  return values;
}

void apply_override(Value& scene, const std::string& override, RenameNotes& renamed) {
  const std::string where = "--set " + override;
  const size_t equals = override.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError(where, "is not of the form path.to.key=value", "for example --set contact.dhat=1e-3");
  const std::vector<std::string> steps = split_path(override.substr(0, equals), where);
  if (steps[0] == "extends" || steps[0] == "remove")
    throw InputError(where, fmt::format("'{}' is only allowed in a file", steps[0]),
                     "write a scene that extends the other");
  constexpr size_t deepest = 100;
  if (steps.size() > deepest) throw InputError(where, "has too many parts in its path");
  const Value value = read_toml_value(override.substr(equals + 1), where);
  if (Value layer = nested(steps, value, where); rename_keys(layer, renamed))
    return merge_values(scene, layer);
  Value* at = &scene;
  for (size_t i = 0; i + 1 < steps.size(); ++i) {
    if (auto* list = at->as<ValueList>()) {
      at = &chosen(*list, steps[i], where);
    } else if (auto* table = at->as<ValueTable>()) {
      at = &table->at(steps[i], {where, 0, 0});
      if (at->as<std::monostate>() != nullptr) at->data = ValueTable{};
    } else {
      throw InputError(where, fmt::format("there is nothing below '{}'", i == 0 ? "" : steps[i - 1]));
    }
  }
  if (auto* list = at->as<ValueList>()) {
    merge_values(chosen(*list, steps.back(), where), value);
  } else if (auto* table = at->as<ValueTable>()) {
    ValueEntry entry;
    entry.key = steps.back();
    entry.place.file = where;
    entry.value = value;
    merge_entry(*table, entry);
  } else {
    throw InputError(where, "there is nothing below the last dot", "the value there is not a table");
  }
}

}  // namespace lacuna
