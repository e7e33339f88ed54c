// Keys of scene files that have moved. The old names keep working: they are replaced in every file and in
// every --set before these are merged, so that a scene can use the new name to override a value that the
// scene it extends gives under the old name.
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

/// Gives the values of one file their present names. Throws InputError with both places if a value is given
/// under both names. True if anything was renamed.
bool rename_keys(Value& values, RenameNotes& notes);

/// The same values under the first names of their keys. The text that identifies a run uses these, so that a
/// run can be resumed after its scene has changed to the new names.
Value with_first_names(Value values);

/// "`contact.barrier`, ... are the old names of ...": for docs/scene.md.
std::string describe_renamed_keys();

}  // namespace lacuna
