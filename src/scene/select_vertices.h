// Selects vertices as a scene describes them.
#pragma once

#include "base/types.h"
#include "scene/motions.h"

#include <vector>

namespace lacuna {

/// The requesting group, for the message when nothing is found.
struct SelectionTopic {
  std::string object;  ///< name
  Place place;         ///< of the group
};

/// Ascending, without repetition, never empty: a selector that finds nothing, or an invalid index, is an
/// InputError that gives the extent of the object. `start` are initial positions.
std::vector<Index> select_vertices(const Selector& selector, Positions start, const SelectionTopic& topic);

}  // namespace lacuna
