// Proves a run from the files it left, with none of the solver's own state: the frames one by one
// (check_frame.h, check_strain.h), that they belong together (same elements, rising times, none missing), and
// that the step log agrees. run.json is asked only for names, for the pairs that were declared to pass
// through each other or are sewn together, and for how many triangles limits.ply must hold.
#pragma once

#include "verify/check_strain.h"

#include <filesystem>

namespace lacuna {

struct VerifyReport {
  Index frame_count = 0, object_count = 0, vertex_count = 0, triangle_count = 0, free_edge_count = 0,
        particle_count = 0;
  Index step_count = 0;
  double first_time = 0, last_time = 0;  ///< s
  Index limited_triangle_count = 0;
  verify::SmallestGap smallest;
  verify::SmallestMargin strain;
  Violations violations;
  std::vector<std::string> notices;  ///< what was taken on trust or looks odd, but contradicts no promise

  bool is_proven() const { return violations.total() == 0; }
};

/// Throws InputError if the folder holds no frames at all.
VerifyReport verify_run(const std::filesystem::path& folder);

}  // namespace lacuna
