// iterations.jsonl: one line per iteration of the solver, a JSON object, written as soon as the iteration is
// done, so that a long step can be watched.
#pragma once

#include "base/json.h"
#include "io/append_file.h"
#include "sim/iteration_report.h"

#include <exception>

namespace lacuna {

Json iteration_json(const IterationReport& report);

class IterationLog {
 public:
  static constexpr const char* name = "iterations.jsonl";

  /// Opens or creates the file and keeps its lines up to `last_step`, so -1 starts over. Damaged lines are
  /// dropped.
  IterationLog(const Folder& folder, Index last_step);
  Index damaged_lines() const { return damaged_lines_; }

  /// Nothing may throw inside a step: errors are kept for require_written().
  void append(const IterationReport& report) noexcept;
  /// Throws InputError if a line could not be written.
  void require_written() const;

 private:
  AppendFile file_;
  Index damaged_lines_ = 0;
  std::exception_ptr failure_;
};

}  // namespace lacuna
