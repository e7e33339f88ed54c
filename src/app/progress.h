// What a run says while it runs. The functions that make the text are pure; class Progress decides when to
// print which: one line that is rewritten on a terminal, plain lines about once per second in a pipe, one
// JSON object per line with --json, only warnings and failures with --quiet.
#pragma once

#include "app/time_left.h"
#include "base/grouped.h"
#include "base/timer.h"
#include "io/run_record.h"
#include "sim/step_report.h"

#include <cstdio>
#include <limits>
#include <string>

namespace lacuna {

/// How far a run has come.
struct ProgressState {
  double time = 0;      ///< s, simulated
  double end_time = 1;  ///< s
  TimeRange remaining{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  StepReport report;  ///< of the last step

  /// From 0 to 1.
  double fraction() const;
};

/// "12 ms", "0.8 s", "42 s", "3:07 min", "2:05 h"; "?" if it is not finite.
std::string duration_text(double seconds);
/// "45 MB", "1.2 GB"
std::string memory_text(std::int64_t bytes);
/// "1.2 mm", "3.4 um"; "-" if it is infinite.
std::string length_text(double metres);
/// "3.2 %" for a stretch of 1.032.
std::string stretch_text(double stretch);

/// One line for a terminal, at most `width` columns: what is least important is left out first.
std::string terminal_line(const ProgressState& state, int width);
/// One line for a pipe or a log: everything.
std::string plain_line(const ProgressState& state);

/// What a run has cost: "3:07 min of processor time, at most 1.2 GB of memory".
std::string cost_text(const RunRecord& record);

// Lines of --json, without the line break; each has a member "event".
std::string started_event(const RunInfo& info, const std::string& folder);
std::string step_event(const ProgressState& state);
std::string warning_event(const std::string& text);
std::string ended_event(const RunRecord& record,
                        const std::string& folder);  ///< finished, interrupted or failed

enum class ProgressStyle : std::uint8_t { terminal, plain, json, quiet };

class Progress {
 public:
  Progress(ProgressStyle style, std::FILE* out);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// terminal if `out` is one, else plain.
  static ProgressStyle style_for(std::FILE* out);

  void started(const RunInfo& info, const std::string& folder);
  void step(const ProgressState& state);
  void warning(const std::string& text);
  void ended(const RunRecord& record, const std::string& folder);

 private:
  void line(const std::string& text);
  void clear_line();

  ProgressStyle style_;
  std::FILE* out_;
  Timer timer_;
  double printed_at_ = -1e9;  // s, on timer_
  bool has_line_ = false;
};

}  // namespace lacuna
