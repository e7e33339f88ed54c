// What the surroundings do to a model besides gravity and contact: pressure (sim/pressure.h), soft pins and
// air (sim/vertex_loads.h). Constant, part of the Model. docs/energies/loads.md
#pragma once

#include "energy/air_drag.h"
#include "sim/script.h"

namespace lacuna {

/// Springs between vertices and the targets of their script.
struct SoftPins {
  Script script;
  double stiffness;  ///< N/m, of each
};

/// Closed surfaces under pressure, their triangles counter-clockwise seen from outside.
struct PressedSurfaces {
  std::vector<Triangle> triangles;
  std::vector<double> pressure;  ///< Pa, per triangle, inside over outside
};

/// Everything that air acts on. Factors of objects are in `scale` of each part.
struct Air {
  DragLaw law;
  Vec3 wind{0, 0, 0};            ///< m/s
  std::vector<Triangle> plates;  ///< of shells
  std::vector<double> plate_scale;
  struct Segment {
    double radius, scale;
  };
  std::vector<Edge> segments;  ///< of rods
  std::vector<Segment> segment_data;
  struct Ball {
    Index vertex;
    double radius, scale;
  };
  std::vector<Ball> balls;   ///< particles
  std::vector<double> rate;  ///< 1/s, per vertex; empty: none
};

struct Loads {
  PressedSurfaces pressed;
  std::vector<SoftPins> pins;
  Air air;
};

}  // namespace lacuna
