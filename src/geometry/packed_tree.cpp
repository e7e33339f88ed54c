#include "geometry/packed_tree.h"

#include <algorithm>
#include <numeric>

namespace lacuna {

namespace {

constexpr int bits_per_axis = 16;

/// Distance along the Hilbert curve through a cube of 2^16 cells per axis (Skilling 2004, "Programming the
/// Hilbert curve": undo the rotations from the top bit down, then Gray-code, then interleave).
std::uint64_t hilbert_key(std::array<std::uint32_t, 3> x) {
  constexpr std::uint32_t top = 1U << (bits_per_axis - 1);
  for (std::uint32_t bit = top; bit > 1; bit >>= 1) {
    const std::uint32_t low = bit - 1;
    for (auto& coordinate : x) {
      const std::uint32_t flip = (coordinate & bit) ? low : 0;
      const std::uint32_t swap = flip ? 0 : (x[0] ^ coordinate) & low;
      x[0] ^= flip ^ swap;
      coordinate ^= swap;
    }
  }
  x[1] ^= x[0];
  x[2] ^= x[1];
  std::uint32_t gray = 0;
  for (std::uint32_t bit = top; bit > 1; bit >>= 1)
    if (x[2] & bit) gray ^= bit - 1;
  const auto spread = [](std::uint64_t v) {  // two zero bits between neighbouring bits
    v = (v | v << 16) & 0x0000FF0000FFULL;
    v = (v | v << 8) & 0x00F00F00F00FULL;
    v = (v | v << 4) & 0x0C30C30C30C3ULL;
    return (v | v << 2) & 0x249249249249ULL;
  };
  return spread(x[0] ^ gray) << 2 | spread(x[1] ^ gray) << 1 | spread(x[2] ^ gray);
}

}  // namespace

void PackedTree::sort_along_curve() {
  const Index count = count_of(centers_);
  const auto n = static_cast<size_t>(count);
  Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity()), upper = -lower;
  for (const Vec3& c : centers_) {
    lower = lower.cwiseMin(c);
    upper = upper.cwiseMax(c);
  }
  // One scale for all axes: cells are cubes, so neighbours along the curve are neighbours in space.
  const double extent = count ? (upper - lower).maxCoeff() : 0;
  const double scale = extent > 0 ? ((1 << bits_per_axis) - 1) / extent : 0;

  keys_.resize(n);
  parallel_for(count, [&](Index i) {
    const Vec3 cell = scale * (centers_[static_cast<size_t>(i)] - lower);
    keys_[static_cast<size_t>(i)] =
        hilbert_key({static_cast<std::uint32_t>(cell[0]), static_cast<std::uint32_t>(cell[1]),
                     static_cast<std::uint32_t>(cell[2])});
  });

  // Radix sort, least significant digit first: stable, so equal keys keep the order of the mesh.
  constexpr int digit_bits = 12;
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), 0);
  keys_scratch_.resize(n);
  order_scratch_.resize(n);
  std::array<Index, 1 << digit_bits> start;
  for (int shift = 0; shift < 3 * bits_per_axis; shift += digit_bits) {
    const auto digit = [&](std::uint64_t key) { return (key >> shift) & ((1U << digit_bits) - 1); };
    start.fill(0);
    for (std::uint64_t key : keys_) ++start[digit(key)];
    std::exclusive_scan(start.begin(), start.end(), start.begin(), 0);
    for (size_t i = 0; i < n; ++i) {
      const auto slot = static_cast<size_t>(start[digit(keys_[i])]++);
      keys_scratch_[slot] = keys_[i];
      order_scratch_[slot] = order_[i];
    }
    keys_.swap(keys_scratch_);
    order_.swap(order_scratch_);
  }

  order_.resize((n + width - 1) / width * width, -1);
  size_t boxes = order_.size() / width;
  size_t level = 0;
  do {
    if (levels_.size() <= level) levels_.emplace_back();
    levels_[level++].resize(boxes);
    boxes = (boxes + width - 1) / width;
  } while (levels_[level - 1].size() > 1 || level < 2);
  levels_.resize(level);
}

void PackedTree::refit_nodes() {
  for (size_t level = 1; level < levels_.size(); ++level) {
    const auto& below = levels_[level - 1];
    auto& nodes = levels_[level];
    for_each_chunk(count_of(nodes), 64, [&](Index, Index begin, Index end) {
      for (Index node = begin; node < end; ++node)
        for (int lane = 0; lane < width; ++lane) {
          const auto child = static_cast<size_t>(node) * width + lane;
          nodes[static_cast<size_t>(node)].set(lane, child < below.size() ? below[child].united() : Box4::empty());
        }
    });
  }
}

}  // namespace lacuna
