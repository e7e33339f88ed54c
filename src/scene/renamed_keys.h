// Keys of scene files that have moved. The old names keep working: they are renamed in every file and in
// every --set before these are merged, so that a scene may override by the new name what the scene it extends
// gives by the old one.
#pragma once

#include "scene/value.h"

#include <map>
#include <string>
#include <string_view>

namespace lacuna {

struct RenamedKey {
  std::string_view old_table, old_key, table, key;
};

inline constexpr RenamedKey renamed_keys[] = {
    {"contact", "barrier", "ipc", "barrier"},
    {"contact", "weights", "ipc", "weights"},
    {"contact", "friction_passes", "ipc", "friction_passes"},
    {"newton", "rule", "ipc", "rule"},
    {"newton", "tolerance", "ipc", "tolerance"},
    {"newton", "max_iterations", "ipc", "max_iterations"},
    {"linear", "solver", "ipc", "linear_solver"},
};

/// A sentence for the user by old name, "newton.rule"; of several uses of a name only the first is kept.
using RenameNotes = std::map<std::string, std::string>;

/// Gives the values of one file their present names. Throws InputError with both places if a value is there
/// under both names. True if anything was renamed.
bool rename_keys(Value& values, RenameNotes& notes);

/// The same values under the names that these keys had first. What identifies a run is written with those, so
/// that a run can be resumed after its scene has changed to the new names.
Value with_first_names(Value values);

/// "`contact.barrier`, ... are the old names of ...": for docs/scene.md.
std::string describe_renamed_keys();

}  // namespace lacuna
