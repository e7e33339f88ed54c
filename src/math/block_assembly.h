// Assembles the Hessians of stencils into the matrix of Newton's method.
//
// Fixed stencils (elements) are given once; passing ones (contacts, friction) are given again in every
// iteration. The pattern contains the fixed stencils and all passing ones since begin_step(): within a time
// step it only grows, so that few iterations pay for a new one, and earlier steps do not affect the result.
// Values are gathered: every block knows its terms and adds them in the order fixed stencils, passing
// stencils, mass, each in list order, for any number of threads.
#pragma once

#include "base/ordered_collect.h"
#include "math/block_matrix.h"

namespace lacuna {

/// One to four distinct nodes that share a Hessian. Its upper blocks are passed row by row: (0,0) (0,1) ..
/// (0,k-1) (1,1) .. (k-1,k-1), each d2E / dx_i dx_j.
struct Stencil {
  std::array<Index, 4> nodes{-1, -1, -1, -1};
  Index node_count = 0;

  Index block_count() const { return node_count * (node_count + 1) / 2; }
};

Stencil stencil_of(const Tet& tet);
std::vector<Stencil> stencils_of(std::span<const Tet> tets);

/// The first block of each stencil when they are packed one after another: out[s]; out.back() is the total.
void pack_blocks(std::span<const Stencil> stencils, std::vector<Index>& out);

/// Blocks from `begin` to `end` of a packed list.
struct BlockRange {
  Index begin = 0, end = 0;

  bool contains(Index block) const { return begin <= block && block < end; }
};

/// The terms of the matrix.
struct BlockSources {
  std::span<const Mat3> fixed;             ///< in the order of pack_blocks(), or sum_fixed() of them
  std::span<const Mat3> passing;           ///< of stencil s from first_block[s] on
  std::span<const double> mass;            ///< times identity, per node; may be empty
  std::span<const std::uint8_t> is_known;  ///< per node, may be empty; rows and columns become identity
  bool is_fixed_summed = false;            ///< `fixed` holds sums
};

class BlockAssembly {
 public:
  BlockAssembly(Index node_count, std::span<const Stencil> fixed);

  /// Forgets the pairs of passing stencils.
  void begin_step() { is_grown_ = false; }

  /// Takes the stencils of this iteration; both lists are needed only during the call.
  void set_passing(std::span<const Stencil> stencils, std::span<const Index> first_block);

  /// Valid until the next call of a member that is not const.
  const BlockMatrix& assemble(const BlockSources& sources);

  const BlockMatrix& matrix() const { return matrix_; }

  /// For the same sources as assemble(): moves the motion of known nodes to the right-hand side b. In rows of
  /// unknowns b_u -= H_uk motion_k, in rows of known nodes b_k = motion_k, so that the system in which the
  /// latter are identity has the solution of the whole one. Passing stencils that leave known nodes out lift
  /// their own part (sim/stencil_assembly.h).
  void lift(const BlockSources& sources, std::span<const Vec3> motion, std::span<Vec3> right_hand_side) const;

  /// The blocks of the fixed stencils alone, without passing stencils and with known nodes like all others:
  /// call sum_fixed() once per list of blocks, then fixed_block() for any two nodes; it is zero if no fixed
  /// stencil has both.
  void sum_fixed(std::span<const Mat3> fixed, std::vector<Mat3>& sums, const BlockRange& left_out = {}) const;
  /// Adds blocks that were left out.
  void add_fixed(std::span<const Mat3> fixed, const BlockRange& range, std::span<Mat3> sums) const;
  Mat3 fixed_block(std::span<const Mat3> sums, Index row, Index column) const;

 private:
  /// A block of a stencil: 2 * index + (1 if it is to be transposed).
  using Term = std::uint32_t;
  struct Pattern {
    std::vector<Index> row_begin, columns;
  };
  struct Gather {
    std::vector<Index> begin;  ///< per block of a pattern
    std::vector<Term> terms;

    void add(Index block, std::span<const Mat3> blocks, Mat3& sum) const;
    /// Only terms for which is_wanted(index in `blocks`).
    template <class IsWanted>
    void add_if(Index block, std::span<const Mat3> blocks, Mat3& sum, const IsWanted& is_wanted) const;
  };

  void reset_pattern();
  /// Adds the pairs of these stencils.
  void grow_pattern(std::span<const Stencil> stencils);
  /// Columns of the blocks of these stencils off the diagonal, by row, with repetitions, in any order.
  void collect_columns(std::span<const Stencil> stencils);
  /// Of the collected columns of a row, those that the pattern lacks, once each, ascending; how many.
  Index keep_new_columns(Index row);
  std::span<const Index> columns_of(Index row) const;
  /// Blocks of all terms, in the order of the list; -1 where the pattern lacks them. True if it lacks none.
  bool find_blocks(std::span<const Stencil> stencils, std::span<const Index> first_block);
  void gather_terms(Index block_count, Gather& gather);
  void match_fixed_blocks();
  Mat3 gathered(const BlockSources& sources, Index block) const;

  Pattern fixed_pattern_;
  Gather fixed_gather_;                   ///< per block of fixed_pattern_
  Gather passing_gather_;                 ///< per block of the matrix
  std::vector<Index> fixed_block_;        ///< per block of the matrix: that of fixed_pattern_, or -1
  std::vector<std::uint8_t> is_passing_;  ///< per node: coupled to others by a passing stencil
  bool is_grown_ = false;                 ///< the pattern holds all stencils since begin_step()
  BlockMatrix matrix_;

  // Scratch.
  std::vector<Index> term_begin_, term_block_;
  std::vector<Term> terms_;
  Pattern next_;
  std::vector<Index> added_begin_, added_, added_count_;
};

}  // namespace lacuna
