// Basic types used everywhere: indices, small vectors and matrices, simplices.
#pragma once

#include <Eigen/Geometry>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lacuna {

using Index = std::int32_t;

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Vec4 = Eigen::Vector4d;
using Vec12 = Eigen::Matrix<double, 12, 1>;
using Mat2 = Eigen::Matrix2d;
using Mat3 = Eigen::Matrix3d;
using Mat3x2 = Eigen::Matrix<double, 3, 2>;
using Mat12 = Eigen::Matrix<double, 12, 12>;

using Edge = std::array<Index, 2>;
using Triangle = std::array<Index, 3>;
using Tet = std::array<Index, 4>;

/// One position (or displacement) per vertex, metres.
using Positions = std::span<const Vec3>;

/// An index as the subscript of a container.
constexpr std::size_t at(Index i) { return static_cast<std::size_t>(i); }

template <class T>
constexpr T square(T x) {
  return x * x;
}

template <class Container>
Index count_of(const Container& items) {
  return static_cast<Index>(items.size());
}

}  // namespace lacuna
