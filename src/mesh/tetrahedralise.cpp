#include "mesh/tetrahedralise.h"

#include "base/input_error.h"
#include "base/process.h"
#include "mesh/file/mesher_files.h"
#include "mesh/measures.h"
#include "mesh/transform.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace lacuna {
namespace {

using mesher_files::Filling;

const char* const where = "tetrahedralise";
const char* const repair_hint =
    "repair the surface first (fill holes, merge duplicate vertices), or simulate it as a shell";

void check_param(const TetrahedraliseParam& param) {
  for (const auto& [name, value] : {std::pair{"edge_length", param.edge_length},
                                    {"max_volume", param.max_volume},
                                    {"radius_edge_ratio", param.radius_edge_ratio}}) {
    if (std::isfinite(value) && value >= 0) continue;
    throw InputError(fmt::format("{}.{}", where, name), fmt::format("must be 0 or positive, not {}", value));
  }
  if (param.radius_edge_ratio > 0 && param.radius_edge_ratio < 1) {
    throw InputError(
        "tetrahedralise.radius_edge_ratio",
        fmt::format(
            "{} cannot be reached: refinement is not guaranteed to end below 2, and impossible below 1",
            param.radius_edge_ratio),
        "1.4 is a good value, 0 disables the quality bound");
  }
  if (!(param.time_limit > 0)) {
    throw InputError("tetrahedralise.time_limit", fmt::format("must be positive, not {}", param.time_limit));
  }
}

void check_surface(const Mesh& surface) {
  for (const Vec3& x : surface.vertices) {
    if (!x.allFinite()) throw InputError(where, "a vertex of the surface is not finite", repair_hint);
  }
  const SurfaceReport report = inspect_surface(surface.triangles);
  if (!report.is_closed()) {
    throw InputError(where,
                     fmt::format("the surface is not closed: {} of its {} edges have only one triangle",
                                 report.boundary_edge_count, report.edge_count),
                     repair_hint);
  }
  if (!report.is_oriented()) {
    throw InputError(where,
                     fmt::format("the surface has no inside: {} edges join more than two triangles, at {} "
                                 "the triangles face opposite ways",
                                 report.nonmanifold_edge_count, report.misoriented_edge_count),
                     repair_hint);
  }
}

struct Tool {
  Mesher mesher;
  std::filesystem::path program;
};

Tool find_tool(Mesher wanted) {
  for (const Mesher mesher : {Mesher::tetgen, Mesher::gmsh}) {
    if (wanted != Mesher::any && wanted != mesher) continue;
    if (const auto program = find_program(std::string(word_of(mesher)))) return {mesher, *program};
  }
  if (wanted == Mesher::gmsh) {
    throw InputError(where, "gmsh is not installed", "'apt-get install gmsh' installs it; tetgen also works");
  }
  throw InputError(where, "no mesher is installed", "'apt-get install tetgen' installs one; gmsh also works");
}

double volume_limit(const TetrahedraliseParam& param) {
  const double none = std::numeric_limits<double>::infinity();
  const double by_edge = std::pow(param.edge_length, 3) / (6 * std::numbers::sqrt2);  // of a regular tet
  return std::min(param.max_volume > 0 ? param.max_volume : none, param.edge_length > 0 ? by_edge : none);
}

/// A mesher given far too small a limit runs until it is out of memory or time.
void check_size(const Mesh& surface, const TetrahedraliseParam& param) {
  constexpr double most = 1e8;  // tets; about 50 GB in TetGen
  const double count = enclosed_volume(surface.vertices, surface.triangles) / volume_limit(param);
  if (count <= most) return;
  throw InputError(
      where, fmt::format("such a small edge or volume needs {:.2g} tets; the limit is {:.2g}", count, most),
      "lengths are in metres; choose a longer edge_length or a larger max_volume");
}

/// The job moved to the origin and scaled to size 1: the meshers have absolute tolerances, and TetGen reads
/// no volume limit below 1e-17.
struct Normalised {
  Mesh surface;
  TetrahedraliseParam param;
  Vec3 center;
  double size;
};

Normalised normalised(const Mesh& surface, TetrahedraliseParam param) {
  const Bounds box = bounds(surface.vertices);
  const double size = box.size().maxCoeff();
  param.edge_length /= size;
  param.max_volume /= std::pow(size, 3);
  Normalised job{{}, param, box.center(), size};
  job.surface.triangles = surface.triangles;
  for (const Vec3& x : surface.vertices) job.surface.vertices.emplace_back((x - job.center) / size);
  return job;
}

/// TetGen aborts on bad surfaces without flushing its output; line buffering preserves it.
ProcessResult run_line_buffered(const Tool& tool, std::vector<std::string> arguments,
                                const std::filesystem::path& log, double time_limit) {
  const auto stdbuf = find_program("stdbuf");
  if (!stdbuf) return run_process({tool.program, std::move(arguments), log, time_limit});
  arguments.insert(arguments.begin(), {"-oL", tool.program.string()});
  return run_process({*stdbuf, std::move(arguments), log, time_limit});
}

void run_tool(const Tool& tool, std::vector<std::string> arguments, const std::filesystem::path& log,
              double time_limit) {
  const ProcessResult result = run_line_buffered(tool, std::move(arguments), log, time_limit);
  if (result.is_success()) return;
  const std::string name = tool.program.filename().string();
  const std::string said = name + " (given the surface centred and scaled to size 1) printed:\n  " +
                           mesher_files::complaint(log, 8);
  if (result.exit == Exit::not_started) {
    throw InputError(where, fmt::format("{} could not be started (error {})", name, result.code));
  }
  if (result.exit == Exit::timed_out) {
    throw InputError(where, fmt::format("{} was stopped after {} s", name, time_limit),
                     "raise time_limit, or allow larger tets; " + said);
  }
  throw InputError(where,
                   fmt::format("{} failed ({} {}); does the surface intersect itself?", name,
                               result.exit == Exit::killed ? "signal" : "exit code", result.code),
                   said);
}

/// p: fill a surface; Y: keep its triangles; A: number the regions; J: keep every vertex of the input.
Filling run_tetgen(const Tool& tool, const Normalised& job, const std::filesystem::path& folder) {
  const TetrahedraliseParam& param = job.param;
  mesher_files::write_smesh(folder / "surface.smesh", job.surface);
  std::string options = "-pAJ";
  if (param.surface == SurfaceUse::keep) options += "Y";
  if (param.radius_edge_ratio > 0) options += fmt::format("q{:.6f}", param.radius_edge_ratio);
  if (const double limit = volume_limit(param); std::isfinite(limit))
    options += fmt::format("a{:.17f}", limit);
  run_tool(tool, {options, (folder / "surface.smesh").string()}, folder / "log", param.time_limit);
  if (!std::filesystem::exists(folder / "surface.1.ele")) {
    throw InputError(where, "tetgen made no tets",
                     "it said:\n  " + mesher_files::complaint(folder / "log", 8));
  }
  return mesher_files::read_tetgen(folder / "surface.1");
}

Filling run_gmsh(const Tool& tool, const Normalised& job, const std::filesystem::path& folder) {
  const double limit = volume_limit(job.param);
  const double edge = std::isfinite(limit) ? std::cbrt(6 * std::numbers::sqrt2 * limit) : 0;
  mesher_files::write_gmsh_surface(folder / "surface.msh", job.surface);
  mesher_files::write_gmsh_script(folder / "fill.geo", folder / "surface.msh", edge);
  run_tool(tool,
           {"-3", "-format", "msh22", "-o", (folder / "filled.msh").string(), (folder / "fill.geo").string()},
           folder / "log", job.param.time_limit);
  return mesher_files::read_gmsh(folder / "filled.msh", job.surface);
}

/// How often the surface winds around a point: 1 inside, 0 outside. Solid angles after A. van Oosterom and
/// J. Strackee, "The solid angle of a plane triangle" (1983).
double winding_number(const Mesh& surface, const Vec3& p) {
  double angle = 0;
  for (const Triangle& t : surface.triangles) {
    const Vec3 a = surface.vertices[at(t[0])] - p, b = surface.vertices[at(t[1])] - p,
               c = surface.vertices[at(t[2])] - p;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    angle += 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return angle / (4 * std::numbers::pi);
}

/// Drops the tets of regions that are outside, such as the cavity of a hollow body.
void empty_cavities(Filling& filling, const Mesh& surface) {
  const Index region_count =
      filling.regions.empty() ? 0 : 1 + *std::max_element(filling.regions.begin(), filling.regions.end());
  std::vector<int> is_inside(at(region_count), -1);  // -1: not known yet
  std::vector<Tet> kept;
  for (size_t t = 0; t < filling.tets.size(); ++t) {
    int& inside = is_inside[at(filling.regions[t])];
    if (inside < 0) {
      Vec3 center = Vec3::Zero();
      for (Index v : filling.tets[t]) center += 0.25 * filling.vertices[at(v)];
      inside = winding_number(surface, center) > 0.5;
    }
    if (inside) kept.push_back(filling.tets[t]);
  }
  filling.tets = std::move(kept);
}

/// The surface's vertices as given, then the mesher's that a tet uses; tets oriented to positive volume.
Mesh to_mesh(const Filling& filling, const Mesh& surface) {
  Mesh mesh;
  mesh.vertices = surface.vertices;
  std::vector<Index> place(filling.vertices.size(), -1);
  for (size_t v = 0; v < std::min(place.size(), surface.vertices.size()); ++v)
    place[v] = static_cast<Index>(v);
  for (Tet tet : filling.tets) {
    for (Index& v : tet) {
      Index& moved = place[at(v)];
      if (moved < 0) {
        moved = count_of(mesh.vertices);
        mesh.vertices.push_back(filling.vertices[at(v)]);
      }
      v = moved;
    }
    const auto& x = mesh.vertices;
    if (tet_volume(x[at(tet[0])], x[at(tet[1])], x[at(tet[2])], x[at(tet[3])]) < 0) std::swap(tet[2], tet[3]);
    mesh.tets.push_back(tet);
  }
  return mesh;
}

/// Each triangle beginning with its smallest vertex, in lexicographic order: equal for equal surfaces.
std::vector<Triangle> sorted(std::vector<Triangle> triangles) {
  for (Triangle& t : triangles) std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

void check_result(const Filling& filling, const Mesh& mesh, const Mesh& surface,
                  const TetrahedraliseParam& param) {
  const auto fail = [](const std::string& problem) {
    throw InputError(where, "the mesher's result cannot be used: " + problem,
                     "try the other mesher, or repair the surface: does it intersect or touch itself?");
  };
  if (mesh.tets.empty()) fail("it has no tets");
  if (filling.vertices.size() < surface.vertices.size()) fail("it lost vertices of the surface");
  const double size = bounds(surface.vertices).size().norm();
  for (size_t v = 0; v < surface.vertices.size(); ++v) {
    if ((filling.vertices[v] - surface.vertices[v]).norm() > 1e-9 * size)
      fail(fmt::format("vertex {} has moved", v));
  }
  const auto volumes = tet_volumes(mesh.vertices, mesh.tets);
  const auto flat =
      std::count_if(volumes.begin(), volumes.end(), [](double volume) { return !(volume > 0); });
  if (flat > 0) fail(fmt::format("{} tets have no volume", flat));
  const double filled = total_volume(mesh.vertices, mesh.tets);
  const double enclosed = enclosed_volume(surface.vertices, surface.triangles);
  if (!(std::abs(filled - enclosed) <= 1e-6 * enclosed)) {
    fail(fmt::format("it fills {:.6g} m^3, the surface encloses {:.6g} m^3", filled, enclosed));
  }
  if (param.surface == SurfaceUse::refine) return;
  if (sorted(boundary_triangles(mesh.tets)) != sorted(surface.triangles))
    fail("its boundary is a different surface");
}

}  // namespace

Mesh tetrahedralise(const Mesh& surface, const TetrahedraliseParam& param) {
  check_param(param);
  check_surface(surface);
  Mesh outward;
  outward.vertices = surface.vertices;
  outward.triangles = surface.triangles;
  if (enclosed_volume(outward.vertices, outward.triangles) < 0) flip_orientation(outward);

  check_size(outward, param);

  const Tool tool = find_tool(param.mesher);
  const TemporaryDirectory folder;
  const Normalised job = normalised(outward, param);
  Filling filling = tool.mesher == Mesher::tetgen ? run_tetgen(tool, job, folder.path())
                                                  : run_gmsh(tool, job, folder.path());
  for (Vec3& x : filling.vertices) x = job.size * x + job.center;
  empty_cavities(filling, outward);
  Mesh mesh = to_mesh(filling, outward);
  check_result(filling, mesh, outward, param);
  return mesh;
}

}  // namespace lacuna
