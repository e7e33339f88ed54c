// Checks that the initial state of a scene can be stepped: nothing may intersect, and every distance must
// exceed its offset.
#pragma once

#include "sim/model.h"

namespace lacuna {

enum class StartProblemKind : std::uint8_t { intersection, too_close, behind_plane, outside_sphere };

/// Two primitives that intersect or are too close.
struct StartProblem {
  StartProblemKind kind;
  std::array<std::string, 2> names;  ///< of the objects
  std::array<std::string, 2> parts;  ///< "edge 12-40", "triangle 3 4 8", vertices numbered within the object
  std::array<std::vector<Index>, 2> vertices;  ///< of the parts, numbers of the model
  Vec3 position;                               ///< m
  double gap;                                  ///< m, distance less offset; at most 0
  double offset = 0;                           ///< m, required between the two
  bool is_sewn = false;                        ///< a stitch connects a vertex of one to one of the other
  bool is_ball = false;                        ///< one of the two is a solid ball
};

/// All problems, counted; the first ones are kept.
struct StartProblems {
  /// Enough to show on a mesh where two objects meet; more would only fill memory and disk, since tangled
  /// objects have as many pairs as the product of their primitives.
  static constexpr size_t most_kept = 2000;

  /// The problems of one kind between two objects.
  struct Group {
    StartProblem first;
    std::int64_t count;
  };

  std::vector<StartProblem> kept;  ///< intersections first
  std::vector<Group> groups;       ///< at most as many
  std::int64_t total = 0;

  bool empty() const { return total == 0; }
};

StartProblems find_start_problems(const Model& model, Positions x);
/// The same at any time of a run: `surface` is the model's, with the vertices scripted at that time.
StartProblems find_start_problems(const Model& model, const Surface& surface, Positions x);

/// One line per pair of objects: how many problems of which kind, and where the first is.
std::vector<std::string> summarise(const StartProblems& problems);

/// Advice on how to fix a problem.
std::string start_hint(const StartProblem& problem);

/// Throws InputError, with the place of the first object it names, if there is a problem.
void require_good_start(const Model& model, Positions x, const Scene& scene);

}  // namespace lacuna
