// How stiff strain limits are, as a factor on what the materials say (Codimensional IPC, section 4.1):
// doubled, up to a hundred, while a triangle stays next to its limit from one iteration to the next. Each
// step starts with the materials' own.
#pragma once

#include "ipc/potential.h"

namespace lacuna::ipc {

class LimitStiffness {
 public:
  void begin_step(Potential& potential);
  /// After a Newton iteration.
  void update(Potential& potential);

 private:
  double margin_before_ = 0;
};

}  // namespace lacuna::ipc
