// A static step: minimisations from rest, each from where the last ended and with the friction of its start,
// until inertia carries almost none of the load (the proximal point method). Bodies that slide or fall never
// reach that state.
#pragma once

#include "ipc/workspace.h"

#include <atomic>

namespace lacuna::ipc {

Outcome settle(const Model& model, Workspace& w, Report& report, const std::atomic<bool>* stop);

/// A static step has no next step, so new contacts need friction at once.
class Landings {
 public:
  explicit Landings(const Model& model);

  /// Called after an iteration. True if new contacts were made to stick, because their normal forces are not
  /// known before the end of the minimisation; it then restarts from rest.
  bool hold_new_contacts(Workspace& w);

 private:
  bool is_static_;
  int count_ = 0;
};

}  // namespace lacuna::ipc
