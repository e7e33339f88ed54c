#include "solve/eliminated_matrix.h"

#include "base/parallel.h"

#include <algorithm>

namespace lacuna {

namespace {

constexpr Index chunk_size = 64;

size_t at(Index i) { return static_cast<size_t>(i); }

/// The nodes of a forest, children before their parent, by their numbers where there is a choice.
std::vector<Index> postorder(const std::vector<Index>& parent) {
  const Index n = count_of(parent);
  std::vector<Index> first_child(at(n), -1), next_sibling(at(n), -1), stack, order;
  Index first_root = -1;
  for (Index v = n - 1; v >= 0; --v) {
    Index& first = parent[at(v)] < 0 ? first_root : first_child[at(parent[at(v)])];
    next_sibling[at(v)] = first;
    first = v;
  }
  order.reserve(at(n));
  for (Index root = first_root; root >= 0; root = next_sibling[at(root)]) {
    stack.push_back(root);
    while (!stack.empty()) {
      const Index v = stack.back();
      if (const Index child = first_child[at(v)]; child >= 0) {
        first_child[at(v)] = next_sibling[at(child)];
        stack.push_back(child);
      } else {
        order.push_back(v);
        stack.pop_back();
      }
    }
  }
  return order;
}

}  // namespace

/// visit(neighbour, block, is_transposed): blocks right of the diagonal are stored, those left of it in the
/// neighbour's row.
template <class Visit>
void EliminatedMatrix::for_each_neighbour(const BlockMatrix& a, Index node, Visit&& visit) {
  for (Index b = a.row_begins()[at(node)] + 1; b < a.row_begins()[at(node) + 1]; ++b)
    visit(a.columns()[at(b)], b, true);
  for (Index b = a.below_begins()[at(node)]; b < a.below_begins()[at(node) + 1]; ++b)
    visit(a.below_rows()[at(b)], a.below_blocks()[at(b)], false);
}

void EliminatedMatrix::number_places() {
  place_.resize(order_.size());
  for (Index k = 0; k < count_of(order_); ++k) place_[at(order_[at(k)])] = k;
}

void EliminatedMatrix::sort_into_postorder(const BlockMatrix& a) {
  const Index n = count_of(order_);
  std::vector<Index> parent(at(n), -1), ancestor(at(n), -1);
  for (Index k = 0; k < n; ++k)
    for_each_neighbour(a, order_[at(k)], [&](Index neighbour, Index, bool) {
      for (Index i = place_[at(neighbour)]; i >= 0 && i < k;) {
        const Index above = ancestor[at(i)];
        ancestor[at(i)] = k;
        if (above < 0) parent[at(i)] = k;
        i = above;
      }
    });
  std::vector<Index> sorted = postorder(parent);
  for (Index& k : sorted) k = order_[at(k)];
  order_.swap(sorted);
  number_places();
}

void EliminatedMatrix::collect_entries(const BlockMatrix& a) {
  const Index n = a.row_count();
  begin_.assign(at(n) + 1, 0);
  parallel_for(
      n,
      [&](Index k) {
        for_each_neighbour(a, order_[at(k)],
                           [&](Index w, Index, bool) { begin_[at(k) + 1] += place_[at(w)] > k ? 1 : 0; });
      },
      chunk_size);
  for (Index k = 0; k < n; ++k) begin_[at(k) + 1] += begin_[at(k)];
  entries_.resize(at(begin_.back()));
  parallel_for(
      n,
      [&](Index k) {
        Index slot = begin_[at(k)];
        for_each_neighbour(a, order_[at(k)], [&](Index w, Index block, bool is_transposed) {
          if (place_[at(w)] > k) entries_[at(slot++)] = {place_[at(w)], block, is_transposed};
        });
        std::sort(entries_.begin() + begin_[at(k)], entries_.begin() + begin_[at(k) + 1],
                  [](const Entry& x, const Entry& y) { return x.place < y.place; });
      },
      chunk_size);
}

void EliminatedMatrix::set_pattern(const BlockMatrix& a, std::span<const Index> order) {
  const Index n = a.row_count();
  order_.assign(order.begin(), order.end());
  number_places();
  sort_into_postorder(a);
  collect_entries(a);
  scalars_.column_begin.resize(at(3 * n) + 1);
  scalars_.column_begin[0] = 0;
  for (Index k = 0; k < n; ++k)
    for (Index i = 0; i < 3; ++i)
      scalars_.column_begin[at(3 * k + i) + 1] =
          scalars_.column_begin[at(3 * k + i)] + 3 - i + 3 * (begin_[at(k) + 1] - begin_[at(k)]);
  scalars_.rows.resize(at(scalars_.column_begin.back()));
  scalars_.values.resize(scalars_.rows.size());
  parallel_for(
      n,
      [&](Index k) {
        for (Index i = 0; i < 3; ++i) {
          Index slot = scalars_.column_begin[at(3 * k + i)];
          for (Index j = i; j < 3; ++j) scalars_.rows[at(slot++)] = 3 * k + j;
          for (Index e = begin_[at(k)]; e < begin_[at(k) + 1]; ++e)
            for (Index j = 0; j < 3; ++j) scalars_.rows[at(slot++)] = 3 * entries_[at(e)].place + j;
        }
      },
      chunk_size);
}

void EliminatedMatrix::set_values(const BlockMatrix& a) {
  parallel_for(
      count_of(order_),
      [&](Index k) {
        const Mat3& diagonal = a.diagonal(order_[at(k)]);
        for (Index i = 0; i < 3; ++i) {
          Index slot = scalars_.column_begin[at(3 * k + i)];
          for (Index j = i; j < 3; ++j) scalars_.values[at(slot++)] = diagonal(i, j);
          for (Index e = begin_[at(k)]; e < begin_[at(k) + 1]; ++e) {
            const Mat3& block = a.values()[at(entries_[at(e)].block)];
            for (Index j = 0; j < 3; ++j)
              scalars_.values[at(slot++)] = entries_[at(e)].is_transposed ? block(i, j) : block(j, i);
          }
        }
      },
      chunk_size);
}

void EliminatedMatrix::permute(std::span<const Vec3> by_node, std::span<Vec3> by_place) const {
  parallel_for(count_of(order_), [&](Index k) { by_place[at(k)] = by_node[at(order_[at(k)])]; });
}

void EliminatedMatrix::restore(std::span<const Vec3> by_place, std::span<Vec3> by_node) const {
  parallel_for(count_of(order_), [&](Index k) { by_node[at(order_[at(k)])] = by_place[at(k)]; });
}

}  // namespace lacuna
