// One frame, proven on its own: every coordinate finite, no edge through a triangle (exact predicates), every
// gap between non-neighbours above the pair's offset, everything on the free side of every half-space and
// inside every container and bowl. Every pair is checked except neighbours, which share a vertex. A pair
// keeps the mean of its two offsets; a half-space or sphere has none, so a vertex keeps half of its own. A
// solid ball is a particle with an offset of twice its radius: a pair like others. Containers and bowls are
// convex, so a primitive is inside if its vertices are. Crossings of two rods, or of a particle, leave no
// trace in a single frame: for them the gap is the proof.
//
// The solver ignores two kinds of pairs: objects that the scene excludes (no_contact, self_contact), and two
// primitives that are both prescribed. Crossings there are counted by objects (Exception) and are not
// violations.
#pragma once

#include "mesh/file/frame_file.h"
#include "verify/violation.h"

namespace lacuna::verify {

/// The elements of a frame, by how they can intersect.
struct Elements {
  explicit Elements(const FrameFile& frame);

  std::vector<Triangle> triangles;
  std::vector<Edge> edges, free_edges;  ///< all: sides of triangles too; free: of no triangle
  std::vector<Index> free_vertices;     ///< of no triangle
  std::vector<Index> particles;         ///< of no triangle and no edge
};

/// What run.json adds to the frames: names, and pairs that the scene excludes from contact.
struct Rules {
  std::vector<std::string> object_names;
  std::vector<std::array<std::string, 2>> no_contact;

  std::string name_of(Index object) const;
};

/// Two objects that cross, or are closer than their offset, because the solver was told to ignore them.
struct Exception {
  enum class Reason : std::uint8_t { no_contact, prescribed };

  std::array<std::string, 2> names;  ///< of objects; the second may be a half-space or sphere
  Reason reason = Reason::no_contact;
  std::int64_t crossings =
      0;                   ///< edges through triangles, and vertices behind a half-space or outside a sphere
  std::int64_t close = 0;  ///< pairs closer than their offset
  Index frames = 0;        ///< with any of these

  /// "37 crossings between 'a' and 'b' in 2 frames, which the scene excludes (no_contact)"
  std::string text() const;
};

/// Merges exceptions of the same names and reason.
void add_exceptions(std::vector<Exception>& all, const std::vector<Exception>& more);

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
  std::vector<Exception> exceptions;
  SmallestGap smallest;
};

FrameResult check_frame(const FrameFile& frame, const Elements& elements, const Rules& rules, Index number);

}  // namespace lacuna::verify
