// Strain limits with a stiffness of their own (sim/stiffness.h): the barrier of the solver on both singular
// values of each limited triangle. Limits of woven materials are part of their energy and not treated here.
#pragma once

#include "energy/strain_limit.h"
#include "sim/stiffness.h"

namespace lacuna {

class Limits {
 public:
  /// Stiffnesses are those at a distance of at least `least_margin` to the limit, as a part of the range in
  /// which it acts.
  Limits(const Model& model, BarrierShape shape, double least_margin = 0);

  bool is_empty() const { return triangles_.empty(); }

  /// Stiffnesses at x. The elastic term measures how much energy the elements store per relative stretch, at
  /// the start of the step.
  void update(Positions x, Positions x_start, const StiffnessTerms& terms);
  /// Adds to the gradient, and writes into the elements' blocks (Dynamics::element_blocks), where limits
  /// have their place.
  void add(Positions x, std::span<Vec3> gradient, std::span<Mat3> element_blocks);
  /// Where its blocks are among those of the elements.
  const BlockRange& blocks() const { return blocks_; }
  /// J times the scale of the stiffness.
  double energy(Positions x) const;

 private:
  double least_margin_;
  std::vector<Triangle> triangles_;
  std::vector<StrainLimit::Data> data_;  // the weight is that of the last update
  std::vector<double> mass_;             // kg
  std::vector<Index> first_block_;
  BlockRange blocks_;
  std::vector<ElementGradient<3>> gradients_;
};

}  // namespace lacuna
