#include "verify/step_check.h"

#include "base/file.h"
#include "base/input_error.h"
#include "base/json.h"

#include <fmt/format.h>

namespace lacuna::verify {
namespace {

class StepReader {
 public:
  void take(std::string_view line, Index line_number) {
    line_ = line_number;
    Json step;
    try {
      step = parse_json(line, "");
    } catch (const InputError& error) {
      return complain("{}", error.problem);
    }
    const std::int64_t number = step["step"].integer_or(-1);
    const double time = step["t"].number_or(std::numeric_limits<double>::quiet_NaN());
    if (number != step_ + 1) complain("step {} follows step {}", number, step_);
    if (!(time > time_)) complain("the time {} s of step {} is not after {} s", time, number, time_);
    std::string& failure = result.failure;  // a failed step is the last, and makes no frame
    if (!failure.empty()) complain("step {} follows one that {}", number, failure);
    failure.clear();
    if (step["outcome"].string_or("") != "converged") {
      failure = fmt::format("did not converge: {}",
                            step["cause"].string_or(step["outcome"].string_or("no reason")));
      return;
    }
    const Json& gap = step["min_gap"];  // null: nothing near
    if (!gap.is_null() && !(gap.number_or(0) > 0))
      complain("step {} has the smallest gap {}", number, gap.text());
    const Json& margin = step["limit_margin"];  // null: nothing has a limit
    if (!margin.is_null()) {
      result.has_limits = true;
      if (!(margin.number_or(0) > 0))
        complain("step {} has the smallest margin {} to a strain limit", number, margin.text());
    }
    step_ = number;
    time_ = time;
    if (number >= 0 && number <= std::numeric_limits<Index>::max())
      result.times[static_cast<Index>(number)] = time;
  }

  StepCheck result;

 private:
  template <class... Arguments>
  void complain(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    result.violations.add(ViolationKind::step_log, -1, [&] {
      return fmt::format("steps.jsonl:{}: {}", line_,
                         fmt::format(text, std::forward<Arguments>(arguments)...));
    });
  }

  Index line_ = 0;
  std::int64_t step_ = 0;
  double time_ = 0;
};

}  // namespace

StepCheck check_steps(const std::filesystem::path& file) {
  StepReader reader;
  std::string text;
  std::error_code ignored;
  try {
    text = read_file(file);
  } catch (const InputError& error) {
    reader.result.violations.add(ViolationKind::missing_record, -1, [&] {
      return fmt::format(
          "steps.jsonl {}: whether the steps between the frames converged is unknown",
          std::filesystem::status(file, ignored).type() == std::filesystem::file_type::not_found
              ? "is missing"
              : error.problem);
    });
    return std::move(reader.result);
  }
  reader.result.is_present = true;
  Index line_number = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    reader.take(std::string_view(text).substr(begin, end - begin), ++line_number);
    begin = end + 1;
  }
  return std::move(reader.result);
}

}  // namespace lacuna::verify
