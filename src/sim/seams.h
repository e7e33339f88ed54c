// The width of a closed seam. Sewn parts still repel each other, so a stitch is slack below the distance at
// which contact begins: closer, contact would work against a spring a hundred times as stiff.
#pragma once

#include "sim/model.h"

namespace lacuna {

/// m, between two sewn vertices; 0 where they may pass through each other.
double closed_seam(const Model& model, Index vertex_a, Index vertex_b);

/// Adds notes for every two sewn objects: how far apart they stay, and whether the seam is wide or cannot
/// close.
void note_seams(Model& model);

/// Pairs of sewn vertices, each in ascending order, sorted, without duplicates.
std::vector<std::array<Index, 2>> sewn_vertices(const Model& model);

}  // namespace lacuna
