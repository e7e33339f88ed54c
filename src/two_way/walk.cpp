#include "two_way/walk.h"

#include "base/parallel.h"

#include <limits>

namespace lacuna::two_way {

namespace {

// What stopped closer than this to the guide has arrived, in dhat.
constexpr double arrived = 1;
// After the first pass, what is closer than this has no farther to go.
constexpr double at_rest = 0.01;
// Every few passes a walk ends if more than this part of what was missing before still is.
constexpr Index pass_count = 4;
constexpr double little_progress = 0.9;
// No pass closes a gap below a fifth of dhat, or by more than a tenth if it is smaller already: without a
// floor, things that are pressed together would close their gap geometrically.
constexpr MotionLimits limits{
    .t_max = 1, .gap_fraction = 0.9, .kept_of_dhat = 0.2 / 0.9, .kept_of_strain = kept_margin};

}  // namespace

Walk::Walk(const Model& model, const TwoWaySettings& settings, ContactSystem& system)
    : model_(model), settings_(settings), system_(system), guide_(model, settings), way_(model.rest.size()) {}

WalkReport Walk::move(std::span<Vec3> x, Positions target, Index most_passes, const std::atomic<bool>* stop) {
  WalkReport report;
  double missing_before = std::numeric_limits<double>::infinity();
  guide_.begin(target, system_.scripted());
  const std::vector<std::uint8_t>& is_scripted = system_.scripted().is_scripted();
  for (;;) {
    ++report.passes;
    guide_.project(x, system_.contacts());
    const std::vector<Vec3>& y = guide_.positions();
    parallel_for(count_of(x), [&](Index i) {
      const auto v = static_cast<size_t>(i);
      way_[v] = y[v] - x[v];
      const bool is_near = way_[v].squaredNorm() < square(at_rest * model_.dhat);
      if (report.passes > 1 && is_near && !is_scripted[v]) way_[v].setZero();
    });
    system_.find_stops(x, way_, limits);
    if (report.passes == 1) report.first = system_.stops().first();
    const std::span<const double> time = system_.stops().times();
    report.missing = parallel_max(count_of(x), 0, [&](Index i) {
      const auto v = static_cast<size_t>(i);
      return (1 - time[v]) * way_[v].norm();
    });
    parallel_for(count_of(x), [&](Index i) {
      const auto v = static_cast<size_t>(i);
      x[v] += time[v] * way_[v];
    });
    bool is_stuck = false;
    if (report.passes % pass_count == 0) {
      is_stuck = report.missing > little_progress * missing_before;
      missing_before = report.missing;
    }
    if (report.missing < arrived * model_.dhat || is_stuck || report.passes >= most_passes) return report;
    if (stop && stop->load()) return report;
    system_.find_contacts(x);
  }
}

}  // namespace lacuna::two_way
