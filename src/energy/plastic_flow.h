// Plastic flow of one element in one step: the part of its strain beyond a threshold that becomes permanent.
// The rest shape moves towards the current one, as far as the elastic strain moves towards the threshold.
// docs/plasticity.md
#pragma once

#include "base/types.h"

#include <cmath>

namespace lacuna {

struct PlasticFlow {
  double threshold = 0;  ///< strain, or radians of bending
  double part = 0;       ///< in [0, 1]: of the strain beyond the threshold
};

/// A strain after the flow: nearer to the threshold, or unchanged within it.
inline double flowed(double strain, const PlasticFlow& flow) {
  if (!(std::abs(strain) > flow.threshold)) return strain;
  return strain + flow.part * (std::copysign(flow.threshold, strain) - strain);
}

/// Shorter than this fraction of their rest length, fibres do not flow: the rest shape would vanish too. Nor
/// do those of inverted tets.
inline constexpr double least_flowing_stretch = 0.1;

/// The inverse rest edges B after the flow, for F = D B with the current edges D: each stretch s becomes 1 +
/// flowed(s - 1).
Mat2 flowed_rest(const Mat3x2& F, const Mat2& inverse_edges, const PlasticFlow& flow);
Mat3 flowed_rest(const Mat3& F, const Mat3& inverse_edges, const PlasticFlow& flow);

}  // namespace lacuna
