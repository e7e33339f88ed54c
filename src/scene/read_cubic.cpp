#include "scene/read_cubic.h"

namespace lacuna {

namespace {

const Fields<CubicSettings>& cubic_fields() {
  using S = CubicSettings;
  static const Fields<S> fields = {
      choice("barrier", &S::barrier,
             "of contacts and strain limits; log and quadratic are there for comparisons"),
      field("target", &S::target, between(0, 1), "",
            "part of a step that its search directions must cover before it ends "
            "(0: 0.98 with share = \"each\", else 0.5)"),
      field("iterations", &S::iterations, between(1, 1e6), "",
            "least number per step, without the error pass"),
      field("max_iterations", &S::max_iterations, between(1, 1e6), "",
            "per step, before a shorter step is tried"),
      field("error_pass", &S::error_pass, {}, "",
            "one more iteration for the length that the step has in the end"),
      field("converge", &S::converge, {}, "",
            "iterate with fading search directions until they are below tolerance"),
      field("tolerance", &S::tolerance, above_zero(1e6), "m/s", "see converge"),
      choice("share", &S::share,
             "where something is blocked: each vertex goes as far as it can; or all go by the same part, and "
             "the step becomes shorter (measured) or not, which drags (whole), for comparisons"),
      choice("stiffness", &S::stiffness,
             "of contacts and strain limits; mass alone is there for comparisons"),
      choice("linear_solver", &S::linear_solver,
             "factorisation, preconditioned conjugate gradients, or whichever fits the size"),
      field("linear_tolerance", &S::linear_tolerance, between(1e-12, 0.5), "",
            "relative residual of conjugate gradients"),
  };
  return fields;
}

}  // namespace

void read_cubic(const Value& value, CubicSettings& settings, ReadContext& context) {
  read_table(value, {"[cubic]", {}}, cubic_fields(), settings, context);
}

KeyTable cubic_key_table() {
  return {"[cubic]", "Settings of the solver `cubic`; other solvers do not read them.",
          infos(cubic_fields())};
}

}  // namespace lacuna
