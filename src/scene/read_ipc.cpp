#include "scene/read_ipc.h"

#include "scene/renamed_keys.h"

namespace lacuna {

namespace {

void read_friction_passes(const Value& value, const KeyInfo& info, IpcSettings& settings, ReadContext&) {
  const auto* text = value.as<std::string>();
  if (text != nullptr && *text == "converged") {
    settings.friction_passes = 0;
  } else {
    read_into(value, info, settings.friction_passes);
  }
}

const Fields<IpcSettings>& ipc_fields() {
  using S = IpcSettings;
  static const Fields<S> fields = {
      or_auto(field("barrier", &S::barrier, above_zero(1e30), "N/m^3 or Pa", "\"auto\"",
                    "stiffness of the repulsion"),
              "adapted to masses and motion"),
      choice("weights", &S::weights,
             "every contact counts alike (IPC), or by the area around it (Convergent IPC, 2023)"),
      {{"friction_passes", "whole number, or \"converged\"", "", "1",
        "solves per step with friction updated between them", between(1, 1000)},
       read_friction_passes},
      choice(
          "rule", &S::rule,
          "a solve ends when the largest (IPC) or the mean (C-IPC) correction per second is below tolerance"),
      or_auto(field("tolerance", &S::tolerance, above_zero(1e6), "m/s", "\"auto\"", "see rule"),
              "\"0.01 l\", with friction at most half of epsv, for max; 0.001 for mean"),
      may_change_on_resume(
          field("max_iterations", &S::max_iterations, between(1, 1e9), "", "of Newton's method, per solve")),
      choice("linear_solver", &S::linear_solver,
             "factorisation, preconditioned conjugate gradients, or whichever fits the size"),
  };
  return fields;
}

}  // namespace

void read_ipc(const Value& value, IpcSettings& settings, ReadContext& context) {
  read_table(value, {"[ipc]", {}}, ipc_fields(), settings, context);
}

KeyTable ipc_key_table() {
  return {"[ipc]", "Settings of the solver `ipc`; other solvers do not read them. " + describe_renamed_keys(),
          infos(ipc_fields())};
}

}  // namespace lacuna
