// The interface of an element kind: a struct of static functions of its nodes and of constants computed once
// from its rest shape and material.
//
//   node_count                    n
//   Data                          the constants
//   energy(x, data)               J; infinite where the shape is not admissible
//   gradient(x, data)             N; the energy must be finite there
//   derivatives<projection>(x, data)
//   stiffness(data)               J: the energy has errors of about 2^-53 times this times the strain
//   node_stiffness(data)          N/m: sum over nodes of a typical diagonal entry of the Hessian at rest
//
// and, where they make sense,
//
//   step_bound(x, p, data)        largest t <= 1 such that x + t p stays well within the admissible shapes
//   is_admissible(x, data)        whether x is admissible
//   strain(x, data)               the largest |stretch - 1|
//   stretch(x, data)              the largest stretch, for shells and rods
//   limit_margin(x, data)         the remaining fraction of the way to a strain limit
//   is_limit                      energy of a limit alone, whose stiffness may be raised
//   yielded(x, data, flow)        the data after plastic flow at x (energy/plastic_flow.h), and
//   rest_numbers(data)            the numbers in the data that it changes, as a span
//
// Elements are pure: they know no indices, loops live elsewhere.
#pragma once

#include "energy/plastic_flow.h"
#include "math/psd.h"

#include <concepts>
#include <span>

namespace lacuna {

template <int n>
using ElementPositions = std::array<Vec3, static_cast<size_t>(n)>;

template <int n>
using ElementGradient = Eigen::Matrix<double, 3 * n, 1>;

template <int n>
struct ElementDerivatives {
  ElementGradient<n> gradient;                                   ///< N
  std::array<Mat3, static_cast<size_t>(n*(n + 1) / 2)> hessian;  ///< N/m, upper blocks row by row
};

/// Index of the block of nodes a <= b.
template <int n>
constexpr size_t block_index(int a, int b) {
  const int index = a * n - a * (a - 1) / 2 + (b - a);
  return static_cast<size_t>(index);
}

template <class Kind>
concept Element = requires(const ElementPositions<Kind::node_count>& x, const typename Kind::Data& data) {
  { Kind::energy(x, data) } -> std::same_as<double>;
  { Kind::gradient(x, data) } -> std::same_as<ElementGradient<Kind::node_count>>;
  { Kind::derivatives(x, data) } -> std::same_as<ElementDerivatives<Kind::node_count>>;
  { Kind::stiffness(data) } -> std::same_as<double>;
  { Kind::node_stiffness(data) } -> std::same_as<double>;
};

template <class Kind>
concept HasStepBound = requires(const ElementPositions<Kind::node_count>& x,
                                const typename Kind::Data& data) {
  Kind::step_bound(x, x, data);
};
template <class Kind>
concept HasAdmissibility = requires(const ElementPositions<Kind::node_count>& x,
                                    const typename Kind::Data& data) {
  Kind::is_admissible(x, data);
};
template <class Kind>
concept HasStrain = requires(const ElementPositions<Kind::node_count>& x, const typename Kind::Data& data) {
  Kind::strain(x, data);
};

template <class Kind>
concept HasStretch = requires(const ElementPositions<Kind::node_count>& x, const typename Kind::Data& data) {
  Kind::stretch(x, data);
};
template <class Kind>
concept HasLimit = requires(const ElementPositions<Kind::node_count>& x, const typename Kind::Data& data) {
  Kind::limit_margin(x, data);
};
template <class Kind>
concept IsLimit = requires {
  requires Kind::is_limit;
};

template <class Kind>
concept CanYield = requires(const ElementPositions<Kind::node_count>& x, typename Kind::Data& data) {
  Kind::rest_numbers(data);
  { Kind::yielded(x, data, PlasticFlow{}) } -> std::same_as<typename Kind::Data>;
};

/// Blocks on the diagonal are symmetric to the last bit.
inline void copy_upper_to_lower(Mat3& A) {
  A(1, 0) = A(0, 1);
  A(2, 0) = A(0, 2);
  A(2, 1) = A(1, 2);
}

/// Translating all nodes changes nothing, so the entries of node 0 follow from those of the other nodes.
template <int n>
void complete_first_node(ElementGradient<n>& gradient) {
  Vec3 sum = Vec3::Zero();
  for (int a = 1; a < n; ++a) sum += gradient.template segment<3>(3 * a);
  gradient.template head<3>() = -sum;
}

template <int n>
void complete_first_node(ElementDerivatives<n>& d) {
  complete_first_node<n>(d.gradient);
  const auto at = [&](int a, int b) -> Mat3& { return d.hessian[block_index<n>(a, b)]; };
  Mat3 first = Mat3::Zero();
  for (int b = 1; b < n; ++b) {
    Mat3 sum = Mat3::Zero();
    for (int a = 1; a < n; ++a) {
      if (a <= b)
        sum += at(a, b);
      else
        sum += at(b, a).transpose();
    }
    at(0, b) = -sum;
    first += sum;
  }
  at(0, 0) = first;
  for (int a = 0; a < n; ++a) copy_upper_to_lower(at(a, a));
}

}  // namespace lacuna
