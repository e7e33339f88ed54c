#include "app/commands.h"
#include "app/print.h"
#include "app/progress.h"
#include "base/printable.h"
#include "base/timer.h"
#include "verify/verify_run.h"

#include <fmt/core.h>

namespace lacuna {
namespace {

std::string counted(std::int64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", grouped(count), count == 1 ? one : many);
}

std::string contents(const VerifyReport& report) {
  std::string text = fmt::format("{}, {}, {}", counted(report.frame_count, "frame", "frames"),
                                 counted(report.object_count, "object", "objects"),
                                 counted(report.triangle_count, "triangle", "triangles"));
  if (report.free_edge_count > 0) text += ", " + counted(report.free_edge_count, "segment", "segments");
  if (report.particle_count > 0) text += ", " + counted(report.particle_count, "particle", "particles");
  if (report.limited_triangle_count > 0)
    text += ", " + counted(report.limited_triangle_count, "strain limit", "strain limits");
  return text;
}

std::string gap_text(const verify::SmallestGap& smallest) {
  if (smallest.gap < smallest.reach || smallest.gap < 0)
    return fmt::format("smallest gap {} (frame {}, {})", length_text(smallest.gap), smallest.frame,
                       printable_line(smallest.between));
  return fmt::format("no gap below {}", length_text(smallest.reach));
}

std::string strain_text(const VerifyReport& report) {
  const verify::SmallestMargin& strain = report.strain;
  if (report.limited_triangle_count == 0) return "";
  return fmt::format(", largest stretch {}, smallest margin to a strain limit {:.3g} % (frame {}, {})",
                     stretch_text(strain.largest_stretch), 100 * strain.margin, strain.frame,
                     printable_line(strain.where));
}

void print_violations(const VerifyReport& report) {
  for (size_t kind = 0; kind < violation_kind_count; ++kind) {
    const std::int64_t total = report.violations.totals[kind];
    if (total == 0) continue;
    print("{}: {}\n", violation_title(static_cast<ViolationKind>(kind)), grouped(total));
    for (const Violation& violation : report.violations.list) {
      if (static_cast<size_t>(violation.kind) != kind) continue;
      if (violation.frame >= 0) print("  frame {}: {}\n", violation.frame, printable_line(violation.text));
      if (violation.frame < 0) print("  {}\n", printable_line(violation.text));
    }
    if (total > Violations::shown) print("  and {} more\n", grouped(total - Violations::shown));
  }
}

}  // namespace

int run_verify(const std::filesystem::path& folder) {
  const Timer timer;
  const VerifyReport report = verify_run(folder);
  for (const std::string& notice : report.notices) print("note: {}\n", printable_line(notice));
  print_violations(report);
  if (!report.is_proven()) {
    print("{}: NOT PROVEN, {}\n", contents(report),
          counted(report.violations.total(), "violation", "violations"));
    return 1;
  }
  print("{}: no intersection, {}{}, proved in {}\n", contents(report), gap_text(report.smallest),
        strain_text(report), duration_text(timer.seconds()));
  return 0;
}

}  // namespace lacuna
