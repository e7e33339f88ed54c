// A good elimination order for the nodes of a small sparse symmetric matrix, found quickly: Eigen's
// approximate minimum degree (Amestoy, Davis and Duff, 1996) on the graph of its blocks.
#pragma once

#include "math/block_matrix.h"

namespace lacuna {

/// order[k] is the k-th node to eliminate. Deterministic.
std::vector<Index> minimum_degree(const BlockMatrix& matrix);

}  // namespace lacuna
