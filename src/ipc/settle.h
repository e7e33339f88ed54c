// A static step: minimisations from rest, each from where the last ended and with the friction of its start,
// until inertia holds next to nothing of the load (the proximal point method). Bodies that slide or fall
// never get there.
#pragma once

#include "ipc/workspace.h"

#include <atomic>

namespace lacuna::ipc {

Outcome settle(const Model& model, Workspace& w, Report& report, const std::atomic<bool>* stop);

/// For minimisations of a static step, in which there is no next step for new contacts to begin to rub in.
class Landings {
 public:
  explicit Landings(const Model& model);

  /// True if something that came to touch was made to stick: its normal force is not known before the end of
  /// the minimisation, which starts anew from rest.
  bool hold_new_contacts(Workspace& w);

 private:
  bool is_static_;
  int count_ = 0;
};

}  // namespace lacuna::ipc
