// Bodies that are placed at rest within dhat of something, and that the barrier would throw.
//
// The stiffness of the barrier has a lower bound that knows nothing of gaps and weights
// (ipc/barrier_stiffness.h): where dhat is large beside the time step times a slow speed, a body well inside
// dhat is pushed out of it within a step or two, and flies on. How far is found by stepping one degree of
// freedom: the body as a rigid one, along the sum of its contact forces, with the barrier of its closest
// contact.
#pragma once

#include "sim/model.h"

#include <string>
#include <vector>

namespace lacuna::ipc {

struct ThrownBody {
  Index vertex;       ///< of the body, in the closest contact
  std::string other;  ///< object or half-space that it touches there
  double gap;         ///< m
  double way;         ///< m: how far it gets in a hundred steps, at most
};

/// Those that get farther than dhat, one per pair of names.
std::vector<ThrownBody> find_thrown_bodies(const Model& model, const State& start);

/// A line for the user about each: names, gap, dhat, and what to do.
std::vector<std::string> describe_thrown_bodies(const Model& model, const State& start);

}  // namespace lacuna::ipc
