#include "scene/renamed_keys.h"

#include "base/input_error.h"
#include "scene/fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace lacuna {

namespace {

/// Tables of which every key has moved.
constexpr std::string_view moved_tables[] = {"newton", "linear"};

ValueTable* find_table(Value& values, std::string_view name) {
  Value* found = values.as<ValueTable>()->find(name);
  return found == nullptr ? nullptr : found->as<ValueTable>();
}

std::string path(std::string_view table, std::string_view key) { return fmt::format("{}.{}", table, key); }

/// Moves an entry to the end of another table, which is made if need be. The entry and all places are kept.
void move_entry(Value& values, std::string_view from, std::string_view key, std::string_view to,
                std::string_view new_key) {
  ValueTable& source = *find_table(values, from);
  const auto at = std::find_if(source.entries.begin(), source.entries.end(),
                               [&](const ValueEntry& entry) { return entry.key == key; });
  ValueEntry entry = std::move(*at);
  source.entries.erase(at);
  entry.key = new_key;
  Value& target = values.as<ValueTable>()->at(std::string(to), entry.place);
  if (target.as<std::monostate>() != nullptr) target.data = ValueTable{};
  static_cast<void>(table_of(target, fmt::format("[{}]", to)));
  target.as<ValueTable>()->entries.push_back(std::move(entry));
}

const ValueEntry* find_entry(Value& values, std::string_view table, std::string_view key) {
  const ValueTable* found = find_table(values, table);
  if (found == nullptr) return nullptr;
  const auto at = std::find_if(found->entries.begin(), found->entries.end(),
                               [&](const ValueEntry& entry) { return entry.key == key; });
  return at == found->entries.end() ? nullptr : &*at;
}

bool rename_key(Value& values, const RenamedKey& renamed, RenameNotes& notes) {
  const ValueEntry* entry = find_entry(values, renamed.old_table, renamed.old_key);
  if (entry == nullptr) return false;
  const std::string old_name = path(renamed.old_table, renamed.old_key),
                    new_name = path(renamed.table, renamed.key);
  if (const ValueEntry* other = find_entry(values, renamed.table, renamed.key))
    throw InputError(other->place.text(),
                     fmt::format("{} is given twice: here, and by its old name {} at {}", new_name, old_name,
                                 entry->place.text()),
                     fmt::format("keep {}", new_name));
  notes.emplace(old_name, fmt::format("{} ({}) is now {}; the old name still works", old_name,
                                      entry->place.text(), new_name));
  move_entry(values, renamed.old_table, renamed.old_key, renamed.table, renamed.key);
  return true;
}

/// After its keys have moved: anything that is left is misspelt.
bool erase_table(Value& values, std::string_view name) {
  const Value* found = values.as<ValueTable>()->find(name);
  if (found == nullptr) return false;
  TableTopic topic{fmt::format("[{}]", name), {}};
  for (const RenamedKey& renamed : renamed_keys)
    if (renamed.old_table == name) topic.other_keys.emplace_back(renamed.old_key);
  const ValueTable& rest = table_of(*found, topic.name);
  if (!rest.entries.empty()) fail_unknown_key(rest.entries[0], topic, {});
  values.as<ValueTable>()->erase(name);
  return true;
}

}  // namespace

bool rename_keys(Value& values, RenameNotes& notes) {
  bool is_changed = false;
  for (const RenamedKey& renamed : renamed_keys) is_changed |= rename_key(values, renamed, notes);
  for (const std::string_view name : moved_tables) is_changed |= erase_table(values, name);
  return is_changed;
}

Value with_first_names(Value values) {
  for (const RenamedKey& renamed : renamed_keys)
    if (find_entry(values, renamed.table, renamed.key) != nullptr)
      move_entry(values, renamed.table, renamed.key, renamed.old_table, renamed.old_key);
  for (const RenamedKey& renamed : renamed_keys) {
    const ValueTable* emptied = find_table(values, renamed.table);
    if (emptied != nullptr && emptied->entries.empty()) values.as<ValueTable>()->erase(renamed.table);
  }
  return values;
}

std::string describe_renamed_keys() {
  std::vector<std::string> names;
  for (const RenamedKey& renamed : renamed_keys)
    names.push_back(fmt::format("`{}` (now `{}`)", path(renamed.old_table, renamed.old_key),
                                path(renamed.table, renamed.key)));
  return fmt::format("Old names still work, with a note: {}.", fmt::join(names, ", "));
}

}  // namespace lacuna
