#include "io/step_log.h"

#include "base/check.h"
#include "io/json_lines.h"

#include <algorithm>

namespace lacuna {
namespace {

constexpr const char* log_name = "steps.jsonl";

std::string text_of(const Folder& folder) {
  return folder.entry(log_name).kind == EntryKind::none ? "" : folder.read(log_name);
}

double total(const PhaseSeconds& s) {
  return s.contacts + s.assembly + s.linear_solve + s.step_bound + s.line_search + s.other;
}

}  // namespace

Json stretch_json(double stretch) { return stretch > 0 ? Json(stretch) : Json(); }

namespace {

/// Energies of loads only where there are any.
Json energy_json(const EnergyReport& e) {
  Json::Object object{
      {"kinetic", e.kinetic}, {"elastic", e.elastic}, {"gravity", e.gravity}, {"contact", e.contact}};
  if (e.pressure != 0) object.emplace_back("pressure", e.pressure);
  if (e.pins != 0) object.emplace_back("pins", e.pins);
  object.emplace_back("total", e.total());
  return object;
}

}  // namespace

Json step_json(const StepReport& r) {
  const PhaseSeconds& s = r.seconds;
  Json::Object object{{"step", r.step},
                      {"t", r.time},
                      {"dt", r.dt},
                      {"outcome", word_of(r.outcome)},
                      {"iterations", r.iterations},
                      {"linear_iterations", r.linear_iterations},
                      {"contacts", r.contacts},
                      {"min_gap", r.min_gap},
                      {"max_strain", r.max_strain},
                      {"max_stretch", stretch_json(r.max_stretch)},
                      {"limit_margin", r.limit_margin},
                      {"residual", r.residual},
                      {"energy", energy_json(r.energy)},
                      {"momentum", vector_json(r.momentum)},
                      {"angular_momentum", vector_json(r.angular_momentum)},
                      {"limited_by", r.limited_by},
                      {"smallest_step", r.smallest_step},
                      {"linear_solver", r.linear_solver},
                      {"seconds", Json::Object{{"total", total(s)},
                                               {"contacts", s.contacts},
                                               {"assembly", s.assembly},
                                               {"linear_solve", s.linear_solve},
                                               {"step_bound", s.step_bound},
                                               {"line_search", s.line_search},
                                               {"other", s.other}}}};
  for (const Measure& m : r.measures) {
    LACUNA_CHECK(std::none_of(object.begin(), object.end(), [&](const auto& e) { return e.first == m.name; }),
                 "two values named {}", m.name);
    object.emplace_back(std::string(m.name),
                        std::visit([](const auto& value) { return Json(value); }, m.value));
  }
  if (!r.cause.empty()) object.emplace_back("cause", r.cause);
  return object;
}

void StepTotals::add(const Json& step) {
  if (step["outcome"].string_or("") == "converged") ++steps;
  iterations += step["iterations"].integer_or(0);
  linear_iterations += step["linear_iterations"].integer_or(0);
  max_contacts = std::max(max_contacts, step["contacts"].integer_or(0));
  min_gap = std::min(min_gap, step["min_gap"].number_or(min_gap));
  max_strain = std::max(max_strain, step["max_strain"].number_or(0));
  max_stretch = std::max(max_stretch, step["max_stretch"].number_or(0));
  limit_margin = std::min(limit_margin, step["limit_margin"].number_or(limit_margin));
  seconds += step["seconds"]["total"].number_or(0);
}

std::vector<LoggedStep> logged_steps(std::string_view text, Index last_step) {
  std::vector<LoggedStep> steps;
  Index before = 0;
  for (auto& [line, json] : json_lines(text)) {
    const std::int64_t step = json["step"].integer_or(-1);
    if (step <= before || step > last_step || json["outcome"].string_or("") != "converged") continue;
    before = static_cast<Index>(step);
    steps.push_back({before, line, std::move(json)});
  }
  return steps;
}

std::vector<Index> missing_steps(const Folder& folder, Index last_step) {
  const std::string text = text_of(folder);
  std::vector<Index> missing;
  Index next = 1;
  for (const LoggedStep& logged : logged_steps(text, last_step)) {
    for (; next < logged.step; ++next) missing.push_back(next);
    next = logged.step + 1;
  }
  for (; next <= last_step; ++next) missing.push_back(next);
  return missing;
}

StepLog::StepLog(const Folder& folder, Index last_step) : file_(folder, log_name) {
  const std::string text = last_step >= 0 ? text_of(folder) : "";
  std::string kept;
  for (const LoggedStep& logged : logged_steps(text, last_step)) {
    kept += logged.line;
    totals_.add(logged.json);
  }
  keep_lines(folder, log_name, file_, text, kept);
}

void StepLog::append(const StepReport& report) {
  const Json step = step_json(report);
  file_.append(step.text() + "\n");
  totals_.add(step);
}

}  // namespace lacuna
