// A small scene with everything a frame can hold, and a run of it without a solver: states that are known to
// be free of intersections.
#pragma once

#include "base/file.h"
#include "base/process.h"
#include "io/recorder.h"
#include "mesh/shape/parameters.h"

#include <cmath>
#include <cstdlib>
#include <map>

namespace lacuna::test {

/// A folder in memory where there is a place for that, since runs wait for the disk.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = "/dev/shm/lacuna-test-XXXXXX";
    if (mkdtemp(pattern.data())) path_ = pattern;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::filesystem::path path() const { return path_.empty() ? otherwise_.path() : path_; }

 private:
  std::filesystem::path path_;
  TemporaryDirectory otherwise_;
};

/// Every file of a run but checkpoints, run.json and run.log, which hold times of day.
inline std::map<std::string, std::string> files(const std::filesystem::path& folder) {
  std::map<std::string, std::string> result;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().parent_path().filename() != "checkpoints" &&
        entry.path().stem() != "run")
      result[std::filesystem::relative(entry.path(), folder).string()] = read_file(entry.path());
  return result;
}

inline Json run_of(const std::filesystem::path& folder) {
  return parse_json(read_file(folder / "run.json"), "run.json");
}

/// One tet of side `size` at `corner`, with the four faces of a solid.
inline Mesh tet_at(const Vec3& corner, double size) {
  Mesh mesh;
  mesh.vertices = {corner, corner + Vec3(size, 0, 0), corner + Vec3(0, size, 0), corner + Vec3(0, 0, size)};
  mesh.tets = {{0, 1, 2, 3}};
  return mesh;
}

/// A tet with a vertex inside: four tets around it.
inline Mesh filled_tet_at(const Vec3& corner, double size) {
  Mesh mesh = tet_at(corner, size);
  mesh.vertices.push_back(corner + Vec3::Constant(0.2 * size));
  mesh.tets = {{0, 1, 2, 4}, {0, 1, 4, 3}, {0, 4, 2, 3}, {4, 1, 2, 3}};
  return mesh;
}

/// Two rows of `columns` vertices, 0.1 m apart, and the triangles between them.
inline Mesh strip_at(const Vec3& corner, Index columns) {
  Mesh mesh;
  for (Index i = 0; i < columns; ++i)
    for (const double z : {0.0, 0.1}) mesh.vertices.push_back(corner + Vec3(0.1 * i, 0, z));
  for (Index v = 0; v + 3 < 2 * columns; v += 2) {
    mesh.triangles.push_back({v, v + 1, v + 2});
    mesh.triangles.push_back({v + 2, v + 1, v + 3});
  }
  return mesh;
}

/// Solid, obstacle sheet, rod and particles above a floor at y = 0, one metre apart.
struct SmallRun {
  Surface surface;
  State start;
  RunInfo info;
  std::vector<PlacedHalfSpace> half_spaces{{"the floor", {0, 0, 0}, {0, 2, 0}}};
  Fingerprint fingerprint;

  SmallRun() {
    add("solid", filled_tet_at({0, 1, 0}, 0.5), {});
    Mesh sheet;
    sheet.vertices = {{-1, 0.5, -1}, {2, 0.5, -1}, {2, 0.5, 2}, {-1, 0.5, 2}};
    sheet.triangles = {{0, 2, 1}, {0, 3, 2}};
    add("sheet", sheet, {.offset = 0.01, .is_kinematic = true});
    Mesh rod;
    rod.vertices = {{0, 3, 0}, {0.5, 3, 0}, {1, 3.1, 0}};
    rod.edges = {{0, 1}, {1, 2}};
    add("rod", rod, {.offset = 0.02});
    Mesh dots;
    dots.vertices = {{0, 4, 0}, {0.1, 4, 0}};
    add("dots", dots, {.offset = 0.05});
    start.v.assign(start.x.size(), Vec3(0, -1, 0));
    info.version = "0.1.0";
    info.title = "small";
    info.solver = "ipc";
    info.scene_file = "small.toml";
    info.scene_text = "title = \"small\"\n";
    info.step = 0.02;
    info.duration = 0.2;
    info.fps = 25;
    info.continue_command = "lacuna run small.toml --resume";
    info.half_spaces = half_spaces;
    fingerprint = {surface.vertex_count(), hash_of(info.scene_text)};
  }

  virtual ~SmallRun() = default;

