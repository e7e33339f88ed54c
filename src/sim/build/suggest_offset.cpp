#include "sim/build/suggest_offset.h"

#include <fmt/core.h>

#include <algorithm>

namespace lacuna {

namespace {

// A smoothed surface deviates from the middle of an edge e on a radius R by e^2 / 8R. Half of the offset
// covers that down to R = 5 e; sharper folds are not resolved anyway.
constexpr double offset_per_edge = 1.0 / 20;

bool can_show_through(const Scene& scene, const Model& model, size_t sheet, size_t obstacle) {
  const SceneObject &a = scene.objects[sheet], &b = scene.objects[obstacle];
  const std::array<Index, 2> pair{static_cast<Index>(std::min(sheet, obstacle)),
                                  static_cast<Index>(std::max(sheet, obstacle))};
  return std::holds_alternative<ShellMaterial>(a.kind) && std::holds_alternative<Obstacle>(b.kind) &&
         a.offset + b.offset == 0 &&
         !std::binary_search(model.surface.disabled().begin(), model.surface.disabled().end(), pair);
}

double mean_edge(const Model& model, size_t object) {
  double sum = 0, count = 0;
  for (const Edge& e : model.surface.edges()) {
    if (model.surface.object_of(e[0]) != static_cast<Index>(object)) continue;
    sum += (model.rest[static_cast<size_t>(e[1])] - model.rest[static_cast<size_t>(e[0])]).norm();
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

/// Obstacles of segments or points do not show through.
std::vector<bool> have_triangles(const Surface& surface) {
  std::vector<bool> have(static_cast<size_t>(surface.object_count()), false);
  for (const Triangle& t : surface.triangles()) have[static_cast<size_t>(surface.object_of(t[0]))] = true;
  return have;
}

}  // namespace

void suggest_offset(const Scene& scene, Model& model) {
  if (!model.contact.is_enabled) return;
  const std::vector<bool> is_surface = have_triangles(model.surface);
  for (size_t sheet = 0; sheet < scene.objects.size(); ++sheet)
    for (size_t obstacle = 0; obstacle < scene.objects.size(); ++obstacle) {
      if (!is_surface[obstacle] || !can_show_through(scene, model, sheet, obstacle)) continue;
      const double thickness = std::get<ShellMaterial>(scene.objects[sheet].kind).thickness;
      model.notes.push_back(
          fmt::format("'{0}' has no offset: it rests on '{1}' at a gap below dhat; if '{1}' shows through in "
                      "renderings, "
                      "offset = {2:.1g} for '{0}' keeps half of that between them (docs/thin.md)",
                      scene.objects[sheet].name, scene.objects[obstacle].name,
                      std::max(thickness, offset_per_edge * mean_edge(model, sheet))));
      return;
    }
}

}  // namespace lacuna
