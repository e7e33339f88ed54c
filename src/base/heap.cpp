#include "base/heap.h"

#include <cstdlib>  // defines __GLIBC__

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

}  // namespace lacuna
