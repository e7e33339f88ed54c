#include "solve/front_kernels.h"

#include "solve/front_product.h"

#include <algorithm>
#include <cmath>

namespace lacuna {

namespace {

constexpr Index tile_size = 3 * sliver_rows;  ///< twelve rows by a node's three columns
constexpr Index block_columns = 3 * block_nodes;

// GCC's and Clang's vectors: one AVX register, or the machine's equivalent.
using Quad = double __attribute__((vector_size(32)));
using StoredQuad = double __attribute__((vector_size(32), aligned(8), may_alias));
using Column = Quad[3];

// One by one: arrays copied as a whole do not stay in registers.
[[gnu::always_inline]] inline void load(const double* from, Column& to) {
  for (int i = 0; i < 3; ++i) to[i] = *reinterpret_cast<const StoredQuad*>(from + 4 * i);
}
[[gnu::always_inline]] inline void store(const Column& from, double* to) {
  for (int i = 0; i < 3; ++i) *reinterpret_cast<StoredQuad*>(to + 4 * i) = from[i];
}
[[gnu::always_inline]] inline void load_tile(const double* from, Column (&to)[3]) {
  for (int j = 0; j < 3; ++j) load(from + sliver_rows * j, to[j]);
}
[[gnu::always_inline]] inline void store_tile(const Column (&from)[3], double* to) {
  for (int j = 0; j < 3; ++j) store(from[j], to + sliver_rows * j);
}

/// c -= A B^T for `count` columns of a sliver A and the three rows B of a node.
[[gnu::always_inline]] inline void subtract_products(const double* a, const double* b, Index count,
                                                     Column (&c)[3]) {
  for (Index l = 0; l < count; ++l, a += sliver_rows, b += sliver_rows) {
    Column column;
    load(a, column);
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) c[j][i] -= column[i] * b[j];
  }
}

/// The lower triangle of a node's diagonal block of the factor, with reciprocals on the diagonal.
struct Pivot {
  double i0, l10, i1, l20, l21, i2;
};

/// c = c L^-T.
[[gnu::always_inline]] inline void solve_tile(const Pivot& p, Column (&c)[3]) {
  for (int i = 0; i < 3; ++i) {
    c[0][i] *= p.i0;
    c[1][i] = (c[1][i] - c[0][i] * p.l10) * p.i1;
    c[2][i] = (c[2][i] - c[0][i] * p.l20 - c[1][i] * p.l21) * p.i2;
  }
}

/// The rows of a pivot node in its sliver.
double* node_rows(const FrontMemory& front, Index node) {
  return front.panel_sliver(node / sliver_nodes) + 3 * (node % sliver_nodes);
}

Pivot read_pivot(const FrontMemory& front, Index node) {
  const double* d = node_rows(front, node) + tile_size * node;
  return {d[0], d[1], d[sliver_rows + 1], d[2], d[sliver_rows + 2], d[2 * sliver_rows + 2]};
}

/// Cholesky factorisation of the 3x3 block at d; false if a pivot is not a positive number.
bool factorise_node(double* d) {
  const double a0 = d[0];
  if (!(a0 > 0) || !std::isfinite(a0)) return false;
  const double i0 = 1 / std::sqrt(a0), l10 = d[1] * i0, l20 = d[2] * i0;
  const double a1 = d[sliver_rows + 1] - l10 * l10;
  if (!(a1 > 0) || !std::isfinite(a1)) return false;
  const double i1 = 1 / std::sqrt(a1), l21 = (d[sliver_rows + 2] - l20 * l10) * i1;
  const double a2 = d[2 * sliver_rows + 2] - l20 * l20 - l21 * l21;
  if (!(a2 > 0) || !std::isfinite(a2)) return false;
  d[0] = i0;
  d[1] = l10;
  d[2] = l20;
  d[sliver_rows] = 0;
  d[sliver_rows + 1] = i1;
  d[sliver_rows + 2] = l21;
  d[2 * sliver_rows] = d[2 * sliver_rows + 1] = 0;
  d[2 * sliver_rows + 2] = 1 / std::sqrt(a2);
  return true;
}

struct IndexRange {
  Index begin, end;
};

/// Columns of some pivots in some slivers, less the products with the columns `factors`. The first pivot is
/// the first of its sliver.
void subtract_columns(const FrontMemory& front, Index sliver, Index slivers, IndexRange pivots,
                      IndexRange factors) {
  const std::ptrdiff_t next = std::ptrdiff_t{sliver_rows} * front.columns();
  for (Index l = factors.begin; l < factors.end; l += block_columns) {
    const double* const b = front.panel_sliver(pivots.begin / sliver_nodes) + sliver_rows * l;
    for (Index s = 0; s < slivers; s += 2) {
      double* const rows = front.panel_sliver(sliver + s);
      subtract_product(
          {rows + sliver_rows * l, b, rows + tile_size * pivots.begin, next, next, next,
           std::min(2, slivers - s), pivots.end - pivots.begin, std::min(block_columns, factors.end - l)},
          ProductStart::from_c);
    }
  }
}

/// Column tile n of a sliver, less the products with the columns of its own block before it.
[[gnu::always_inline]] inline void subtract_within(const FrontMemory& front, const double* rows, Index begin,
                                                   Index n, Column (&c)[3]) {
  load_tile(rows + tile_size * n, c);
  subtract_products(rows + tile_size * begin, node_rows(front, n) + tile_size * begin, 3 * (n - begin), c);
}

/// The tile that holds the diagonal block of node n; rows above that stay zero.
bool factorise_diagonal(const FrontMemory& front, Index begin, Index n) {
  double* const rows = front.panel_sliver(n / sliver_nodes);
  double* const tile = rows + tile_size * n;
  const Index above = 3 * (n % sliver_nodes);
  Column c[3];
  subtract_within(front, rows, begin, n, c);
  store_tile(c, tile);
  if (!factorise_node(tile + above)) return false;
  const Pivot pivot = read_pivot(front, n);
  solve_tile(pivot, c);
  alignas(32) double solved[tile_size];
  store_tile(c, solved);
  for (Index column = 0; column < 3; ++column) {
    std::fill_n(tile + sliver_rows * column, above, 0.);
    std::copy(solved + sliver_rows * column + above + 3, solved + sliver_rows * (column + 1),
              tile + sliver_rows * column + above + 3);
  }
  return true;
}

}  // namespace

