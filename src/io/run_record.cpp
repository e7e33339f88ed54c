#include "io/run_record.h"

#include "io/json_lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace lacuna {
namespace {

template <class Items, class Convert>
Json list(const Items& items, Convert&& convert) {
  Json::Array result;
  for (const auto& item : items) result.push_back(convert(item));
  return result;
}

Json object_json(const ObjectEntry& o) {
  return Json::Object{{"name", o.name},    {"vertices", o.vertices},   {"triangles", o.triangles},
                      {"edges", o.edges},  {"particles", o.particles}, {"prescribed", o.prescribed},
                      {"offset", o.offset}};
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Json half_space_json(const PlacedHalfSpace& h, const RunInfo& info) {
  return Json::Object{{"name", h.name},
                      {"point", vector_json(h.point)},
                      {"normal", vector_json(h.normal)},
                      {"moving", contains(info.moving_half_spaces, h.name)}};
}

Json sphere_json(const PlacedSphere& s, const RunInfo& info) {
  return Json::Object{{"name", s.name},
                      {"kind", word_of(s.kind)},
                      {"center", vector_json(s.center)},
                      {"radius", s.radius},
                      {"axis", vector_json(s.axis)},
                      {"moving", contains(info.moving_spheres, s.name)},
                      {"changing", contains(info.changing_spheres, s.name)}};
}

Json pair_json(const auto& pair) { return Json::Array{pair[0], pair[1]}; }

Json totals_json(const RunRecord& record) {
  const StepTotals& t = record.totals;
  return Json::Object{{"steps", t.steps},
                      {"time", record.time},
                      {"iterations", t.iterations},
                      {"linear_iterations", t.linear_iterations},
                      {"max_contacts", t.max_contacts},
                      {"min_gap", t.min_gap},
                      {"max_strain", t.max_strain},
                      {"max_stretch", stretch_json(t.max_stretch)},
                      {"limit_margin", t.limit_margin},
                      {"step_seconds", t.seconds},
                      {"wall_seconds", record.wall_seconds},
                      {"cpu_seconds", record.cpu_seconds},
                      {"peak_memory", record.peak_memory}};
}

}  // namespace

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

Json run_json(const RunRecord& record) {
  const RunInfo& info = record.info;
  const Machine& machine = record.machine;
  return Json::Object{
      {"lacuna", info.version},
      {"format", 2},
      {"title", info.title},
      {"solver", info.solver},
      {"outcome", word_of(record.outcome)},
      {"cause", record.cause},
      {"advice", record.advice},
      {"continue", record.outcome == RunOutcome::finished ? "" : info.continue_command},
      {"started", record.started},
      {"ended", record.ended},
      {"duration", info.duration},
      {"step", info.step},
      {"fps", info.fps},
      {"playback", list(info.playback.speed.keys,
                        [](const auto& key) {
                          return Json::Object{{"time", key.time}, {"value", key.value}};
                        })},
      {"totals", totals_json(record)},
      {"objects", list(record.objects, object_json)},
      {"half_spaces",
       list(info.half_spaces, [&](const PlacedHalfSpace& h) { return half_space_json(h, info); })},
      {"spheres", list(info.spheres, [&](const PlacedSphere& s) { return sphere_json(s, info); })},
      {"contact", info.has_contact},
      {"no_contact", list(info.no_contact, [](const auto& pair) { return pair_json(pair); })},
      {"limited_triangles", info.limited_triangles.size()},
      {"limits_hash", record.limits_hash ? hash_text(record.limits_hash) : ""},
      {"static_hash", record.static_hash ? hash_text(record.static_hash) : ""},
      {"notes", list(info.notes, [](const std::string& note) { return Json(note); })},
      {"lost", list(record.lost, [](const std::string& what) { return Json(what); })},
      {"threads", info.threads},
      {"machine", Json::Object{{"cpu", machine.cpu},
                               {"cores", machine.cores},
                               {"memory", machine.memory},
                               {"system", machine.system}}},
      {"build", info.build},
      {"scene", Json::Object{{"file", info.scene_file.string()}, {"text", info.scene_text}}},
      {"scene_hash", hash_text(record.scene_hash)},
      {"frames", list(record.frames, [](const FrameEntry& f) {
         return Json::Object{
             {"file", f.file}, {"time", f.time}, {"step", f.step}, {"hash", hash_text(f.hash)}};
       })}};
}

}  // namespace lacuna
