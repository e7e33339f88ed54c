// The step log of a run, checked against itself: steps follow each other, each converged, no gap and no
// strain limit was lost.
#pragma once

#include "verify/violation.h"

#include <filesystem>
#include <map>

namespace lacuna::verify {

struct StepCheck {
  Violations violations;
  std::map<Index, double> times;  ///< s, of every step in the log
  bool is_present = false;
  std::string failure;      ///< of the last step, "did not converge: ..."; empty if it did
  bool has_limits = false;  ///< a step says how far strains were from their limits
};

StepCheck check_steps(const std::filesystem::path& file);

}  // namespace lacuna::verify
