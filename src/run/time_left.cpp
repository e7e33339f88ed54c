#include "run/time_left.h"

#include "run/progress_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace lacuna {
namespace {

constexpr size_t shortest = 8, middle = 32, longest = 128;
// A range narrower than this is shown as one number: similar steps differ by as much.
constexpr double sure_ratio = 1.25;

struct TimeUnit {
  double seconds;
  const char* name;
};

TimeUnit unit_for(double seconds) {
  if (seconds < 0.0995) return {1e-3, "ms"};
  if (seconds < 60) return {1, "s"};
  return seconds < 3600 ? TimeUnit{60, "min"} : TimeUnit{3600, "h"};
}

/// Two digits, or all digits of larger numbers.
std::string short_number(double x) { return x < 10 ? fmt::format("{:.2g}", x) : fmt::format("{:.0f}", x); }

}  // namespace

bool TimeRange::is_sure() const { return high <= sure_ratio * low; }
double TimeRange::middle() const { return std::isfinite(high) ? std::sqrt(low * high) : high; }

void TimeLeft::add(double seconds) {
  if (last_.size() == longest) last_.erase(last_.begin());
  last_.push_back(seconds);
}

/// The largest is replaced by the second largest, so that a single slow step does not count.
double TimeLeft::recent_mean(size_t count) const {
  std::vector<double> recent(last_.end() - static_cast<std::ptrdiff_t>(std::min(count, last_.size())),
                             last_.end());
  std::sort(recent.begin(), recent.end());
  if (recent.size() >= 3) recent.back() = recent[recent.size() - 2];
  return std::accumulate(recent.begin(), recent.end(), 0.0) / static_cast<double>(recent.size());
}

TimeRange TimeLeft::of(double steps) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (last_.empty()) return {infinity, infinity};
  const double now = recent_mean(shortest), lately = recent_mean(middle), before = recent_mean(longest);
  // A run that has slowed down may slow down by as much again.
  const double rise = before > 0 ? std::max(1.0, now / before) : 1;
  // Few steps give an uncertain estimate.
  const double doubt = last_.size() < shortest ? 1 + 1.0 / static_cast<double>(last_.size()) : 1;
  return {std::min({now, lately, before}) / doubt * steps,
          std::max({now, lately, before}) * rise * doubt * steps};
}

std::string time_range_text(const TimeRange& range) {
  if (!std::isfinite(range.high) || range.is_sure()) return duration_text(range.middle());
  const TimeUnit unit = unit_for(range.high);
  const std::string low = short_number(range.low / unit.seconds),
                    high = short_number(range.high / unit.seconds);
  return fmt::format("{} to {} {}", low, high, unit.name);
}

}  // namespace lacuna
