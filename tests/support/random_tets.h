// Tets in rest and in chosen states of stretch, and their Hessians as one matrix.
#pragma once

#include "energy/tet_element.h"
#include "support/random.h"

namespace lacuna::test {

inline TetPositions moved(const TetPositions& x, const Mat3& A, const Vec3& offset = Vec3::Zero()) {
  TetPositions y;
  for (size_t i = 0; i < 4; ++i) y[i] = A * x[i] + offset;
  return y;
}

/// Edges of about 1 at any angle, but with a volume of at least 0.05: an inverse of edges of at most
/// about 30.
inline TetPositions random_tet(Random& random) {
  for (;;) {
    const TetPositions x = {random.in_box(), random.in_box(), random.in_box(), random.in_box()};
    if (tet_edges(x).determinant() > 0.3) return x;
  }
}

/// A tet with the given principal stretches in random directions, turned and shifted.
inline TetPositions stretched(Random& random, const TetPositions& rest, const Vec3& sigma) {
  return moved(rest, random.rotation() * sigma.asDiagonal() * random.rotation().transpose(), random.in_box());
}

inline Vec12 stacked(const TetPositions& x) {
  Vec12 y;
  for (size_t i = 0; i < 4; ++i) y.segment<3>(3 * static_cast<int>(i)) = x[i];
  return y;
}
inline TetPositions unstacked(const Vec12& y) {
  return {Vec3(y.segment<3>(0)), Vec3(y.segment<3>(3)), Vec3(y.segment<3>(6)), Vec3(y.segment<3>(9))};
}

inline Mat12 assembled(const TetHessian& blocks) {
  Mat12 H;
  size_t k = 0;
  for (int a = 0; a < 4; ++a)
    for (int b = a; b < 4; ++b, ++k) {
      H.block<3, 3>(3 * a, 3 * b) = blocks[k];
      H.block<3, 3>(3 * b, 3 * a) = blocks[k].transpose();
    }
  return H;
}

}  // namespace lacuna::test
