// A good elimination order for the nodes of a sparse symmetric matrix: METIS on the graph of its blocks.
#pragma once

#include "math/block_matrix.h"

namespace lacuna {

/// order[k] is the k-th node to eliminate. Deterministic; must not be called from two threads at once, nor
/// while another thread uses rand(), which METIS seeds and draws from. Throws std::bad_alloc.
std::vector<Index> nested_dissection(const BlockMatrix& matrix);

}  // namespace lacuna
