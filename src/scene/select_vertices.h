// Which vertices a scene means.
#pragma once

#include "base/types.h"
#include "scene/motions.h"

#include <vector>

namespace lacuna {

/// Who asks, for the message when nothing is there.
struct SelectionTopic {
  std::string object;  ///< name
  Place place;         ///< of the group
};

/// Ascending, without repetition, never empty: a selector that finds nothing, or an index that is none, is an
/// InputError that says where the object is. `start` are start positions.
std::vector<Index> select_vertices(const Selector& selector, Positions start, const SelectionTopic& topic);

}  // namespace lacuna
