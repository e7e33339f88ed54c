// Is the start of a scene one that can be stepped? Nothing may intersect, every gap must exceed its offset.
#pragma once

#include "sim/model.h"

namespace lacuna {

enum class StartProblemKind : std::uint8_t { intersection, too_close, behind_plane };

/// Two things that are not apart.
struct StartProblem {
  StartProblemKind kind;
  std::array<std::string, 2> names;  ///< of the objects
  std::array<std::string, 2> parts;  ///< "edge 12-40", "triangle 3 4 8", vertices numbered within the object
  std::array<std::vector<Index>, 2> vertices;  ///< of the parts, numbers of the model
  Vec3 position;                               ///< m
  double gap;                                  ///< m, distance less offset; not above 0
  double offset = 0;                           ///< m, that the two must keep
  bool is_sewn = false;                        ///< a stitch holds a vertex of one to one of the other
};

/// What is not apart: all of it counted, the first of it kept.
struct StartProblems {
  /// Enough to see on a mesh where two things meet; more would only fill memory and disk, since what tangles
  /// has as many pairs as the product of its primitives.
  static constexpr size_t most_kept = 2000;

  /// Those of one kind between two objects.
  struct Group {
    StartProblem first;
    std::int64_t count;
  };

  std::vector<StartProblem> kept;  ///< intersections first
  std::vector<Group> groups;       ///< no more of them either
  std::int64_t total = 0;

  bool empty() const { return total == 0; }
};

StartProblems find_start_problems(const Model& model, Positions x);
/// The same at any time of a run: `surface` is the model's with what is scripted then.
StartProblems find_start_problems(const Model& model, const Surface& surface, Positions x);

/// One line per pair of objects: how many problems of which kind, and where the first is.
std::vector<std::string> summarise(const StartProblems& problems);

/// What to do about a problem.
std::string start_hint(const StartProblem& problem);

/// Throws InputError, with the place of the first object it names, if there is a problem.
void require_good_start(const Model& model, Positions x, const Scene& scene);

}  // namespace lacuna
