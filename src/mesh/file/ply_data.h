// A PLY file as it is, unchecked and unrepaired, with all extra vertex properties and the properties of
// non-geometric elements. For files whose exact content matters, such as the frames of a run.
#pragma once

#include "mesh/file/raw_mesh.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna {

/// By name, one value per element each.
using PlyProperties = std::map<std::string, std::vector<double>>;

struct PlyData {
  RawMesh mesh;                     ///< unchecked: indices may be out of range, coordinates not finite
  PlyProperties vertex_properties;  ///< without x, y, z
  std::map<std::string, PlyProperties> other_elements;  ///< by name, all but vertex, face and edge
  std::vector<std::string> comments;                    ///< of the header, without the keyword
};

/// Throws InputError if the bytes are not a complete PLY file.
PlyData read_ply_data(std::string_view bytes, const std::string& name);

}  // namespace lacuna
