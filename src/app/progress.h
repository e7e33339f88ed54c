// Prints what a run says while it runs (run/progress_text.h): one line that is rewritten on a terminal, plain
// lines about once per second in a pipe, one JSON object per line with --json, only warnings and failures
// with --quiet.
#pragma once

#include "base/timer.h"
#include "run/progress_text.h"

#include <cstdio>
#include <string>

namespace lacuna {

enum class ProgressStyle : std::uint8_t { terminal, plain, json, quiet };

class Progress final : public RunListener {
 public:
  Progress(ProgressStyle style, std::FILE* out);
  ~Progress() override;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// terminal if `out` is one, otherwise plain.
  static ProgressStyle style_for(std::FILE* out);

  void started(const RunInfo& info, const std::string& folder) override;
  void stepped(const RunProgress& progress) override;
  void warned(const std::string& text) override;
  void ended(const RunRecord& record, const std::string& folder) override;

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
