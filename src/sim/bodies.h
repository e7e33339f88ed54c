// Bodies: vertices connected by elements; each particle is its own body.
#pragma once

#include "mesh/topology.h"
#include "sim/model.h"

namespace lacuna {

Components bodies_of(const Model& model);

}  // namespace lacuna
