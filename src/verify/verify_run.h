// Proves a run from its files, without any of the solver's state: the frames one by one (check_frame.h,
// check_strain.h), that they match run.json (promises.h) and each other (same elements, ascending times, none
// missing), and that the step log agrees.
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
  std::vector<verify::Exception> exceptions;  ///< crossings that the solver was told to ignore
  verify::RunState state = verify::RunState::unknown;
  std::string cause;                 ///< why the run failed or was interrupted
  std::vector<std::string> notices;  ///< assumptions and oddities that contradict nothing in run.json

  bool is_proven() const { return violations.total() == 0; }
  /// Proven, and the run did not fail.
  bool is_good() const { return is_proven() && state != verify::RunState::failed; }
};

/// Throws InputError if the folder holds no frames at all.
VerifyReport verify_run(const std::filesystem::path& folder);

}  // namespace lacuna
