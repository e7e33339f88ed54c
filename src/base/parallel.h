// Parallel loops over index ranges. Every result is the same for any number of threads: work is split into
// chunks that depend on the range alone, and sums go through ordered_sum.
#pragma once

#include "base/types.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

namespace lacuna {

/// Limits the number of threads of all loops below, from construction to destruction. Not nested.
class ThreadLimit {
 public:
  explicit ThreadLimit(int thread_count);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  void* control_;
};

/// The number of threads a loop may use now.
int thread_count();

namespace detail {
/// Calls body(context, chunk) for every chunk in [0, chunk_count), in parallel, in any order.
void run_chunks(Index chunk_count, void* context, void (*body)(void*, Index));
}  // namespace detail

constexpr Index chunk_count(Index count, Index chunk_size) { return (count + chunk_size - 1) / chunk_size; }

/// body(chunk, begin, end) for consecutive chunks of [0, count); chunk numbers are fixed, so each chunk may
/// write to its own slot and the caller may read the slots in order.
template <class Body>
void for_each_chunk(Index count, Index chunk_size, Body&& body) {
  struct Context {
    std::remove_reference_t<Body>* body;
    Index count, chunk_size;
  } context{&body, count, chunk_size};
  detail::run_chunks(chunk_count(count, chunk_size), &context, [](void* pointer, Index chunk) {
    const Context& c = *static_cast<Context*>(pointer);
    const Index begin = chunk * c.chunk_size;
    (*c.body)(chunk, begin, std::min(c.count, begin + c.chunk_size));
  });
}

/// body(i) for every i in [0, count).
template <class Body>
void parallel_for(Index count, Body&& body, Index chunk_size = 1024) {
  for_each_chunk(count, chunk_size, [&](Index, Index begin, Index end) {
    for (Index i = begin; i < end; ++i) body(i);
  });
}

namespace detail {
/// Chunks for a reduction: few enough for their results to fit on the stack, so that a reduction does not
/// allocate.
constexpr Index max_reduction_chunks = 256;
constexpr Index reduction_chunk_size(Index count) {
  return std::max<Index>(1024, chunk_count(count, max_reduction_chunks));
}
}  // namespace detail

/// Sum of term(i), added in an order that does not depend on the threads.
template <class Term>
double ordered_sum(Index count, Term&& term) {
  std::array<double, detail::max_reduction_chunks> partial{};
  for_each_chunk(count, detail::reduction_chunk_size(count), [&](Index chunk, Index begin, Index end) {
    double sum = 0;
    for (Index i = begin; i < end; ++i) sum += term(i);
    partial[static_cast<size_t>(chunk)] = sum;
  });
  double sum = 0;
  for (double p : partial) sum += p;
  return sum;
}

/// Largest value(i), or `none` if that is larger or the range is empty. NaN counts as infinite.
template <class Value>
double parallel_max(Index count, double none, Value&& value) {
  std::array<double, detail::max_reduction_chunks> partial;
  partial.fill(none);
  for_each_chunk(count, detail::reduction_chunk_size(count), [&](Index chunk, Index begin, Index end) {
    double& best = partial[static_cast<size_t>(chunk)];
    for (Index i = begin; i < end; ++i)
      if (const double v = value(i); !(v <= best))
        best = std::isnan(v) ? std::numeric_limits<double>::infinity() : v;
  });
  return *std::max_element(partial.begin(), partial.end());
}

/// The smallest value(i) and the first i that has it; `none` and -1 if no value is below `none`. NaN counts
/// as smaller than all others.
struct SmallestOf {
  double value;
  Index at;
};
template <class Value>
SmallestOf parallel_first_min(Index count, double none, Value&& value) {
  std::array<SmallestOf, detail::max_reduction_chunks> partial;
  partial.fill({none, -1});
  for_each_chunk(count, detail::reduction_chunk_size(count), [&](Index chunk, Index begin, Index end) {
    SmallestOf& best = partial[static_cast<size_t>(chunk)];
    for (Index i = begin; i < end; ++i)
      if (const double v = value(i); !(v >= best.value))
        best = {std::isnan(v) ? -std::numeric_limits<double>::infinity() : v, i};
  });
  return *std::min_element(partial.begin(), partial.end(),
                           [](const SmallestOf& a, const SmallestOf& b) { return a.value < b.value; });
}

}  // namespace lacuna
