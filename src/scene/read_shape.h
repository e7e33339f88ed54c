// The `mesh` table of an object: a shape, a file, or vertices and elements written out.
#pragma once

#include "scene/fields.h"
#include "scene/objects.h"

namespace lacuna {

/// Fills `mesh` and `mesh_use`.
void read_mesh_source(const Value& value, SceneObject& object, ReadContext& context);

/// The word users type for a source: "sphere", "file", "explicit".
std::string shape_name(const MeshSource& source);

/// The same mesh with its resolution multiplied: counts of edges and cells are rounded and stay at least 1,
/// edge lengths are divided. Files, written-out meshes and numbers of particles are left alone.
MeshSource with_detail(MeshSource source, double detail);

std::vector<KeyTable> shape_key_tables();

}  // namespace lacuna
