#include "geometry/packed_tree.h"

#include <algorithm>
#include <numeric>

namespace lacuna {

namespace {

constexpr int bits_per_axis = 16;

/// A batch of cells, coordinate by coordinate: the inner loops below run over the batch, so they vectorise.
constexpr int batch_size = 64;
using Batch = std::array<std::array<std::uint32_t, batch_size>, 3>;

/// Replaces cells of a cube of 2^16 cells per axis by the transposed index along the Hilbert curve (Skilling
/// 2004, "Programming the Hilbert curve": undo the rotations from the top bit down, then Gray-code).
void hilbert_transpose(Batch& x) {
  for (int bit = bits_per_axis - 1; bit > 0; --bit) {
    const std::uint32_t low = (1U << bit) - 1;
    for (auto& axis : x)
      for (int i = 0; i < batch_size; ++i) {
        const std::uint32_t is_set = -(axis[i] >> bit & 1U);
        const std::uint32_t swap = (x[0][i] ^ axis[i]) & low & ~is_set;
        x[0][i] ^= (low & is_set) ^ swap;
        axis[i] ^= swap;
      }
  }
  for (int i = 0; i < batch_size; ++i) {
    x[1][i] ^= x[0][i];
    x[2][i] ^= x[1][i];
    std::uint32_t gray = x[2][i];  // xor of all higher bits, bit by bit
    for (int shift = 1; shift < bits_per_axis; shift <<= 1) gray ^= gray >> shift;
    gray >>= 1;
    for (auto& axis : x) axis[i] ^= gray;
  }
}

std::uint64_t interleave(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const auto spread = [](std::uint64_t v) {  // two zero bits between neighbouring bits
    v = (v | v << 16) & 0x0000FF0000FFULL;
    v = (v | v << 8) & 0x00F00F00F00FULL;
    v = (v | v << 4) & 0x0C30C30C30C3ULL;
    return (v | v << 2) & 0x249249249249ULL;
  };
  return spread(a) << 2 | spread(b) << 1 | spread(c);
}

}  // namespace

void PackedTree::sort_along_curve() {
  make_curve_keys();
  sort_by_keys();
  order_.resize((order_.size() + width - 1) / width * width, -1);
  size_levels();
}

void PackedTree::make_curve_keys() {
  Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity()), upper = -lower;
  for (const Vec3& c : centers_) {
    lower = lower.cwiseMin(c);
    upper = upper.cwiseMax(c);
  }
  // One scale for all axes: cells are cubes, so neighbours along the curve are neighbours in space.
  constexpr double last_cell = (1 << bits_per_axis) - 1;
  const double extent = centers_.empty() ? 0 : (upper - lower).maxCoeff();
  const double scale = extent > 0 ? last_cell / extent : 0;

  keys_.resize(centers_.size());
  for_each_chunk(count_of(centers_), batch_size, [&](Index, Index begin, Index end) {
    Batch cells{};
    for (Index i = begin; i < end; ++i)
      for (int k = 0; k < 3; ++k) {
        // Also handles non-finite values: the order along the curve only affects speed.
        const double cell = scale * (centers_[static_cast<size_t>(i)][k] - lower[k]);
        cells[static_cast<size_t>(k)][static_cast<size_t>(i - begin)] =
            static_cast<std::uint32_t>(cell > 0 ? std::min(cell, last_cell) : 0);
      }
    hilbert_transpose(cells);
    for (Index i = begin; i < end; ++i) {
      const auto j = static_cast<size_t>(i - begin);
      keys_[static_cast<size_t>(i)] = interleave(cells[0][j], cells[1][j], cells[2][j]);
    }
  });
}

/// Radix sort, least significant digit first: stable, so equal keys keep the order of the mesh.
void PackedTree::sort_by_keys() {
  constexpr int digit_bits = 12;
  const size_t n = keys_.size();
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
}

void PackedTree::size_levels() {
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
          nodes[static_cast<size_t>(node)].set(lane,
                                               child < below.size() ? below[child].united() : Box4::empty());
        }
    });
  }
}

}  // namespace lacuna
