// What support/count_allocations.h counts, for every file of an executable that has it in one of them.
#pragma once

#include <atomic>

namespace lacuna::test {

inline std::atomic<long> allocation_count{0};
/// The allocation that fails, by its number; 0: none.
inline std::atomic<long> failing_allocation{0};

/// Lets the allocation number `k` from now on fail, until it is destroyed.
class FailingAllocation {
 public:
  explicit FailingAllocation(long k) { failing_allocation = allocation_count + k; }
  ~FailingAllocation() { failing_allocation = 0; }
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;

  bool has_failed() const { return allocation_count >= failing_allocation; }
};

}  // namespace lacuna::test
