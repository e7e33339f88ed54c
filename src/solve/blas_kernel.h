// OpenBLAS, as CHOLMOD uses it. Nothing here needs it: with another BLAS, or none, the functions do nothing.
//
// OpenBLAS chooses its kernels when it is loaded, by the model of the CPU, and takes models newer than itself
// for old ones: Debian 12's runs several of today's CPUs with kernels of 2004, which makes a factorisation
// two to three times slower (OpenMathLib/OpenBLAS issue 4267). Only the environment can correct that, before
// the start.
#pragma once

#include <string>

namespace lacuna {

/// To be called first in main(): if the kernels are older than the CPU, sets OPENBLAS_CORETYPE and starts the
/// program again, once, with the same arguments. Returns in every other case.
void ensure_fast_blas(char** argv);

/// Name of library and kernel for logs, as in "OpenBLAS, Haswell kernels".
std::string blas_description();

/// The kernel to ask for instead of `kernel`, or empty if that one is good.
std::string better_kernel(const std::string& kernel, bool has_avx2, bool has_avx512);

/// From construction to destruction BLAS and CHOLMOD's OpenMP loops run on the calling thread alone: with
/// more they would add in another order.
class QuietBlas {
 public:
  QuietBlas();
  ~QuietBlas();
  QuietBlas(const QuietBlas&) = delete;
  QuietBlas& operator=(const QuietBlas&) = delete;

 private:
  int blas_threads_, openmp_levels_;
};

}  // namespace lacuna
