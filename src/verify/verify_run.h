// Proves a run from the files it left, with none of the solver's own state: the frames one by one
// (check_frame.h), that they belong together (same elements, rising times, none missing), and that the step
// log agrees. run.json is asked only for names and for the pairs that were declared to pass through each
// other.
#pragma once

#include "verify/check_frame.h"

#include <filesystem>

namespace lacuna {

struct VerifyReport {
  Index frame_count = 0, object_count = 0, vertex_count = 0, triangle_count = 0, free_edge_count = 0,
        particle_count = 0;
  Index step_count = 0;
  double first_time = 0, last_time = 0;  ///< s
  verify::SmallestGap smallest;
  Violations violations;
  std::vector<std::string> notices;  ///< what was taken on trust or looks odd, but contradicts no promise

  bool is_proven() const { return violations.total() == 0; }
};

/// Throws InputError if the folder holds no frames at all.
VerifyReport verify_run(const std::filesystem::path& folder);

}  // namespace lacuna
