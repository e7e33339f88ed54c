#include "scene/read_two_way.h"

namespace lacuna {

namespace {

const Fields<TwoWaySettings>& two_way_fields() {
  using S = TwoWaySettings;
  static const Fields<S> fields = {
      field("iterations", &S::iterations, between(1, 1e6), "",
            "least number of linear systems per step; the state walks to the solution of each"),
      field("max_iterations", &S::max_iterations, between(1, 1e6), "",
            "per step, where a walk leaves much of the motion missing"),
      field("passes", &S::passes, between(1, 1e6), "",
            "of a walk, at most; what is missing then is made up for by later steps"),
      field("sweeps", &S::sweeps, between(1, 1e4), "", "over all constraints in each pass"),
      field("edge_stretch", &S::edge_stretch, between(0, 1e3), "",
            "length of an edge over its length in the solution of the linear system, at most (0: any)"),
      choice("linear_solver", &S::linear_solver,
             "factorisation, preconditioned conjugate gradients, or whichever fits the size"),
      field("linear_tolerance", &S::linear_tolerance, between(1e-12, 0.5), "",
            "relative residual of conjugate gradients"),
  };
  return fields;
}

}  // namespace

void read_two_way(const Value& value, TwoWaySettings& settings, ReadContext& context) {
  read_table(value, {"[two-way]", {}}, two_way_fields(), settings, context);
}

KeyTable two_way_key_table() {
  return {"[two-way]", "Settings of the solver `two-way`; other solvers do not read them.",
          infos(two_way_fields())};
}

}  // namespace lacuna