bool factorise_pivots(const FrontMemory& front, Index begin, Index end) {
  const Index first = begin / sliver_nodes, last = sliver_count(end);
  for (Index sliver = first; sliver < last; ++sliver) {
    // Rows are solved with the pivots before them, then their own are eliminated.
    const Index own = sliver_nodes * sliver;
    if (sliver > first) solve_slivers(front, sliver, 1, begin, own);
    const Index own_end = std::min(end, own + sliver_nodes);
    subtract_columns(front, sliver, 1, {own, own_end}, {0, 3 * own});
    for (Index n = own; n < own_end; ++n)
      if (!factorise_diagonal(front, own, n)) return false;
  }
  return true;
}

void solve_slivers(const FrontMemory& front, Index sliver, Index slivers, Index begin, Index end) {
  subtract_columns(front, sliver, slivers, {begin, end}, {0, 3 * begin});
  for (Index own = begin; own < end; own += sliver_nodes) {
    const Index own_end = std::min(end, own + sliver_nodes);
    if (own > begin) subtract_columns(front, sliver, slivers, {own, own_end}, {3 * begin, 3 * own});
    for (Index s = sliver; s < sliver + slivers; ++s) {
      double* const rows = front.panel_sliver(s);
      for (Index n = own; n < own_end; ++n) {
        Column c[3];
        subtract_within(front, rows, own, n, c);
        solve_tile(read_pivot(front, n), c);
        store_tile(c, rows + tile_size * n);
      }
    }
  }
}

/// Blocks of columns stay in the cache while the loop runs over all pivots, block by block.
void form_update(const FrontMemory& front, Index sliver, Index slivers) {
  const std::ptrdiff_t next = std::ptrdiff_t{sliver_rows} * front.columns();
  const double* const b = front.panel_sliver(front.pivot_slivers);
  const auto subtract = [&](Index s, Index count, Index first_node, Index end_node, Index l) {
    if (first_node >= end_node) return;
    const double* const a = front.panel_sliver(front.pivot_slivers + s) + sliver_rows * l;
    double* const c = front.update_sliver(s) + tile_size * first_node;
    const std::ptrdiff_t c_next = std::ptrdiff_t{sliver_rows} * sliver_rows * (s + 1);
    subtract_product({a, b + first_node / sliver_nodes * next + sliver_rows * l, c, next, next, c_next, count,
                      end_node - first_node, std::min(block_columns, front.columns() - l)},
                     l == 0 ? ProductStart::from_zero : ProductStart::from_c);
  };
  const Index last = sliver + slivers;
  for (Index begin = 0; begin < std::min(front.rest, sliver_nodes * last); begin += block_nodes) {
    const Index end = std::min(front.rest, begin + block_nodes);
    for (Index l = 0; l < front.columns(); l += block_columns)
      for (Index s = sliver; s < last; s += 2) {
        // The second of two slivers continues to its own diagonal.
        const Index common = sliver_nodes * (s + 1), count = std::min(2, last - s);
        subtract(s, count, begin, std::min(end, common), l);
        if (count == 2) subtract(s + 1, 1, std::max(begin, common), std::min(end, common + sliver_nodes), l);
      }
  }
}

