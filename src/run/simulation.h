// A scene, its model, its state and its solver: the one class that an embedder needs.
//
//   Simulation simulation(read_scene("cloth.toml"));
//   while (simulation.state().time < 2)
//     if (simulation.advance().outcome != Outcome::converged) break;
#pragma once

#include "run/make_solver.h"
#include "run/step_plan.h"
#include "scene/scene.h"
#include "sim/model.h"
#include "sim/solver.h"

#include <memory>

namespace lacuna {

class Simulation {
 public:
  using SolverMaker = std::function<std::unique_ptr<Solver>(const Scene&, const Model&)>;

  /// With the solver that the scene names, or one of the caller's. Throws InputError if the scene cannot be
  /// built or starts with intersections.
  explicit Simulation(const Scene& scene, const SolverMaker& make = make_solver);

  const Model& model() const { return *model_; }
  const StepPlan& plan() const { return plan_; }
  const State& state() const { return state_; }
  /// The collision surface, with the vertices that a script moves now marked as kinematic.
  const Surface& surface() const { return solver_->surface(); }
  /// Every automatic choice, with its reason, one line each.
  const std::vector<std::string>& notes() const { return notes_; }
  /// What may go wrong with this start, one sentence each.
  std::vector<std::string> warn_about_start() const { return solver_->warn_about_start(state_); }

  /// The next step of plan(), or a step of dt. Only a step that converged moves the state.
  StepReport advance(const std::atomic<bool>* stop = nullptr) {
    return advance(plan_.next(state_.time), stop);
  }
  StepReport advance(double dt, const std::atomic<bool>* stop = nullptr) {
    return solver_->step(state_, dt, stop);
  }

  /// Continues from a state of the same scene, with the bits of a run that was not interrupted. Throws
  /// InputError if it was saved by another solver.
  void restore(State state);

  /// Calls `observer` with every state that the solver accepts on its way through a step.
  void observe(std::function<void(const AcceptedState&)> observer) {
    solver_->on_accepted = std::move(observer);
  }
  /// Calls `observer` with the report of every iteration.
  void observe_iterations(std::function<void(const IterationReport&)> observer) {
    solver_->on_iteration = std::move(observer);
  }

 private:
  std::unique_ptr<Model> model_;
  StepPlan plan_;
  State state_;
  std::unique_ptr<Solver> solver_;
  std::vector<std::string> notes_;
};

}  // namespace lacuna
