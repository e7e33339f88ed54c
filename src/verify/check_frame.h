// One frame, proven on its own: every coordinate finite, no edge through a triangle (exact predicates), every
// gap between things that are no neighbours above the pair's offset, everything on the free side of every
// half-space. The rules are those of the solver, written down a second time:
//   - primitives that share a vertex are neighbours and are not looked at
//   - two primitives whose vertices are all kinematic may do as they like, and so may objects without contact
//   - a pair keeps the mean of its two offsets; a half-space has none, so a vertex keeps half of its own
// Two rods, or a particle and anything, cross without a trace in a single frame: for them the gap is the
// proof.
#pragma once

#include "mesh/file/frame_file.h"
#include "verify/violation.h"

namespace lacuna::verify {

/// The elements of a frame by how they can meet.
struct Elements {
  explicit Elements(const FrameFile& frame);

  std::vector<Triangle> triangles;
  std::vector<Edge> edges, free_edges;  ///< all: sides of triangles too; free: of no triangle
  std::vector<Index> free_vertices;     ///< of no triangle
  std::vector<Index> particles;         ///< of no triangle and no edge
};

/// What run.json adds to the frames: names, and pairs that may do as they like.
struct Rules {
  std::vector<std::string> object_names;
  std::vector<std::array<std::string, 2>> no_contact;
  std::vector<std::array<Index, 2>> stitches;  ///< vertices, in rising order, sorted

  std::string name_of(Index object) const;
  bool has_contact(const std::string& a, const std::string& b) const;
};

/// The closest two primitives.
struct SmallestGap {
  double gap =
      std::numeric_limits<double>::infinity();  ///< m, less offset; only those below `reach` are known
  double reach = std::numeric_limits<double>::infinity();
  Index frame = -1;
  std::string between;

  void take(const SmallestGap& other);
};

struct FrameResult {
  Violations violations;
  SmallestGap smallest;
};

FrameResult check_frame(const FrameFile& frame, const Elements& elements, const Rules& rules, Index number);

}  // namespace lacuna::verify
