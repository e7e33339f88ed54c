// The backward step of two-way collision handling: brings the guide, positions y that want to be at a target
// y*, to where contacts, edges and strain limits allow it to be,
//
//   min 1/2 |y - y*|_M^2   with every gap at least a part of dhat, no edge much longer than in y*,
//                          and no strain above its limit,
//
// by sweeps over the constraints (projected Gauss-Seidel). Closest points and normals of contacts are frozen
// at x, a state free of intersections: frozen at y they might hold y on the wrong side. docs/two_way.md
#pragma once

#include "mesh/topology.h"
#include "scene/two_way_settings.h"
#include "sim/contact_system.h"

namespace lacuna::two_way {

class Guide {
 public:
  Guide(const Model& model, const TwoWaySettings& settings);

  /// For a walk to a target.
  void begin(Positions target, const ScriptedVertices& scripted);
  /// Sweeps over all constraints, contacts as they are at x.
  void project(Positions x, std::span<const StiffContact> contacts);

  const std::vector<Vec3>& positions() const { return y_; }

 private:
  /// A triangle with a strain limit.
  struct Limited {
    Triangle nodes;
    Mat2 inverse_edges;  // 1/m
    double most;         // largest stretch that the guide may have
  };

  /// A contact that wants  g(x) + sum s_i . (y_i - x_i) >= the gap that is kept,  s_i = dg / dx_i, and its
  /// multiplier.
  struct Row {
    double excess;    // m: gap at x beyond the one that is kept
    double rate;      // kg: push per distance; 0 if nothing of it can move
    double push = 0;  // kg m
  };

  void list_rows(std::span<const StiffContact> contacts);
  void touch(Index vertex);
  void list_limit(Index t);
  double sweep_edges();
  double sweep_limits();
  double sweep_contacts(Positions x, std::span<const StiffContact> contacts);

  const Model& model_;
  const TwoWaySettings& settings_;
  std::vector<Edge> edges_;
  VertexElements edges_of_;
  std::vector<Limited> limited_;
  VertexElements limited_of_;
  std::vector<std::uint8_t> is_limit_listed_;
  std::vector<Index> listed_limits_;
  std::vector<double> inverse_mass_;
  std::vector<Vec3> target_, y_;
  std::vector<Row> rows_;                             // of the contacts
  std::vector<Index> order_;                          // of rows in a sweep
  std::vector<std::uint8_t> is_touched_, is_listed_;  // per vertex, per edge
  std::vector<Index> listed_;                         // edges that may be too long
};

}  // namespace lacuna::two_way
