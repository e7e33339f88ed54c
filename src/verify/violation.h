// The kinds of defects in the results of a run.
#pragma once

#include "base/types.h"

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna {

enum class ViolationKind : std::uint8_t {
  unreadable,      ///< a damaged or truncated file, or a missing limits.ply
  missing_record,  ///< run.json or steps.jsonl is missing, or lacks what must be proven
  altered,         ///< a file that differs from the one that the run wrote
  missing_frame,   ///< a number without a file, or a file listed in run.json
  time_order,      ///< times or steps that do not ascend, or contradict the step log
  topology,      ///< vertices, elements, objects, half-spaces or spheres other than in the first frame or in
                 ///< run.json
  not_finite,    ///< a coordinate that is infinite or not a number
  intersection,  ///< an edge passes through a triangle
  gap,           ///< closer than the offset
  half_space,    ///< on the wrong side
  sphere,        ///< outside a container or bowl
  strain,        ///< a triangle stretched to its limit or beyond
  step_log,      ///< a step that did not converge, lost its gap, or is missing
};
inline constexpr size_t violation_kind_count = 13;

/// "edges through triangles", for counting.
std::string_view violation_title(ViolationKind kind);

struct Violation {
  ViolationKind kind;
  Index frame;  ///< -1: of no frame
  std::string text;
};

/// The first few of each kind, and how many there are.
struct Violations {
  static constexpr Index shown = 10;

  std::vector<Violation> list;
  std::array<std::int64_t, violation_kind_count> totals{};

  template <class Text>
  void add(ViolationKind kind, Index frame, Text&& text) {
    if (totals[static_cast<size_t>(kind)]++ < shown) list.push_back({kind, frame, text()});
  }
  void add_all(const Violations& others);
  std::int64_t total() const;
};

}  // namespace lacuna
