// Proves a run from the files it left, with none of the solver's own state: the frames one by one
// (check_frame.h, check_strain.h), that they are what run.json promises (promises.h) and belong together
// (same elements, rising times, none missing), and that the step log agrees.
#pragma once

#include "verify/check_strain.h"
#include "verify/promises.h"

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
  std::vector<verify::Exception> exceptions;  ///< what crosses because the solver was told to let it
  verify::RunState state = verify::RunState::unknown;
  std::string cause;                 ///< why the run failed or was interrupted
  std::vector<std::string> notices;  ///< what was taken on trust or looks odd, but contradicts no promise

  bool is_proven() const { return violations.total() == 0; }
  /// Proven, and the run did not fail.
  bool is_good() const { return is_proven() && state != verify::RunState::failed; }
};

/// Throws InputError if the folder holds no frames at all.
VerifyReport verify_run(const std::filesystem::path& folder);

}  // namespace lacuna
