// Sheets, rods and stitches as element kinds (energy/element.h): their step bounds and reported quantities.
#pragma once

#include "energy/baraff_witkin.h"
#include "energy/hinge.h"
#include "energy/membrane.h"
#include "energy/rod_bend.h"
#include "energy/rod_stretch.h"
#include "energy/stitch.h"
#include "energy/strain_limit_bound.h"

namespace lacuna {

/// Adds stretch() and strain() to the energy of a triangle.
template <class Energy>
struct WithStretch : Energy {
  using Data = typename Energy::Data;

  static Vec2 stretches(const ElementPositions<3>& x, const Data& data) {
    return singular_values(deformation_gradient(x, data.inverse_edges));
  }
  static double stretch(const ElementPositions<3>& x, const Data& data) { return stretches(x, data)[0]; }
  static double strain(const ElementPositions<3>& x, const Data& data) {
    return (stretches(x, data).array() - 1).abs().maxCoeff();
  }
};

/// Adds step_bound(), limit_margin() and is_admissible() to an energy that is infinite beyond a strain limit.
template <class Energy>
struct WithLimit : Energy {
  using Data = typename Energy::Data;

  static double step_bound(const ElementPositions<3>& x, const ElementPositions<3>& p, const Data& data) {
    return strain_limit_bound(x, p, data);
  }
  static double limit_margin(const ElementPositions<3>& x, const Data& data) {
    return strain_limit_margin(x, data);
  }
  static bool is_admissible(const ElementPositions<3>& x, const Data& data) {
    return limit_margin(x, data) > 0;
  }
};

/// Adds yielded() and rest_numbers() to the energy of a triangle.
template <class Energy>
struct WithPlasticity : Energy {
  using Data = typename Energy::Data;

  static Data yielded(const ElementPositions<3>& x, Data data, const PlasticFlow& flow) {
    data.inverse_edges = flowed_rest(deformation_gradient(x, data.inverse_edges), data.inverse_edges, flow);
    return data;
  }
  static std::span<double> rest_numbers(Data& data) { return {data.inverse_edges.data(), 4}; }
};

template <class Law>
struct MembraneKind : WithPlasticity<WithStretch<Membrane<Law>>> {};

struct BaraffWitkinKind : WithPlasticity<WithStretch<BaraffWitkin>> {};

struct OrthotropicKind : WithStretch<WithLimit<OrthotropicMembrane>> {};

/// A solver may raise its stiffness during a step in which a limit is nearly reached.
struct StrainLimitKind : WithLimit<StrainLimit> {
  static constexpr bool is_limit = true;
};

struct RodStretchKind : RodStretch {
  static double stretch(const ElementPositions<2>& x, const Data& data) {
    return (x[1] - x[0]).norm() / data.rest_length;
  }
  static double strain(const ElementPositions<2>& x, const Data& data) {
    return std::abs(stretch(x, data) - 1);
  }
};

}  // namespace lacuna
