#include "base/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

// The thread sanitizer cannot see into libtbb. In its build this file is compiled without it and annotates by
// hand what TBB guarantees: a loop starts after everything before it and ends before everything after it.
// This also holds when a chunk throws; the caller then frees an exception that another thread has allocated.
// Chunks stay unordered among themselves, so a race between two of them is reported.
#if defined(LACUNA_SANITIZE_THREAD)
#include <sanitizer/tsan_interface.h>
#define LACUNA_HAPPENS_BEFORE(tag) __tsan_release(tag)
#define LACUNA_HAPPENS_AFTER(tag) __tsan_acquire(tag)
#else
#define LACUNA_HAPPENS_BEFORE(tag) static_cast<void>(tag)
#define LACUNA_HAPPENS_AFTER(tag) static_cast<void>(tag)
#endif

namespace lacuna {

ThreadLimit::ThreadLimit(int thread_count)
    : control_(new tbb::global_control(tbb::global_control::max_allowed_parallelism,
                                       static_cast<size_t>(std::max(1, thread_count)))) {}

ThreadLimit::~ThreadLimit() { delete static_cast<tbb::global_control*>(control_); }

int thread_count() {
  return static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

namespace detail {
namespace {

// Destructors, so that a chunk or a loop also ends when it throws.
struct EndOfChunk {
  char* tag;
  ~EndOfChunk() { LACUNA_HAPPENS_BEFORE(tag); }
};
struct EndOfLoop {
  char* tag;
  ~EndOfLoop() { LACUNA_HAPPENS_AFTER(tag); }
};

}  // namespace

void run_chunks(Index chunk_count, void* context, void (*body)(void*, Index)) {
  if (chunk_count == 1 || thread_count() == 1) {  // TBB would start a thread anyway
    for (Index chunk = 0; chunk < chunk_count; ++chunk) body(context, chunk);
    return;
  }
  char start_tag = 0, end_tag = 0;  // only their addresses matter
  LACUNA_HAPPENS_BEFORE(&start_tag);
  const EndOfLoop end_of_loop{&end_tag};
  tbb::parallel_for(Index{0}, chunk_count, [&](Index chunk) {
    LACUNA_HAPPENS_AFTER(&start_tag);
    const EndOfChunk end_of_chunk{&end_tag};
    body(context, chunk);
  });
}

}  // namespace detail
}  // namespace lacuna
