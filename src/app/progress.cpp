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

/// Columns of the terminal behind the file, 80 if it does not say.
int terminal_width(std::FILE* file) {
  winsize size{};
  return ioctl(fileno(file), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

constexpr double plain_interval = 1.0;     // s, between lines in a pipe
constexpr double terminal_interval = 0.1;  // s, between updates of the line: faster cannot be read

std::string percent(const ProgressState& state) {
  // 0.45 of the time is 44.999... of a hundred in binary.
  return fmt::format("{:3.0f} %", std::floor(100 * state.fraction() + 1e-9));
}

/// The parts of a line, the most important first.
std::vector<std::string> parts(const ProgressState& state) {
  const StepReport& r = state.report;
  std::vector<std::string> result{percent(state)};
  if (state.remaining.high > 0) result.push_back("eta " + time_range_text(state.remaining));
  for (std::string& part :
       std::array{fmt::format("step {}", grouped(r.step)), fmt::format("t {:.4g} s", state.time),
                  fmt::format("{} it", r.iterations), fmt::format("{} contacts", grouped(r.contacts)),
                  "gap " + length_text(r.min_gap)})
    result.push_back(std::move(part));
  if (r.max_stretch > 0) result.push_back("stretch " + stretch_text(r.max_stretch));
  if (!r.limited_by.empty()) result.push_back("limited by " + printable_line(r.limited_by));
  return result;
}

std::string summary(const RunRecord& record, const std::string& folder) {
  const StepTotals& totals = record.totals;
  std::string text = fmt::format("{}: {} steps, {} frames, {:.4g} s simulated in {}, smallest gap {}",
                                 run_outcome_word(record.outcome), grouped(totals.steps),
                                 grouped(static_cast<std::int64_t>(record.frames.size())), record.time,
                                 duration_text(record.wall_seconds), length_text(totals.min_gap));
  if (totals.max_stretch > 0) text += ", largest stretch " + stretch_text(totals.max_stretch);
  text += "; " + cost_text(record) + "; results in " + printable_line(folder);
  if (!record.cause.empty()) text += "\n  " + printable_line(record.cause);
  if (!record.advice.empty()) text += "\n  " + printable_line(record.advice);
  if (record.outcome != RunOutcome::finished && !record.info.continue_command.empty())
    text += "\n  go on with: " + record.info.continue_command;
  return text;
}

}  // namespace

double ProgressState::fraction() const { return end_time > 0 ? std::clamp(time / end_time, 0.0, 1.0) : 1.0; }

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds)) return "?";
  if (seconds > 0 && seconds < 0.0995) return fmt::format("{:.2g} ms", 1e3 * seconds);
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::llround(std::min(seconds, 1e15)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", grouped(whole / 3600), whole / 60 % 60);
}

std::string memory_text(std::int64_t bytes) {
  const double megabytes = 1e-6 * static_cast<double>(bytes);
  return megabytes < 999.5 ? fmt::format("{:.0f} MB", megabytes) : fmt::format("{:.3g} GB", 1e-3 * megabytes);
}

std::string cost_text(const RunRecord& record) {
  return fmt::format("{} of processor time, at most {} of memory", duration_text(record.cpu_seconds),
                     memory_text(record.peak_memory));
}

std::string length_text(double metres) {
  if (!std::isfinite(metres)) return "-";
  struct Unit {
    double size;
    const char* name;
  };
  static constexpr std::array<Unit, 4> units{{{1, "m"}, {1e-3, "mm"}, {1e-6, "um"}, {1e-9, "nm"}}};
  for (const Unit& unit : units)  // what rounds to 1000 belongs to the next unit
    if (std::abs(metres) >= 0.9995 * unit.size)
      return fmt::format("{:.3g} {}", metres / unit.size, unit.name);
  return fmt::format("{:.3g} m", metres);
}

std::string stretch_text(double stretch) { return fmt::format("{:.3g} %", 100 * (stretch - 1)); }

std::string terminal_line(const ProgressState& state, int width) {
  std::string line;
  for (const std::string& part : parts(state)) {
    const std::string_view space = line.empty() ? "" : "  ";
    if (static_cast<int>(line.size() + space.size() + part.size()) > width) break;
    line.append(space).append(part);
  }
  return line;
}

std::string plain_line(const ProgressState& state) {
  const std::vector<std::string> all = parts(state);
  return fmt::format("{}", fmt::join(all, "  "));
}

std::string started_event(const RunInfo& info, const std::string& folder) {
  return Json(Json::Object{{"event", "started"},
                           {"lacuna", info.version},
                           {"scene", info.scene_file.string()},
                           {"title", info.title},
                           {"solver", info.solver},
                           {"duration", info.duration},
                           {"step", info.step},
                           {"threads", info.threads},
                           {"folder", folder}})
      .text();
}

std::string step_event(const ProgressState& state) {
  Json::Object event{{"event", "step"},
                     {"fraction", state.fraction()},
                     {"remaining_seconds", state.remaining.middle()},
                     {"remaining_range", Json::Array{state.remaining.low, state.remaining.high}}};
  const Json step = step_json(state.report);
  event.insert(event.end(), step.members().begin(), step.members().end());
  return Json(std::move(event)).text();
}

std::string warning_event(const std::string& text) {
  return Json(Json::Object{{"event", "warning"}, {"text", text}}).text();
}

std::string ended_event(const RunRecord& record, const std::string& folder) {
  return Json(Json::Object{
                  {"event", run_outcome_word(record.outcome)},
                  {"cause", record.cause},
                  {"advice", record.advice},
                  {"continue", record.outcome == RunOutcome::finished ? "" : record.info.continue_command},
                  {"steps", record.totals.steps},
                  {"frames", record.frames.size()},
                  {"time", record.time},
                  {"min_gap", record.totals.min_gap},
                  {"max_stretch", stretch_json(record.totals.max_stretch)},
                  {"wall_seconds", record.wall_seconds},
                  {"cpu_seconds", record.cpu_seconds},
                  {"peak_memory", record.peak_memory},
                  {"folder", folder}})
      .text();
}

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
  line(fmt::format("{} ({}): {:g} s in steps of {:g} s on {} thread{}, into {}",
                   printable_line(info.title.empty() ? info.scene_file.string() : info.title), info.solver,
                   info.duration, info.step, info.threads, info.threads == 1 ? "" : "s",
                   printable_line(folder)));
  for (const std::string& note : info.notes) line("  " + printable_line(note));
}

void Progress::step(const ProgressState& state) {
  if (style_ == ProgressStyle::quiet) return;
  if (style_ == ProgressStyle::json) return line(step_event(state));
  const double interval = style_ == ProgressStyle::terminal ? terminal_interval : plain_interval;
  if (timer_.seconds() - printed_at_ < interval) return;
  printed_at_ = timer_.seconds();
  if (style_ == ProgressStyle::plain) return line(plain_line(state));
  // One column is left free: a cursor behind the last one would break the line on some terminals.
  erase_line(out_);
  print_text(out_, terminal_line(state, terminal_width(out_) - 1));
  std::fflush(out_);
  has_line_ = true;
}

void Progress::warning(const std::string& text) {
  line(style_ == ProgressStyle::json ? warning_event(text) : "note: " + printable_line(text));
}

void Progress::ended(const RunRecord& record, const std::string& folder) {
  if (style_ == ProgressStyle::json) return line(ended_event(record, folder));
  if (style_ != ProgressStyle::quiet || record.outcome != RunOutcome::finished) line(summary(record, folder));
}

}  // namespace lacuna
