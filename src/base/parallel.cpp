#include "base/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

namespace lacuna {

ThreadLimit::ThreadLimit(int thread_count)
    : control_(new tbb::global_control(tbb::global_control::max_allowed_parallelism,
                                       static_cast<size_t>(std::max(1, thread_count)))) {}

ThreadLimit::~ThreadLimit() { delete static_cast<tbb::global_control*>(control_); }

int thread_count() {
  return static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

namespace detail {

void run_chunks(Index chunk_count, void* context, void (*body)(void*, Index)) {
  if (chunk_count == 1) return body(context, 0);
  tbb::parallel_for(Index{0}, chunk_count, [=](Index chunk) { body(context, chunk); });
}

}  // namespace detail
}  // namespace lacuna
