#include "base/parallel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <new>
#include <vector>

namespace lacuna {
namespace {

TEST(Parallel, VisitsEveryIndexOnce) {
  for (Index count : {0, 1, 1023, 1024, 1025, 100000}) {
    std::vector<int> visits(static_cast<size_t>(count), 0);
    parallel_for(count, [&](Index i) { ++visits[static_cast<size_t>(i)]; });
    EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), count);
  }
}

TEST(Parallel, SumHasTheSameBitsForAnyThreadCount) {
  const auto term = [](Index i) { return std::sin(i) * std::pow(10.0, i % 17 - 8); };
  std::vector<double> sums;
  for (int threads : {1, 2, 3, 8}) {
    const ThreadLimit limit(threads);
    sums.push_back(ordered_sum(100001, term));
  }
  for (double sum : sums) EXPECT_EQ(sum, sums[0]);
}

// Repeated, so that another thread sometimes runs the chunk that throws. The thread sanitizer then checks
// that the caller may read the element and free the exception.
TEST(Parallel, CallerCatchesTheExceptionOfAChunkAndSeesWhatTheChunkWrote) {
  const Index last = 99999;
  for (int k = 0; k < 100; ++k) {
    std::vector<Index> written(last + 1, -1);
    const auto write_and_throw = [&](Index i) {
      written[static_cast<size_t>(i)] = i;
      if (i == last) throw std::bad_alloc();
    };
    EXPECT_THROW(parallel_for(last + 1, write_and_throw), std::bad_alloc);
    EXPECT_EQ(written.back(), last);
  }
}

TEST(Parallel, MaximumOfAnEmptyRangeIsTheGivenValue) {
  EXPECT_EQ(parallel_max(0, -1.0, [](Index) { return 5.0; }), -1.0);
  EXPECT_EQ(parallel_max(10000, -1.0, [](Index i) { return i == 7777 ? 5.0 : 0.0; }), 5.0);
}

TEST(Parallel, FirstMinimumIsTheFirstOfEquals) {
  const auto smallest =
      parallel_first_min(10000, 1.0, [](Index i) { return i == 777 || i == 7777 ? 0.5 : 2.0; });
  EXPECT_EQ(smallest.value, 0.5);
  EXPECT_EQ(smallest.at, 777);
  EXPECT_EQ(parallel_first_min(10000, 0.5, [](Index) { return 0.5; }).at, -1);
  EXPECT_EQ(parallel_first_min(0, 0.5, [](Index) { return 0.0; }).at, -1);
  const auto broken = parallel_first_min(10, 1.0, [](Index i) { return i == 3 ? std::nan("") : 0.0; });
  EXPECT_EQ(broken.at, 3);
  EXPECT_EQ(broken.value, -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace lacuna