void add_update(const FrontMemory& child, Index sliver, std::span<const Index> slots, FrontPart part,
                const FrontMemory& parent) {
  const auto at = [](Index i) { return static_cast<size_t>(i); };
  const bool is_rest = part == FrontPart::rest;
  const Index rest_slot = parent.pivot_slivers * sliver_nodes;
  const auto split =
      static_cast<Index>(std::lower_bound(slots.begin(), slots.end(), rest_slot) - slots.begin());
  const Index first = sliver_nodes * sliver, end = std::min(child.rest, first + sliver_nodes);
  const Index row_begin = is_rest ? std::max(first, split) : first;
  double* to[sliver_nodes];
  for (Index row = row_begin; row < end; ++row) {
    const Index slot = is_rest ? slots[at(row)] - rest_slot : slots[at(row)];
    to[row - first] = 3 * (slot % sliver_nodes) + (is_rest ? parent.update_sliver(slot / sliver_nodes)
                                                           : parent.panel_sliver(slot / sliver_nodes));
  }
  const double* const from = child.update_sliver(sliver);
  const Index column_end = is_rest ? end : std::min(split, end);
  for (Index n = is_rest ? split : 0; n < column_end; ++n) {
    const double* const source = from + tile_size * n;
    const Index target = tile_size * (is_rest ? slots[at(n)] - rest_slot : slots[at(n)]);
    for (Index row = std::max(row_begin, n); row < end; ++row)
      for (Index column = 0; column < tile_size; column += sliver_rows)
        for (Index i = 0; i < 3; ++i)
          to[row - first][target + column + i] += source[3 * (row - first) + column + i];
  }
}

void solve_forward(const FrontMemory& front, double* x) {
  for (Index sliver = 0; sliver < front.slivers(); ++sliver) {
    const double* const rows = front.panel_sliver(sliver);
    double* const y = x + sliver_rows * sliver;
    const bool is_pivot = sliver < front.pivot_slivers;
    const Index count = is_pivot ? sliver_rows * sliver : front.columns();
    Column sum;
    load(y, sum);
    for (Index l = 0; l < count; ++l) {
      Column column;
      load(rows + sliver_rows * l, column);
      for (int i = 0; i < 3; ++i) sum[i] -= column[i] * x[l];
    }
    store(sum, y);
    if (!is_pivot) continue;
    const Index end = std::min(sliver_rows, front.columns() - count);
    for (Index c = 0; c < end; ++c) {
      const double* const column = rows + sliver_rows * (count + c);
      y[c] *= column[c];
      for (Index i = c + 1; i < end; ++i) y[i] -= column[i] * y[c];
    }
  }
}

void solve_backward(const FrontMemory& front, double* x) {
  for (Index sliver = front.pivot_slivers - 1; sliver >= 0; --sliver) {
    const Index first = sliver_rows * sliver, end = std::min(sliver_rows, front.columns() - first);
    Quad sum[sliver_rows] = {};
    for (Index below = sliver + 1; below < front.slivers(); ++below) {
      const double* const rows = front.panel_sliver(below) + sliver_rows * first;
      Column known;
      load(x + sliver_rows * below, known);
      for (Index c = 0; c < end; ++c) {
        Column column;
        load(rows + sliver_rows * c, column);
        for (int i = 0; i < 3; ++i) sum[c] += column[i] * known[i];
      }
    }
    const double* const rows = front.panel_sliver(sliver) + sliver_rows * first;
    for (Index c = end - 1; c >= 0; --c) {
      double value = x[first + c] - ((sum[c][0] + sum[c][1]) + (sum[c][2] + sum[c][3]));
      for (Index i = c + 1; i < end; ++i) value -= rows[sliver_rows * c + i] * x[first + i];
      x[first + c] = value * rows[sliver_rows * c + c];
    }
  }
}

}  // namespace lacuna
