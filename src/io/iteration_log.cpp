#include "io/iteration_log.h"

#include "io/json_lines.h"

namespace lacuna {

Json iteration_json(const IterationReport& r) {
  return Json::Object{{"step", r.step},
                      {"friction_pass", r.friction_pass},
                      {"iteration", r.iteration},
                      {"direction", word_of(r.direction)},
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
  std::string kept;
  for (const auto& [line, json] : json_lines(text)) {
    const std::int64_t step = json["step"].integer_or(-1);
    if (step < 1) ++damaged_lines_;
    if (step >= 1 && step <= last_step) kept += line;
  }
  keep_lines(folder, name, file_, text, kept);
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
