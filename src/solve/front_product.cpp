#include "solve/front_product.h"

// Without fused multiply-add in the plain product, the wide one would give different bits.
#if defined(__x86_64__) && defined(__FMA__)
#define LACUNA_HAS_WIDE_PRODUCT 1
#endif

namespace lacuna {

namespace {

// GCC's and Clang's vectors: an AVX register, or the machine's equivalent, and an AVX-512 register.
using Quad = double __attribute__((vector_size(32)));
using Octet = double __attribute__((vector_size(64)));
using StoredQuad = double __attribute__((vector_size(32), aligned(8), may_alias));
using StoredOctet = double __attribute__((vector_size(64), aligned(8), may_alias));

#define LACUNA_INLINE [[gnu::always_inline]] inline

LACUNA_INLINE void load(const double* p, Quad& v) { v = *reinterpret_cast<const StoredQuad*>(p); }
LACUNA_INLINE void load(const double* p, Octet& v) { v = *reinterpret_cast<const StoredOctet*>(p); }
LACUNA_INLINE void store(const Quad& v, double* p) { *reinterpret_cast<StoredQuad*>(p) = v; }
LACUNA_INLINE void store(const Octet& v, double* p) { *reinterpret_cast<StoredOctet*>(p) = v; }

// A column of one sliver, or of two: twelve or twenty-four numbers in registers.

struct QuadColumn {
  Quad q0, q1, q2;

  LACUNA_INLINE void read(const double* p, std::ptrdiff_t) {
    load(p, q0);
    load(p + 4, q1);
    load(p + 8, q2);
  }
  LACUNA_INLINE void write(double* p, std::ptrdiff_t) const {
    store(q0, p);
    store(q1, p + 4);
    store(q2, p + 8);
  }
  LACUNA_INLINE void subtract(const QuadColumn& a, double b) {
    q0 -= a.q0 * b;
    q1 -= a.q1 * b;
    q2 -= a.q2 * b;
  }
};

struct WideColumn {
  Octet o0;
  Quad q1;

  LACUNA_INLINE void read(const double* p, std::ptrdiff_t) {
    load(p, o0);
    load(p + 8, q1);
  }
  LACUNA_INLINE void write(double* p, std::ptrdiff_t) const {
    store(o0, p);
    store(q1, p + 8);
  }
  LACUNA_INLINE void subtract(const WideColumn& a, double b) {
    o0 -= a.o0 * b;
    q1 -= a.q1 * b;
  }
};

struct WidePairColumn {
  Octet o0, o1, o2;

  LACUNA_INLINE void read(const double* p, std::ptrdiff_t next) {
    Quad low, high;
    load(p, o0);
    load(p + 8, low);
    load(p + next, high);
    o1 = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
    load(p + next + 4, o2);
  }
  LACUNA_INLINE void write(double* p, std::ptrdiff_t next) const {
    store(o0, p);
    const Quad low = __builtin_shufflevector(o1, o1, 0, 1, 2, 3);
    const Quad high = __builtin_shufflevector(o1, o1, 4, 5, 6, 7);
    store(low, p + 8);
    store(high, p + next);
    store(o2, p + next + 4);
  }
  LACUNA_INLINE void subtract(const WidePairColumn& a, double b) {
    o0 -= a.o0 * b;
    o1 -= a.o1 * b;
    o2 -= a.o2 * b;
  }
};

/// Three columns for each of `nodes` nodes, which are in one sliver of B.
template <class Column, int nodes>
LACUNA_INLINE void subtract_tile(const FrontProduct& p, const double* a, const double* b, double* c,
                                 ProductStart start) {
  Column sum[3 * nodes];
  for (int j = 0; j < 3 * nodes; ++j)
    if (start == ProductStart::from_c)
      sum[j].read(c + sliver_rows * j, p.c_next);
    else
      sum[j] = Column{};
  for (Index l = 0; l < p.count; ++l, a += sliver_rows, b += sliver_rows) {
    Column column;
    column.read(a, p.a_next);
#pragma GCC unroll 8
    for (int j = 0; j < 3 * nodes; ++j) sum[j].subtract(column, b[j]);
  }
  for (int j = 0; j < 3 * nodes; ++j) sum[j].write(c + sliver_rows * j, p.c_next);
}

/// `nodes` at a time fill the registers.
template <class Column, int nodes>
LACUNA_INLINE void subtract_slivers(const FrontProduct& p, Index first, ProductStart start) {
  const double* const a = p.a + first * p.a_next;
  double* c = p.c + first * p.c_next;
  Index n = 0;
  for (; n + nodes <= p.nodes; n += nodes, c += 3 * sliver_rows * nodes)
    subtract_tile<Column, nodes>(p, a, p.b + n / sliver_nodes * p.b_next + 3 * (n % sliver_nodes), c, start);
  for (; n < p.nodes; ++n, c += 3 * sliver_rows)
    subtract_tile<Column, 1>(p, a, p.b + n / sliver_nodes * p.b_next + 3 * (n % sliver_nodes), c, start);
}

void subtract_plainly(const FrontProduct& p, ProductStart start) {
  for (Index sliver = 0; sliver < p.slivers; ++sliver) subtract_slivers<QuadColumn, 1>(p, sliver, start);
}

#if defined(LACUNA_HAS_WIDE_PRODUCT)

[[gnu::target("avx512f,avx512vl,avx512dq,fma")]] void subtract_wide(const FrontProduct& p,
                                                                    ProductStart start) {
  if (p.slivers == 2)
    subtract_slivers<WidePairColumn, 2>(p, 0, start);
  else
    subtract_slivers<WideColumn, 2>(p, 0, start);
}

bool has_wide_vectors() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq");
}

const auto chosen_product = has_wide_vectors() ? subtract_wide : subtract_plainly;

#else

const auto chosen_product = subtract_plainly;

#endif

}  // namespace

void subtract_product(const FrontProduct& product, ProductStart start) { chosen_product(product, start); }

}  // namespace lacuna
