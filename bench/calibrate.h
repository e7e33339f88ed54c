// The cal: processor seconds of one thread for a fixed bundle of the work a contact solver does. A time
// divided by the cal of the same moment compares across machines and noisy hours far better than seconds do.
#pragma once

namespace lacuna::bench {

/// Geometric mean of three parts (12x12 eigenproblems, 3x3-block sparse products, streaming), median of three
/// rounds each. Takes about two seconds. The bundle must never change: published figures are in its units.
double measure_cal();

}  // namespace lacuna::bench
