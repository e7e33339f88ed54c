#include "solve/blas_kernel.h"

#include <gtest/gtest.h>

namespace lacuna {
namespace {

TEST(BlasKernel, OldKernelsOnNewMachinesAreReplaced) {
  EXPECT_EQ(better_kernel("Prescott", true, true), "SkylakeX");
  EXPECT_EQ(better_kernel("Prescott", true, false), "Haswell");
  EXPECT_EQ(better_kernel("Sandybridge", true, false), "Haswell");
}

TEST(BlasKernel, GoodOnesAndForeignOnesStay) {
  EXPECT_EQ(better_kernel("Prescott", false, false), "");
  EXPECT_EQ(better_kernel("Zen", true, false), "");
  EXPECT_EQ(better_kernel("SkylakeX", true, true), "");
  EXPECT_EQ(better_kernel("neoversen1", false, false), "");
  EXPECT_EQ(better_kernel("", true, true), "") << "no OpenBLAS at all";
}

TEST(BlasKernel, DescribesItself) { EXPECT_FALSE(blas_description().empty()); }

}  // namespace
}  // namespace lacuna
