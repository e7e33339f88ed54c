#include "verify/violation.h"

#include <algorithm>

namespace lacuna {

std::string_view violation_title(ViolationKind kind) {
  static constexpr std::string_view titles[violation_kind_count] = {"unreadable files",
                                                                    "missing records",
                                                                    "altered files",
                                                                    "missing frames",
                                                                    "times out of order",
                                                                    "changes of the mesh",
                                                                    "numbers not finite",
                                                                    "edges through triangles",
                                                                    "gaps below the offset",
                                                                    "vertices behind a half-space",
                                                                    "vertices outside a sphere",
                                                                    "strains beyond their limit",
                                                                    "faults in the step log"};
  return titles[static_cast<size_t>(kind)];
}

void Violations::add_all(const Violations& others) {
  for (size_t kind = 0; kind < violation_kind_count; ++kind) {
    std::int64_t room = std::max<std::int64_t>(0, shown - totals[kind]);
    for (const Violation& violation : others.list)
      if (static_cast<size_t>(violation.kind) == kind && room-- > 0) list.push_back(violation);
    totals[kind] += others.totals[kind];
  }
}

std::int64_t Violations::total() const {
  std::int64_t sum = 0;
  for (std::int64_t count : totals) sum += count;
  return sum;
}

}  // namespace lacuna
