// A good order to eliminate the nodes of a sparse symmetric matrix in: METIS on the graph of its blocks.
#pragma once

#include "math/block_matrix.h"

namespace lacuna {

/// order[k] is the node to eliminate as number k. The same for the same pattern; not to be called from two
/// threads at a time, nor while another uses rand(), from which METIS draws after seeding it. Throws
/// std::bad_alloc.
std::vector<Index> nested_dissection(const BlockMatrix& matrix);

}  // namespace lacuna
