#include "io/promised_contents.h"

namespace lacuna {

std::vector<ObjectEntry> object_entries(const Surface& surface, const RunInfo& info) {
  std::vector<ObjectEntry> entries(static_cast<size_t>(surface.object_count()));
  for (size_t o = 0; o < entries.size(); ++o) entries[o].name = info.object_names.at(o);
  const auto of = [&](Index v) -> ObjectEntry& { return entries[static_cast<size_t>(surface.object_of(v))]; };
  std::vector<bool> is_prescribed(static_cast<size_t>(surface.vertex_count()));
  for (const Index v : info.prescribed) is_prescribed[static_cast<size_t>(v)] = true;
  for (const Index v : surface.vertices()) {
    ++of(v).vertices;
    of(v).offset = surface.offset_of(v);
    if (is_prescribed[static_cast<size_t>(v)] || surface.is_kinematic(v)) ++of(v).prescribed;
  }
  for (const Triangle& t : surface.triangles()) ++of(t[0]).triangles;
  for (const Index e : surface.free_edges()) ++of(surface.edges()[static_cast<size_t>(e)][0]).edges;
  for (const Index v : surface.particles()) ++of(v).particles;
  return entries;
}

}  // namespace lacuna
