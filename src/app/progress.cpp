#include "app/progress.h"

#include "app/print.h"
#include "base/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>
#include <vector>

namespace lacuna {
namespace {

/// Columns of the terminal, 80 if unknown.
int terminal_width(std::FILE* file) {
  winsize size{};
  return ioctl(fileno(file), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

constexpr double plain_interval = 1.0;     // s, between lines in a pipe
constexpr double terminal_interval = 0.1;  // s, between updates of the line: faster cannot be read

}  // namespace

Progress::Progress(ProgressStyle style, std::FILE* out) : style_(style), out_(out) {}

Progress::~Progress() { clear_line(); }

ProgressStyle Progress::style_for(std::FILE* out) {
  return isatty(fileno(out)) != 0 ? ProgressStyle::terminal : ProgressStyle::plain;
}

void Progress::clear_line() {
  if (!has_line_) return;
  erase_line(out_);
  std::fflush(out_);
  has_line_ = false;
}

void Progress::line(const std::string& text) {
  clear_line();
  print_text(out_, text + "\n");
  std::fflush(out_);
}

void Progress::started(const RunInfo& info, const std::string& folder) {
  if (style_ == ProgressStyle::quiet) return;
  if (style_ == ProgressStyle::json) return line(started_event(info, folder));
  line(fmt::format("{} ({}): {:g} s in steps of {:g} s{} on {} thread{}, into {}",
                   printable_line(info.title.empty() ? info.scene_file.string() : info.title), info.solver,
                   info.duration, info.step, info.playback.is_real_time() ? "" : " of video", info.threads,
                   info.threads == 1 ? "" : "s", printable_line(folder)));
  for (const std::string& note : info.notes) line("  " + printable_line(note));
}

void Progress::stepped(const RunProgress& progress) {
  if (style_ == ProgressStyle::quiet) return;
  if (style_ == ProgressStyle::json) return line(step_event(progress));
  const double interval = style_ == ProgressStyle::terminal ? terminal_interval : plain_interval;
  if (timer_.seconds() - printed_at_ < interval) return;
  printed_at_ = timer_.seconds();
  if (style_ == ProgressStyle::plain) return line(plain_line(progress));
  // One column is left free: a cursor past the last one would break the line on some terminals.
  erase_line(out_);
  print_text(out_, terminal_line(progress, terminal_width(out_) - 1));
  std::fflush(out_);
  has_line_ = true;
}

void Progress::warned(const std::string& text) {
  line(style_ == ProgressStyle::json ? warning_event(text) : "note: " + printable_line(text));
}

void Progress::ended(const RunRecord& record, const std::string& folder) {
  if (style_ == ProgressStyle::json) return line(ended_event(record, folder));
  if (style_ != ProgressStyle::quiet || record.outcome != RunOutcome::finished)
    line(summary_text(record, folder));
}

}  // namespace lacuna
