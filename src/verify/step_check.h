// Checks the step log of a run for consistency: steps are consecutive, each converged, and gaps and margins
// stay positive.
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
  bool has_limits = false;  ///< a step reports its margin to strain limits
};

StepCheck check_steps(const std::filesystem::path& file);

}  // namespace lacuna::verify
