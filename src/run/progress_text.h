// What a run says while it runs and when it ends, as text. Pure functions: app/progress.h decides when to
// print which.
#pragma once

#include "base/grouped.h"
#include "io/run_record.h"
#include "run/run_scene.h"

#include <string>

namespace lacuna {

/// "12 ms", "0.8 s", "42 s", "3:07 min", "2:05 h"; "?" if it is not finite.
std::string duration_text(double seconds);
/// "45 MB", "1.2 GB"
std::string memory_text(std::int64_t bytes);
/// "1.2 mm", "3.4 um"; "-" if it is infinite.
std::string length_text(double metres);
/// "3.2 %" for a stretch of 1.032.
std::string stretch_text(double stretch);

/// One line for a terminal, at most `width` columns: the least important parts are dropped first.
std::string terminal_line(const RunProgress& progress, int width);
/// One complete line for a pipe or a log.
std::string plain_line(const RunProgress& progress);
/// The last lines of a run: outcome, totals, cause, advice, and the command that resumes it.
std::string summary_text(const RunRecord& record, const std::string& folder);

/// What a run has cost: "3:07 min of processor time, at most 1.2 GB of memory".
std::string cost_text(const RunRecord& record);

// Lines of --json, without the line break; each has a member "event".
std::string started_event(const RunInfo& info, const std::string& folder);
std::string step_event(const RunProgress& progress);
std::string warning_event(const std::string& text);
std::string ended_event(const RunRecord& record,
                        const std::string& folder);  ///< finished, interrupted or failed

}  // namespace lacuna
