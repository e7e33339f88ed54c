// Peak memory of the program, and what the C library does with freed memory.
#pragma once

namespace lacuna {

/// To be called first in main(): freed memory is kept for the next allocation instead of being returned to
/// the system. Linear solvers allocate and free tens of megabytes per Newton iteration; clearing and mapping
/// the pages again each time costs a tenth of a run. Does nothing on systems without this setting.
void keep_freed_memory();

/// Peak resident memory in bytes; 0 if the system does not report it.
double peak_memory();

}  // namespace lacuna
