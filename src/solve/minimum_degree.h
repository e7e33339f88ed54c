// A good order to eliminate the nodes of a small sparse symmetric matrix in, found quickly: Eigen's
// approximate minimum degree (Amestoy, Davis and Duff, 1996) on the graph of its blocks.
#pragma once

#include "math/block_matrix.h"

namespace lacuna {

/// order[k] is the node to eliminate as number k. The same for the same pattern.
std::vector<Index> minimum_degree(const BlockMatrix& matrix);

}  // namespace lacuna
