// How much memory the program has, and how the C library treats what is given back.
#pragma once

namespace lacuna {

/// To be called first in main(): memory that is freed is kept for the next allocation instead of being
/// returned to the system. Linear solvers allocate and free tens of megabytes per Newton iteration; having
/// the pages cleared and mapped anew each time costs a tenth of a run. Does nothing where it cannot.
void keep_freed_memory();

/// Memory that the program has had at most, in bytes; 0 if the system does not tell.
double peak_memory();

}  // namespace lacuna
