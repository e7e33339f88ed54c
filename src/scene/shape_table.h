// The list of shapes a scene can name. To add one: its struct in mesh/shape/parameters.h, its alternative in
// MeshSource, its entry here, its generator in place_mesh.cpp.
#pragma once

#include "scene/fields.h"
#include "scene/mesh_source.h"

namespace lacuna {

struct ShapeEntry {
  std::string name;
  std::string text;
  size_t alternative;  ///< index in MeshSource
  std::vector<KeyInfo> keys;
  std::function<MeshSource(const Value&, const TableTopic&, ReadContext&)> read;
};

const std::vector<ShapeEntry>& shape_table();

}  // namespace lacuna
