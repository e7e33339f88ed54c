#include "ipc/settings.h"

#include "sim/resolve_size.h"

#include <fmt/format.h>

#include <algorithm>

namespace lacuna::ipc {

namespace {

/// IPC's and C-IPC's defaults. With friction the former must be below epsv: otherwise a direction that would
/// take a contact from sticking to sliding counts as converged.
double resolve_tolerance(const IpcSettings& given, const Model& model, std::vector<std::string>& notes) {
  const bool is_max = given.rule == TerminationRule::max_velocity;
  const bool must_resolve_sticking = is_max && model.has_friction();
  const SizedValue usual = is_max ? SizedValue{1e-2, true} : SizedValue{1e-3, false};
  if (const double half = 0.5 * model.epsv;
      !given.tolerance && must_resolve_sticking && half < usual.value * model.size) {
    notes.push_back(fmt::format("tolerance = {:.4g} m/s: half of epsv, because there is friction", half));
    return half;
  }
  const double tolerance =
      resolve_size("tolerance", given.tolerance.value_or(usual), "m/s", model.size, notes);
  if (must_resolve_sticking && tolerance > model.epsv)
    notes.push_back(
        fmt::format("tolerance is larger than epsv ({:.4g} m/s): sliding objects may stick or lose much of "
                    "their speed; set ipc.tolerance below epsv if that matters",
                    model.epsv));
  return tolerance;
}

}  // namespace

Settings resolve_settings(const IpcSettings& given, const Model& model) {
  Settings settings;
  static_cast<IpcSettings&>(settings) = given;
  settings.newton_tolerance = resolve_tolerance(given, model, settings.notes);
  return settings;
}

}  // namespace lacuna::ipc
