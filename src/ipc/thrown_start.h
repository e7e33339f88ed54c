// Finds bodies placed at rest within dhat of something that the barrier would throw.
//
// The barrier stiffness has a lower bound that ignores gaps and weights (ipc/barrier_stiffness.h): where dhat
// is large compared with the time step times a slow speed, a body well inside dhat is pushed out within a
// step or two, and keeps flying. How far is found by stepping one degree of freedom: the rigid body, along
// the sum of its contact forces, with the barrier of its closest contact.
#pragma once

#include "ipc/settings.h"

#include <string>
#include <vector>

namespace lacuna::ipc {

struct ThrownBody {
  Index vertex;       ///< of the body, in the closest contact
  std::string other;  ///< object or half-space that it touches there
  double gap;         ///< m
  double way;         ///< m: how far it flies in at most a hundred steps
};

/// The bodies that fly farther than dhat, one per pair of names.
std::vector<ThrownBody> find_thrown_bodies(const Model& model, const Settings& settings, const State& start);

/// One line for the user about each: names, gap, dhat, and what to do.
std::vector<std::string> describe_thrown_bodies(const Model& model, const Settings& settings,
                                                const State& start);

}  // namespace lacuna::ipc
