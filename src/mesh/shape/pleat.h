// A sheet folded into layers like a fan: dense self-contact with a known answer, for benchmarks, tests and
// the tour.
#pragma once

#include "mesh/mesh.h"

namespace lacuna {

struct PleatShape {
  Index rows = 200;              ///< vertices along the folds (z)
  Index columns_per_layer = 20;  ///< vertices across a layer (x)
  Index layers = 10;
  double cell = 5e-3;            ///< m, edge of a grid cell
  double layer_distance = 1e-3;  ///< m; a fold is one vertical cell of this height
  double noise_in_plane = 0;     ///< m, uniform in +- this
  double noise_in_height = 0;    ///< m
  std::uint64_t seed = 1;
};

/// It does not intersect itself without noise, nor with noise far below the cell and the layer distance.
Mesh pleated_sheet(const PleatShape& shape);

}  // namespace lacuna
