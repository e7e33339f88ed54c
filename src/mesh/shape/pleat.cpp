#include "mesh/shape/pleat.h"

#include "base/random.h"
#include "mesh/shape/check_parameters.h"

#include <algorithm>

namespace lacuna {

Mesh pleated_sheet(const PleatShape& shape) {
  using namespace shape_check;
  require_count("pleat.rows", shape.rows, 2);
  require_count("pleat.columns_per_layer", shape.columns_per_layer, 2);
  require_count("pleat.layers", shape.layers, 1);
  require_positive("pleat.cell", shape.cell);
  require_positive("pleat.layer_distance", shape.layer_distance);
  require_finite("pleat.noise_in_plane", shape.noise_in_plane);
  require_finite("pleat.noise_in_height", shape.noise_in_height);
  require_indexable("pleat", 6.0 * shape.rows * shape.columns_per_layer * shape.layers);
  Random random(shape.seed);
  Mesh mesh;
  const Index columns = shape.columns_per_layer * shape.layers + 1;  // the last one closes the last cell
  for (Index row = 0; row < shape.rows; ++row)
    for (Index column = 0; column < columns; ++column) {
      const Index layer = std::min(column / shape.columns_per_layer, shape.layers - 1);
      const Index along = column - layer * shape.columns_per_layer;
      const Index place = layer % 2 == 0 ? along : shape.columns_per_layer - 1 - along;
      const Vec3 noise(random.uniform(-shape.noise_in_plane, shape.noise_in_plane),
                       random.uniform(-shape.noise_in_height, shape.noise_in_height),
                       random.uniform(-shape.noise_in_plane, shape.noise_in_plane));
      mesh.vertices.emplace_back(Vec3(place * shape.cell, layer * shape.layer_distance, row * shape.cell) +
                                 noise);
    }
  for (Index row = 0; row + 1 < shape.rows; ++row)
    for (Index column = 0; column + 1 < columns; ++column) {
      const Index a = row * columns + column, b = a + 1, c = a + columns, d = c + 1;
      mesh.triangles.push_back({a, c, b});
      mesh.triangles.push_back({b, c, d});
    }
  return mesh;
}

}  // namespace lacuna
