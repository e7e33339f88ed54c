#include "solve/coarse_space.h"

#include "base/parallel.h"
#include "solve/nested_dissection.h"

#include <Eigen/Eigenvalues>

#include <algorithm>

namespace lacuna {

namespace {

/// Nodes of an aggregate. Half as many need fewer iterations, but four times the coarse work, which then
/// dominates beyond 10^5 nodes; twice as many need a third more iterations (docs/linear.md).
constexpr Index aggregate_size = 24;
/// Aggregates that a thread takes at a time.
constexpr Index aggregate_chunk = 64;
/// A rotation whose inertia is below this part of the largest one moves no node but by rounding.
constexpr double least_inertia = 1e-6;
/// Distances from the centre below this part of the centre's coordinates may be rounding.
constexpr double rounding = 1e-12;

/// B with B w = w x d for all w.
Mat3 rotation_about(const Vec3& d) {
  Mat3 b;
  b << 0, d.z(), -d.y(), -d.z(), 0, d.x(), d.y(), -d.x(), 0;
  return b;
}

}  // namespace

CoarseSpace::RigidMotions CoarseSpace::rigid_motions(std::span<const Index> nodes, Positions x) {
  RigidMotions motions{Vec3::Zero(), Mat3::Zero()};
  const auto count = static_cast<double>(nodes.size());
  for (Index v : nodes) motions.centre += x[at(v)] / count;
  Mat3 inertia = Mat3::Zero();
  for (Index v : nodes) {
    const Vec3 d = x[at(v)] - motions.centre;
    inertia += d.squaredNorm() * Mat3::Identity() - d * d.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(inertia);
  const Vec3& moments = eigen.eigenvalues();
  const double least = std::max(least_inertia * moments[2], count * square(rounding * motions.centre.norm()));
  for (int k = 0; k < 3; ++k)
    if (moments[k] > least) motions.axes.col(k) = std::sqrt(count / moments[k]) * eigen.eigenvectors().col(k);
  return motions;
}

SolveOutcome CoarseSpace::build(const BlockMatrix& a, Positions x) {
  aggregates_.build(a, aggregate_size);
  const Index count = aggregates_.count();
  motions_.resize(at(count));
  arms_.resize(x.size());
  parallel_for(
      count,
      [&](Index k) {
        motions_[at(k)] = rigid_motions(aggregates_.nodes(k), x);
        for (Index v : aggregates_.nodes(k)) arms_[at(v)] = x[at(v)] - motions_[at(k)].centre;
      },
      aggregate_chunk);
  if (count == 0) return SolveOutcome::solved;
  list_neighbours(a);
  if (!matrix_.has_pattern(next_begin_, next_columns_)) {
    matrix_.swap_pattern(next_begin_, next_columns_);
    factorisation_.analyse(matrix_, nested_dissection(matrix_));
  }
  parallel_for(
      count, [&](Index k) { fill(a, k); }, aggregate_chunk);
  right_.resize(2 * motions_.size());
  left_.resize(2 * motions_.size());
  return factorisation_.factorise(matrix_);
}

/// The pattern of the coarse matrix.
void CoarseSpace::list_neighbours(const BlockMatrix& a) {
  const auto of_node = aggregates_.of_node();
  neighbour_begin_.assign(1, 0);
  neighbours_.clear();
  next_begin_.assign(1, 0);
  next_columns_.clear();
  for (Index k = 0; k < aggregates_.count(); ++k) {
    const auto first = std::ssize(neighbours_);
    const auto add = [&](Index other) {
      const bool is_repeated = std::ssize(neighbours_) > first && neighbours_.back() == other;
      if (other > k && !is_repeated) neighbours_.push_back(other);
    };
    for (Index v : aggregates_.nodes(k)) {
      for (Index b = a.below_begins()[at(v)]; b < a.below_begins()[at(v) + 1]; ++b)
        add(of_node[at(a.below_rows()[at(b)])]);
      for (Index b = a.row_begins()[at(v)] + 1; b < a.row_begins()[at(v) + 1]; ++b)
        add(of_node[at(a.columns()[at(b)])]);
    }
    std::sort(neighbours_.begin() + first, neighbours_.end());
    neighbours_.erase(std::unique(neighbours_.begin() + first, neighbours_.end()), neighbours_.end());
    neighbour_begin_.push_back(count_of(neighbours_));
    for (Index row = 2 * k; row < 2 * k + 2; ++row) {
      for (Index column = row; column < 2 * k + 2; ++column) next_columns_.push_back(column);
      for (auto other = neighbours_.begin() + first; other != neighbours_.end(); ++other)
        for (Index column = 2 * *other; column < 2 * *other + 2; ++column) next_columns_.push_back(column);
      next_begin_.push_back(count_of(next_columns_));
    }
  }
}

/// Rows 2 k and 2 k + 1 of the coarse matrix, from all blocks in the rows of the nodes of aggregate k.
void CoarseSpace::fill(const BlockMatrix& a, Index k) {
  const auto of_node = aggregates_.of_node();
  const auto neighbours =
      std::span(neighbours_)
          .subspan(at(neighbour_begin_[at(k)]), at(neighbour_begin_[at(k) + 1] - neighbour_begin_[at(k)]));
  const std::span<Mat3> moved = matrix_.values().subspan(at(matrix_.row_begins()[at(2 * k)]));
  const std::span<Mat3> rotated = matrix_.values().subspan(at(matrix_.row_begins()[at(2 * k + 1)]));
  std::fill_n(moved.begin(), 2 + 2 * neighbours.size(), Mat3::Zero());
  std::fill_n(rotated.begin(), 1 + 2 * neighbours.size(), Mat3::Zero());
  const auto add = [&](Index v, Index other, const Mat3& block) {
    const Index to = of_node[at(other)];
    if (to < k) return;
    const Mat3 turn = rotation_about(arms_[at(v)]).transpose();
    const Mat3 block_other = block * rotation_about(arms_[at(other)]);
    const size_t slot =
        to == k ? 0
                : 2 + 2 * static_cast<size_t>(std::lower_bound(neighbours.begin(), neighbours.end(), to) -
                                              neighbours.begin());
    moved[slot] += block;
    moved[slot + 1] += block_other;
    if (to != k) rotated[slot - 1] += turn * block;
    rotated[to == k ? 0 : slot] += turn * block_other;
  };
  for (Index v : aggregates_.nodes(k)) {
    for (Index b = a.below_begins()[at(v)]; b < a.below_begins()[at(v) + 1]; ++b)
      add(v, a.below_rows()[at(b)], a.values()[at(a.below_blocks()[at(b)])].transpose());
    for (Index b = a.row_begins()[at(v)]; b < a.row_begins()[at(v) + 1]; ++b)
      add(v, a.columns()[at(b)], a.values()[at(b)]);
  }
  // From rotations about the axes of the world to those about principal axes.
  const Mat3& axes = motions_[at(k)].axes;
  moved[1] *= axes;
  rotated[0] = (axes.transpose() * rotated[0] * axes).eval();
  for (size_t n = 0; n < neighbours.size(); ++n) {
    const Mat3& other = motions_[at(neighbours[n])].axes;
    moved[3 + 2 * n] *= other;
    rotated[1 + 2 * n] = (axes.transpose() * rotated[1 + 2 * n]).eval();
    rotated[2 + 2 * n] = (axes.transpose() * rotated[2 + 2 * n] * other).eval();
  }
  for (int c = 0; c < 3; ++c)
    if (axes.col(c).isZero(0)) rotated[0](c, c) = 1;
}

void CoarseSpace::add_correction(std::span<const Vec3> r, std::span<Vec3> z) {
  if (motions_.empty()) return;
  parallel_for(
      aggregates_.count(),
      [&](Index k) {
        Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
        for (Index v : aggregates_.nodes(k)) {
          force += r[at(v)];
          torque += arms_[at(v)].cross(r[at(v)]);
        }
        right_[at(2 * k)] = force;
        right_[at(2 * k + 1)].noalias() = motions_[at(k)].axes.transpose() * torque;
      },
      aggregate_chunk);
  factorisation_.solve(right_, left_);
  parallel_for(
      aggregates_.count(),
      [&](Index k) {
        const Vec3& shift = left_[at(2 * k)];
        const Vec3 turn = motions_[at(k)].axes * left_[at(2 * k + 1)];
        for (Index v : aggregates_.nodes(k)) z[at(v)] += shift + turn.cross(arms_[at(v)]);
      },
      aggregate_chunk);
}

}  // namespace lacuna
