// The product that accounts for nearly all the work of a factorisation: C -= A B^T for one or two slivers A
// and some rows B of a front. It is also compiled for AVX-512 and chosen when the program starts; both
// versions use the same chain of fused operations for every number and are bit-identical.
#pragma once

#include "solve/front_tree.h"

#include <cstddef>

namespace lacuna {

struct FrontProduct {
  const double* a;  ///< first sliver
  const double* b;  ///< sliver with the rows of node 0
  double* c;        ///< tile of node 0 in the first sliver: twelve rows by three columns, others follow
  std::ptrdiff_t a_next, b_next, c_next;  ///< from a sliver to the next
  Index slivers;                          ///< of A and C: 1 or 2
  Index nodes;                            ///< rows of B and columns of C, in nodes
  Index count;                            ///< columns of A and B, in scalars
};

/// Whether C is read, or assumed to be zero.
enum class ProductStart : std::uint8_t { from_c, from_zero };

void subtract_product(const FrontProduct& product, ProductStart start);

}  // namespace lacuna
