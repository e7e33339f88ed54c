#include "run/progress_text.h"

#include "base/printable.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <vector>

namespace lacuna {
namespace {

std::string percent(const RunProgress& progress) {
  // 0.45 of the time is 44.999... of a hundred in binary.
  return fmt::format("{:3.0f} %", std::floor(100 * progress.fraction() + 1e-9));
}

/// The parts of a line, the most important first.
std::vector<std::string> parts(const RunProgress& progress) {
  const StepReport& r = progress.report;
  std::vector<std::string> result{percent(progress)};
  if (progress.remaining.high > 0) result.push_back("eta " + time_range_text(progress.remaining));
  for (std::string& part :
       std::array{fmt::format("step {}", grouped(r.step)), fmt::format("t {:.4g} s", progress.time),
                  fmt::format("{} it", r.iterations), fmt::format("{} contacts", grouped(r.contacts)),
                  "gap " + length_text(r.min_gap)})
    result.push_back(std::move(part));
  if (r.max_stretch > 0) result.push_back("stretch " + stretch_text(r.max_stretch));
  if (!r.limited_by.empty()) result.push_back("limited by " + printable_line(r.limited_by));
  return result;
}

}  // namespace

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
  for (const Unit& unit : units)  // a value that rounds to 1000 takes the next unit
    if (std::abs(metres) >= 0.9995 * unit.size)
      return fmt::format("{:.3g} {}", metres / unit.size, unit.name);
  return fmt::format("{:.3g} m", metres);
}

std::string stretch_text(double stretch) { return fmt::format("{:.3g} %", 100 * (stretch - 1)); }

std::string terminal_line(const RunProgress& progress, int width) {
  std::string line;
  for (const std::string& part : parts(progress)) {
    const std::string_view space = line.empty() ? "" : "  ";
    if (static_cast<int>(line.size() + space.size() + part.size()) > width) break;
    line.append(space).append(part);
  }
  return line;
}

std::string plain_line(const RunProgress& progress) {
  const std::vector<std::string> all = parts(progress);
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

std::string step_event(const RunProgress& progress) {
  Json::Object event{{"event", "step"},
                     {"fraction", progress.fraction()},
                     {"remaining_seconds", progress.remaining.middle()},
                     {"remaining_range", Json::Array{progress.remaining.low, progress.remaining.high}}};
  const Json step = step_json(progress.report);
  event.insert(event.end(), step.members().begin(), step.members().end());
  return Json(std::move(event)).text();
}

std::string warning_event(const std::string& text) {
  return Json(Json::Object{{"event", "warning"}, {"text", text}}).text();
}

std::string ended_event(const RunRecord& record, const std::string& folder) {
  return Json(Json::Object{
                  {"event", word_of(record.outcome)},
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

std::string summary_text(const RunRecord& record, const std::string& folder) {
  const StepTotals& totals = record.totals;
  std::string text = fmt::format("{}: {} steps, {} frames, {:.4g} s simulated in {}, smallest gap {}",
                                 word_of(record.outcome), grouped(totals.steps),
                                 grouped(static_cast<std::int64_t>(record.frames.size())), record.time,
                                 duration_text(record.wall_seconds), length_text(totals.min_gap));
  if (totals.max_stretch > 0) text += ", largest stretch " + stretch_text(totals.max_stretch);
  text += "; " + cost_text(record) + "; results in " + printable_line(folder);
  if (!record.cause.empty()) text += "\n  " + printable_line(record.cause);
  if (!record.advice.empty()) text += "\n  " + printable_line(record.advice);
  if (record.outcome != RunOutcome::finished && !record.info.continue_command.empty())
    text += "\n  resume with: " + record.info.continue_command;
  return text;
}

}  // namespace lacuna
