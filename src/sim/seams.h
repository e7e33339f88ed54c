// How far a seam closes. What is sewn keeps its contact, so a stitch is slack from the distance on at which
// contact begins: closer, the barrier would work against a spring that is a hundred times as stiff.
#pragma once

#include "sim/model.h"

namespace lacuna {

/// m, between two vertices that are sewn together; 0 where they may pass through each other.
double closed_seam(const Model& model, Index vertex_a, Index vertex_b);

/// Says of every two objects that are sewn how far apart they stay, and what keeps them farther.
void note_seams(Model& model);

/// Pairs of vertices that stitches hold, in rising order, sorted, each once.
std::vector<std::array<Index, 2>> sewn_vertices(const Model& model);

}  // namespace lacuna
