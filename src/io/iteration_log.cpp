#include "io/iteration_log.h"

#include "io/kept_lines.h"

namespace lacuna {

Json iteration_json(const IterationReport& r) {
  return Json::Object{{"step", r.step},
                      {"friction_pass", r.friction_pass},
                      {"iteration", r.iteration},
                      {"direction", r.direction == DirectionKind::newton ? "newton" : "gradient"},
                      {"residual", r.residual},
                      {"bound", r.bound},
                      {"part", r.part},
                      {"energy_change", r.energy_change},
                      {"contacts", r.contacts},
                      {"min_gap", r.min_gap},
                      {"limited_by", r.limited_by}};
}

IterationLog::IterationLog(const Folder& folder, Index last_step) : file_(folder, name) {
  const std::string text = last_step >= 0 ? folder.read(name) : "";
  file_.truncate(
      kept_size(text, [&](const Json& line) { return line["step"].integer_or(last_step + 1) <= last_step; }));
}

void IterationLog::append(const IterationReport& report) noexcept {
  if (failure_) return;
  try {
    file_.append(iteration_json(report).text() + "\n");
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void IterationLog::require_written() const {
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace lacuna
