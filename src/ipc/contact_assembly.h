// Gradients and Hessians of contacts and their friction, ready for the matrix, as passing stencils.
#pragma once

#include "energy/contact_barrier.h"
#include "ipc/lagged_friction.h"
#include "math/block_assembly.h"

namespace lacuna::ipc {

class ContactAssembly {
 public:
  /// Evaluates at x. Hessians cover only the nodes that are unknowns: otherwise an obstacle would couple
  /// everything that touches it.
  void evaluate(std::span<const ContactStencil> contacts, std::span<const Vec3> plane_normals,
                const ContactLaw& law, const LaggedFriction& friction, Positions x,
                const std::vector<std::uint8_t>& is_projected);

  void add_gradient(std::span<Vec3> gradient) const;
  /// Sum over all stencils of the length of their gradient: times the rounding of positions it bounds the
  /// rounding of their energy.
  double gradient_sum() const;

  // Contacts, then friction.
  const std::vector<Stencil>& stencils() const { return stencils_; }
  const std::vector<Index>& begins() const { return begins_; }  ///< of the blocks of each stencil
  const std::vector<Mat3>& blocks() const { return blocks_; }

 private:
  void keep_unknowns(size_t i, const std::array<Index, 4>& nodes, int node_count,
                     const std::vector<std::uint8_t>& is_projected);
  /// Writes block(r, c), indexed in the whole stencil, for the kept nodes.
  template <class Block>
  void write_kept(size_t i, Block&& block);

  std::vector<Stencil> stencils_;
  std::vector<std::array<std::uint8_t, 4>> places_;  // indices in the whole stencil of the kept nodes
  std::vector<Index> begins_;
  std::vector<Mat3> blocks_;
  std::vector<Vec12> gradients_;
};

}  // namespace lacuna::ipc
