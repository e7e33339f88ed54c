// Which vertices belong together because elements join them; a particle is a body of its own.
#pragma once

#include "mesh/topology.h"
#include "sim/model.h"

namespace lacuna {

Components bodies_of(const Model& model);

}  // namespace lacuna
