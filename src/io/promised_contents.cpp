#include "io/promised_contents.h"

#include <charconv>

namespace lacuna {

std::vector<ObjectEntry> object_entries(const Surface& surface, const FrameLayout& layout,
                                        const RunInfo& info) {
  std::vector<ObjectEntry> entries(static_cast<size_t>(surface.object_count()));
  for (size_t o = 0; o < entries.size(); ++o) entries[o].name = info.object_names.at(o);
  const auto of = [&](Index v) -> ObjectEntry& { return entries[static_cast<size_t>(surface.object_of(v))]; };
  std::vector<bool> is_prescribed(static_cast<size_t>(surface.vertex_count()));
  for (const Index v : info.prescribed) is_prescribed[static_cast<size_t>(v)] = true;
  for (const Index v : layout.vertices) {
    ++of(v).vertices;
    of(v).offset = surface.offset_of(v);
    if (is_prescribed[static_cast<size_t>(v)] || surface.is_kinematic(v)) ++of(v).prescribed;
  }
  for (const Triangle& t : surface.triangles()) ++of(t[0]).triangles;
  for (const Index e : surface.free_edges()) ++of(surface.edges()[static_cast<size_t>(e)][0]).edges;
  for (const Index v : surface.particles()) ++of(v).particles;
  return entries;
}

std::map<std::string, std::uint64_t> listed_hashes(const Json& run) {
  std::map<std::string, std::uint64_t> hashes;
  for (const Json& frame : run["frames"].items()) {
    const std::string text = frame["hash"].string_or("");
    std::uint64_t hash = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
    if (error == std::errc() && end == text.data() + text.size()) hashes[frame["file"].string_or("")] = hash;
  }
  return hashes;
}

}  // namespace lacuna
