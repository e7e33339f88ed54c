// Measures of a state that every solver reports.
#pragma once

#include "sim/model.h"
#include "sim/step_report.h"

namespace lacuna {

/// Strains, stretches, distance to strain limits, momenta. `elements` are those of the model, or
/// Dynamics::elements(), where strains are measured from rest shapes that have yielded.
void measure(const Model& model, const Elements& elements, const State& state, StepReport& report);

/// Kinetic energy and that of gravity; the rest is zero.
EnergyReport motion_energy(const Model& model, const State& state);

}  // namespace lacuna
