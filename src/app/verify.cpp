#include "app/commands.h"
#include "app/print.h"
#include "app/progress.h"
#include "base/printable.h"
#include "base/timer.h"
#include "verify/verify_run.h"

#include <fmt/core.h>

#include <algorithm>

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

/// The first words: the state of the run.
std::string state_text(const VerifyReport& report) {
  const std::string cause = report.cause.empty() ? "" : ": " + report.cause;
  switch (report.state) {
    case verify::RunState::unknown:
    case verify::RunState::finished:
      return "";
    case verify::RunState::incomplete:
      return fmt::format("INCOMPLETE RUN up to step {} at {:g} s{}; ", report.step_count, report.last_time,
                         cause);
    case verify::RunState::failed:
      return fmt::format("FAILED RUN after step {}{}; ", report.step_count, cause);
  }
  return "";
}

constexpr size_t exceptions_in_first_line = 4;

std::string exceptions_text(const VerifyReport& report) {
  const size_t count = report.exceptions.size(), shown = std::min(exceptions_in_first_line, count);
  std::string text;
  for (size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : "; ") + report.exceptions[i].text();
  if (count > shown) text += fmt::format("; and {} more, below", count - shown);
  return text;
}

/// Never "no intersection" where anything crosses, whatever the reason.
std::string verdict(const VerifyReport& report) {
  const std::string state = state_text(report), exceptions = exceptions_text(report);
  if (!report.is_proven())
    return fmt::format("{}NOT PROVEN, {}: {}{}{}", state,
                       counted(report.violations.total(), "violation", "violations"), contents(report),
                       exceptions.empty() ? "" : "; besides, ", exceptions);
  const std::string proof = gap_text(report.smallest) + strain_text(report);
  if (exceptions.empty()) return fmt::format("{}{}: no intersection, {}", state, contents(report), proof);
  return fmt::format("{}PROVEN EXCEPT {}. {}: nothing else intersects, {}", state, exceptions,
                     contents(report), proof);
}

}  // namespace

int run_verify(const std::filesystem::path& folder) {
  const Timer timer;
  const VerifyReport report = verify_run(folder);
  print("{}, checked in {}\n", printable_line(verdict(report)), duration_text(timer.seconds()));
  for (size_t i = exceptions_in_first_line; i < report.exceptions.size(); ++i)
    print("except: {}\n", printable_line(report.exceptions[i].text()));
  for (const std::string& notice : report.notices) print("note: {}\n", printable_line(notice));
  print_violations(report);
  return report.is_good() ? 0 : 1;
}

}  // namespace lacuna
