#include "solve/blas_kernel.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

namespace lacuna {

namespace {

/// Marks a program that was started again.
constexpr const char* guard_variable = "LACUNA_BLAS_CHOSEN";

/// A function of a library that may not be there.
template <class Function>
Function* find_function(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));  // NOLINT: what dlsym is for
}

std::string kernel_name() {
  auto* const corename = find_function<char*()>("openblas_get_corename");
  return corename != nullptr ? corename() : "";
}

}  // namespace

std::string better_kernel(const std::string& kernel, bool has_avx2, bool has_avx512) {
  // Kernels for Intel and AMD without AVX2. Others are left alone: OpenBLAS knew the CPU, or it is not x86.
  constexpr std::array old_kernels{"Prescott",    "Core2",  "Penryn",     "Dunnington",   "Nehalem",
                                   "Sandybridge", "Katmai", "Coppermine", "Northwood",    "Banias",
                                   "Atom",        "Athlon", "Opteron",    "Opteron_SSE3", "Barcelona",
                                   "Bobcat",      "Nano",   "Generic"};
  if (!has_avx2 || std::find(old_kernels.begin(), old_kernels.end(), kernel) == old_kernels.end()) return {};
  return has_avx512 ? "SkylakeX" : "Haswell";
}

void ensure_fast_blas(char** argv) {
#if defined(__x86_64__)
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                          __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  const std::string better = better_kernel(kernel_name(), has_avx2, has_avx512);
  if (better.empty() || std::getenv(guard_variable) != nullptr || std::getenv("OPENBLAS_CORETYPE") != nullptr)
    return;
  setenv(guard_variable, "1", 1);
  setenv("OPENBLAS_CORETYPE", better.c_str(), 1);
  execv("/proc/self/exe", argv);  // returns only if it failed: then the program is slow, but right
#else
  static_cast<void>(argv);
#endif
}

std::string blas_description() {
  const std::string kernel = kernel_name();
  return kernel.empty() ? "a BLAS other than OpenBLAS, or none" : "OpenBLAS, " + kernel + " kernels";
}

QuietBlas::QuietBlas() : blas_threads_(0), openmp_levels_(0) {
  static auto* const get_threads = find_function<int()>("openblas_get_num_threads");
  static auto* const set_threads = find_function<void(int)>("openblas_set_num_threads");
  static auto* const get_levels = find_function<int()>("omp_get_max_active_levels");
  static auto* const set_levels = find_function<void(int)>("omp_set_max_active_levels");
  if (get_threads != nullptr && set_threads != nullptr) {
    blas_threads_ = get_threads();
    set_threads(1);
  }
  if (get_levels != nullptr && set_levels != nullptr) {
    openmp_levels_ = get_levels();
    set_levels(0);
  }
}

QuietBlas::~QuietBlas() {
  static auto* const set_threads = find_function<void(int)>("openblas_set_num_threads");
  static auto* const set_levels = find_function<void(int)>("omp_set_max_active_levels");
  if (blas_threads_ > 0 && set_threads != nullptr) set_threads(blas_threads_);
  if (openmp_levels_ > 0 && set_levels != nullptr) set_levels(openmp_levels_);
}

}  // namespace lacuna
