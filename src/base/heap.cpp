#include "base/heap.h"

#include <cstdlib>  // defines __GLIBC__
#include <sys/resource.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace lacuna {

void keep_freed_memory() {
#if defined(__GLIBC__)
  constexpr int large = 1 << 30;
  mallopt(M_MMAP_THRESHOLD, large);
  mallopt(M_TRIM_THRESHOLD, large);
#endif
}

double peak_memory() {
  rusage usage{};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? 1024. * static_cast<double>(usage.ru_maxrss) : 0;
}

}  // namespace lacuna
