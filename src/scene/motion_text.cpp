#include "scene/motion_text.h"

#include "scene/read_settings.h"
#include "scene/renamed_keys.h"

namespace lacuna {

namespace {

/// The table that a heading of the documentation stands for: "[ipc]", or the scene itself. Null if the scene
/// has no such table.
ValueTable* table_under(const std::string& heading, ValueTable& scene) {
  if (!heading.starts_with('[')) return &scene;
  Value* found = scene.find(heading.substr(1, heading.size() - 2));
  return found == nullptr ? nullptr : found->as<ValueTable>();
}

void erase_changeable_keys(ValueTable& scene) {
  for (const KeyTable& keys : settings_key_tables()) {
    ValueTable* table = table_under(keys.heading, scene);
    if (table == nullptr) continue;
    for (const KeyInfo& info : keys.keys)
      if (info.may_change_on_resume) table->erase(info.key);
  }
}

/// Also the table of the solver in use if nothing is left in it: it says nothing.
void erase_unused_tables(ValueTable& scene, SolverKind used) {
  for (const SolverEntry& solver : solvers) {
    const Value* found = scene.find(solver.name);
    const auto* table = found == nullptr ? nullptr : found->as<ValueTable>();
    if (solver.kind != used || (table != nullptr && table->entries.empty())) scene.erase(solver.name);
  }
}

}  // namespace

std::string motion_text_of(Value values, SolverKind solver) {
  auto& scene = *values.as<ValueTable>();
  erase_changeable_keys(scene);
  erase_unused_tables(scene, solver);
  scene.erase("solver");
  return full_text(with_first_names(std::move(values)));
}

}  // namespace lacuna
