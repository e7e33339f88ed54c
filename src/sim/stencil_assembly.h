// Gradients and Hessians of stencils that come and go, such as contacts and their friction, ready for the
// matrix. Knows no law: a law is a list of stencils, each with a gradient and upper Hessian blocks.
//
// Some nodes are known: a script moves them, so they are not unknowns of the system. Their blocks are left
// out, which keeps an obstacle from coupling everything that touches it. If they move in this iteration,
// their part of the Hessian goes to the right-hand side instead (lifting):  H_uu d_u = -g_u - H_uk d_k.
#pragma once

#include "base/parallel.h"
#include "math/block_assembly.h"

#include <concepts>

namespace lacuna {

/// What the assembly asks of a law: how many stencils, which nodes (at most four, all different), and
/// derivatives at the state it was made for: 3 numbers of the gradient per node, and the block d2E / dx_a
/// dx_b for places a <= b in the stencil. Called from several threads at once.
template <class Law>
concept StencilLaw = requires(const Law& law, size_t i) {
  { law.count() } -> std::convertible_to<size_t>;
  { law.nodes(i) } -> std::convertible_to<std::span<const Index>>;
  { law.derivatives(i).gradient } -> std::convertible_to<Vec12>;
  { law.derivatives(i).block(0, 1) } -> std::convertible_to<Mat3>;
};

/// Nodes that are not unknowns of the system.
struct KnownNodes {
  std::span<const std::uint8_t> is_known;  ///< per node
  std::span<const Vec3> motion = {};       ///< per node, read where it is known; empty: none moves
};

class StencilAssembly {
 public:
  /// Stencils of the first law come first.
  template <StencilLaw... Laws>
  void evaluate(const KnownNodes& known, const Laws&... laws);

  /// To the nodes that are unknowns.
  void add_gradient(std::span<Vec3> gradient) const;
  /// Subtracts H_uk d_k from the rows of unknowns, for the motion that evaluate() was given.
  void lift(std::span<Vec3> right_hand_side) const;
  /// Sum over all stencils of the length of their gradient: times the rounding of positions it bounds the
  /// rounding of their energy.
  double gradient_sum() const;

  // Of the nodes that are unknowns.
  const std::vector<Stencil>& stencils() const { return stencils_; }
  const std::vector<Index>& begins() const { return begins_; }  ///< of the blocks of each stencil
  const std::vector<Mat3>& blocks() const { return blocks_; }

 private:
  using Places = std::array<std::uint8_t, 4>;
  static constexpr Index chunk_size = 64;

  void resize(size_t count, const KnownNodes& known);
  void keep_unknowns(size_t i, std::span<const Index> nodes, const KnownNodes& known);
  void begin_blocks();
  /// Evaluates stencil i of the list of these laws into entry `at`.
  template <class Law, class... Rest>
  void evaluate_one(size_t at, size_t i, const KnownNodes& known, const Law& law, const Rest&... rest);
  template <class Derivatives>
  void store(size_t at, const Derivatives& element);
  template <class Derivatives>
  Vec12 lifted(size_t at, const Derivatives& element, std::span<const Index> nodes,
               const KnownNodes& known) const;
  /// Adds scale times its vectors at the places that are kept.
  void add_kept(const std::vector<Vec12>& vectors, double scale, std::span<Vec3> out) const;

  std::vector<Stencil> stencils_;
  std::vector<Places> places_;  // indices in the whole stencil of the kept nodes
  std::vector<Index> begins_;
  std::vector<Mat3> blocks_;
  std::vector<Vec12> gradients_;
  std::vector<Vec12> lifted_;  // H_uk d_k; empty if no known node moves
};

template <StencilLaw... Laws>
void StencilAssembly::evaluate(const KnownNodes& known, const Laws&... laws) {
  const size_t count = (laws.count() + ... + size_t{0});
  resize(count, known);
  size_t at = 0;
  [[maybe_unused]] const auto keep_all = [&](const auto& law) {
    for (size_t i = 0; i < law.count(); ++i) keep_unknowns(at++, law.nodes(i), known);
  };
  (keep_all(laws), ...);
  begin_blocks();
  if constexpr (sizeof...(laws) > 0)
    parallel_for(
        static_cast<Index>(count),
        [&](Index index) {
          const auto i = static_cast<size_t>(index);
          evaluate_one(i, i, known, laws...);
        },
        chunk_size);
}

template <class Law, class... Rest>
void StencilAssembly::evaluate_one(size_t at, size_t i, const KnownNodes& known, const Law& law,
                                   const Rest&... rest) {
  if (i >= law.count()) {
    if constexpr (sizeof...(rest) > 0) evaluate_one(at, i - law.count(), known, rest...);
    return;
  }
  const auto& element = law.derivatives(i);
  store(at, element);
  if (!lifted_.empty()) lifted_[at] = lifted(at, element, law.nodes(i), known);
}

template <class Derivatives>
void StencilAssembly::store(size_t at, const Derivatives& element) {
  gradients_[at] = element.gradient;
  const Places& places = places_[at];
  const auto kept = static_cast<size_t>(stencils_[at].node_count);
  auto out = static_cast<size_t>(begins_[at]);
  for (size_t r = 0; r < kept; ++r)
    for (size_t c = r; c < kept; ++c) blocks_[out++] = element.block(places[r], places[c]);
}

template <class Derivatives>
Vec12 StencilAssembly::lifted(size_t at, const Derivatives& element, std::span<const Index> nodes,
                              const KnownNodes& known) const {
  Vec12 sum = Vec12::Zero();
  for (int k = 0; k < static_cast<int>(nodes.size()); ++k) {
    const auto node = static_cast<size_t>(nodes[static_cast<size_t>(k)]);
    if (!known.is_known[node]) continue;
    for (Index u = 0; u < stencils_[at].node_count; ++u) {
      const int place = places_[at][static_cast<size_t>(u)];
      const Mat3 block =
          place < k ? Mat3(element.block(place, k)) : Mat3(element.block(k, place).transpose());
      sum.segment<3>(3 * place) += block * known.motion[node];
    }
  }
  return sum;
}

}  // namespace lacuna
