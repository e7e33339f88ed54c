#include "ipc/script_pull.h"

#include <algorithm>
#include <cmath>

namespace lacuna::ipc {

namespace {

// As in IPC's code; stiffnesses are relative to the vertex's inertia.
constexpr double first_stiffness = 1e6, largest_stiffness = 1e8;
constexpr double enough = 1 - 1e-3;
// As in C-IPC's code: vertices that come this far and no farther are left there; targets are absolute, so
// that a later step makes up for it.
constexpr double nearly_enough = 0.99;
// A script is infeasible after this many updates of the multipliers, or Newton iterations, none of which came
// a thousandth of the way closer. Steps deep in contact take some hundred iterations (IPC, table 1), so
// larger values only make failures slow, and smaller ones stop scripts that still make progress.
constexpr int patience = 8, iteration_patience = 500;
constexpr double progress = 1e-3;

}  // namespace

ScriptPull::ScriptPull(const Model& model, ScriptedVertices& scripted)
    : model_(model), scripted_(scripted), is_known_(model.rest.size(), 0) {}

void ScriptPull::begin_step() {
  is_known_ = scripted_.is_scripted();
  is_pulling_ = is_infeasible_ = false;
}

void ScriptPull::begin(Positions x_start, double moved) {
  is_pulling_ = true;
  moved_ = moved;
  stiffness_ = first_stiffness;
  best_completion_ = 0;
  fruitless_updates_ = fruitless_iterations_ = 0;
  pulled_.clear();
  is_known_ = scripted_.is_scripted();
  way2_ = 0;
  for (const Index i : scripted_.vertices()) {
    const auto v = static_cast<size_t>(i);
    const double distance2 = (scripted_.target(i) - x_start[v]).squaredNorm();
    if (distance2 == 0) continue;
    way2_ += distance2;
    pulled_.push_back(i);
    is_known_[v] = 0;
  }
  multiplier_.assign(pulled_.size(), Vec3::Zero());
}

double ScriptPull::completion(Positions x) const {
  if (!is_pulling_) return 1;
  return (static_cast<double>(scripted_.legs_begun() - 1) + leg_completion(x)) /
         static_cast<double>(scripted_.leg_count());
}

double ScriptPull::leg_completion(Positions x) const {
  if (pulled_.empty()) return 1;
  double left2 = 0;
  for (const Index i : pulled_) left2 += (scripted_.target(i) - x[static_cast<size_t>(i)]).squaredNorm();
  return 1 - std::sqrt(left2 / way2_);
}

void ScriptPull::update(Positions x, bool is_settled) {
  if (!is_pulling_) return;
  const double completed = leg_completion(x);
  if (completed > enough) return finish_leg(x);
  const bool is_closer = completed > best_completion_ + std::min(progress, 0.1 * (1 - best_completion_));
  if (is_closer) best_completion_ = completed;
  if (is_closer) fruitless_updates_ = fruitless_iterations_ = 0;
  is_infeasible_ = ++fruitless_iterations_ > iteration_patience;
  if (completed < moved_ && stiffness_ < largest_stiffness) {
    stiffness_ *= 2;
  } else if (is_settled) {
    if (completed < 0.99 && stiffness_ < largest_stiffness) {
      stiffness_ *= 2;
    } else {
      for (size_t k = 0; k < pulled_.size(); ++k) {
        const auto v = static_cast<size_t>(pulled_[k]);
        multiplier_[k] -= stiffness_ * std::sqrt(model_.mass[v]) * (x[v] - scripted_.target(pulled_[k]));
      }
      is_infeasible_ = is_infeasible_ || ++fruitless_updates_ > patience;
    }
  }
  if (is_infeasible_ && completed > nearly_enough) {
    is_infeasible_ = false;
    finish_leg(x);
  }
}

void ScriptPull::finish_leg(Positions x) {
  if (scripted_.begin_next_leg()) return begin(x, 0);
  is_known_ = scripted_.is_scripted();
  is_pulling_ = false;
}

Index ScriptPull::worst_vertex(Positions x) const {
  const auto left2 = [&](Index v) { return (scripted_.target(v) - x[static_cast<size_t>(v)]).squaredNorm(); };
  return *std::max_element(pulled_.begin(), pulled_.end(),
                           [&](Index a, Index b) { return left2(a) < left2(b); });
}

double ScriptPull::energy_change(Positions x_from, Positions x_to) const {
  if (!is_pulling_) return 0;
  double sum = 0;
  for (size_t k = 0; k < pulled_.size(); ++k) {
    const auto v = static_cast<size_t>(pulled_[k]);
    const double m = model_.mass[v];
    const Vec3 step = x_to[v] - x_from[v];
    sum += step.dot(0.5 * stiffness_ * m * (x_to[v] + x_from[v] - 2 * scripted_.target(pulled_[k])) -
                    std::sqrt(m) * multiplier_[k]);
  }
  return sum;
}

void ScriptPull::add_gradient(Positions x, std::span<Vec3> gradient) const {
  if (!is_pulling_) return;
  for (size_t k = 0; k < pulled_.size(); ++k) {
    const auto v = static_cast<size_t>(pulled_[k]);
    const double m = model_.mass[v];
    gradient[v] += stiffness_ * m * (x[v] - scripted_.target(pulled_[k])) - std::sqrt(m) * multiplier_[k];
  }
}

void ScriptPull::add_diagonal(std::span<double> diagonal) const {
  if (!is_pulling_) return;
  for (const Index i : pulled_)
    diagonal[static_cast<size_t>(i)] += stiffness_ * model_.mass[static_cast<size_t>(i)];
}

}  // namespace lacuna::ipc
