// Why a step with a ContactSystem was not done, and what to do about it.
#pragma once

#include "sim/contact_system.h"

namespace lacuna {

/// `x` is where the step has come to. Fills in the cause and the advice.
void explain_outcome(const ContactSystem& system, Positions x, StepReport& report);

}  // namespace lacuna