  void add(const std::string& name, const Mesh& mesh, const SurfaceObject& object) {
    surface.add(mesh, object);
    start.x.insert(start.x.end(), mesh.vertices.begin(), mesh.vertices.end());
    info.object_names.push_back(name);
  }

  /// Everything but the sheet falls slowly together.
  State at(Index step) const {
    State state = start;
    state.step = step;
    state.time = 0;
    for (Index i = 0; i < step; ++i) state.time += info.step;
    for (Index v = 0; v < surface.vertex_count(); ++v)
      if (!surface.is_kinematic(v))
        state.x[static_cast<size_t>(v)].y() -= 0.3 * state.time * (1 + 0.1 * state.time);
    return state;
  }

  virtual StepReport report(Index step) const {
    StepReport report;
    report.step = step;
    report.time = at(step).time;
    report.dt = info.step;
    report.iterations = 3 + step;
    report.contacts = 2 * step;
    report.min_gap = step == 1 ? INFINITY : 1.0 / 3 / step;
    report.energy.kinetic = 0.1 * step;
    report.limited_by = "contact solid-sheet";
    report.seconds.assembly = 0.25;
    return report;
  }

  void steps(Recorder& recorder, Index first, Index last) const {
    for (Index i = first; i <= last; ++i) recorder.record_step(report(i), at(i), half_spaces);
  }

  /// Steps 1 to `last` with a checkpoint after each, and no end.
  void write_part(const std::filesystem::path& folder, Index last) const {
    Recorder recorder({.folder = folder, .checkpoint_seconds = 0}, info, surface, fingerprint);
    recorder.begin(start, half_spaces);
    steps(recorder, 1, last);
  }

  /// Goes on to the tenth step; what the user is told.
  std::vector<std::string> resume(const std::filesystem::path& folder, double checkpoint_seconds = 0) const {
    Recorder recorder({folder, ExistingRun::resume, checkpoint_seconds}, info, surface, fingerprint);
    const State state = recorder.resumed_state().value_or(start);
    recorder.begin(state, half_spaces);
    steps(recorder, state.step + 1, 10);
    recorder.finish({}, at(10));
    return recorder.notices();
  }

  /// A complete run of ten steps and six frames.
  void write(const std::filesystem::path& folder) const {
    Recorder recorder({folder}, info, surface, fingerprint);
    recorder.begin(start, half_spaces);
    steps(recorder, 1, 10);
    recorder.finish({}, at(10));
  }
};

/// The same with a strip of cloth of ten triangles, which may stretch by a tenth, and shrink by as much.
struct ClothRun : SmallRun {
  Index first;  ///< vertex of the strip, in the model; one less in frames

  ClothRun() : first(surface.vertex_count()) {
    const Mesh strip = strip_at({0, 6, 0}, 6);
    add("cloth", strip, {.offset = 0.02});
    start.v.resize(start.x.size(), Vec3(0, -1, 0));
    for (const Triangle& t : strip.triangles) {
      LimitedTriangle& limited = info.limited_triangles.emplace_back();
      for (size_t k = 0; k < 3; ++k) limited.vertices[k] = first + t[k];
      const auto flat = [&](size_t k) {
        const Vec3 edge =
            strip.vertices[static_cast<size_t>(t[k])] - strip.vertices[static_cast<size_t>(t[0])];
        return Vec2(edge.x(), edge.z());
      };
      limited.rest_edges << flat(1), flat(2);
      limited.stretch_limit = 1.1;
      limited.compression_limit = 0.9;
    }
    fingerprint.vertex_count = surface.vertex_count();
  }

  StepReport report(Index step) const override {
    StepReport report = SmallRun::report(step);
    report.max_stretch = 1 + 0.001 * step;
    report.limit_margin = 1 - 0.01 * step;
    return report;
  }
};

/// The same beside a slab that never moves, which static.ply shows.
struct StaticRun : ClothRun {
  StaticRun() {
    Mesh slab;
    slab.vertices = {{2.5, 0.5, -1}, {5, 0.5, -1}, {5, 0.5, 2}, {2.5, 0.5, 2}};
    slab.triangles = {{0, 2, 1}, {0, 3, 2}};
    add("slab", slab, {.offset = 0.01, .is_static = true});
    start.v.resize(start.x.size(), Vec3::Zero());
    info.static_parts = StaticParts::once;
    fingerprint.vertex_count = surface.vertex_count();
  }
};

}  // namespace lacuna::test
