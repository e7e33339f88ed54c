#include "app/commands.h"
#include "app/print.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "base/timer.h"
#include "contact/broad_phase.h"
#include "contact/contacts.h"
#include "contact/intersection_check.h"
#include "contact/step_bound.h"
#include "mesh/file/write_mesh.h"
#include "mesh/measures.h"
#include "mesh/shape/pleat.h"

#include <fmt/core.h>

#include <cmath>

namespace lacuna {

namespace {

template <class... Arguments>
void line(const char* stage, double seconds, fmt::format_string<Arguments...> text,
          Arguments&&... arguments) {
  print("{:<12} {:<78} {:>8.1f} ms\n", stage, fmt::format(text, std::forward<Arguments>(arguments)...),
        1e3 * seconds);
}

/// A thumb pressed into the middle of the stack: the upper layers go down farthest, far past the lower ones.
std::vector<Vec3> pressed_by_thumb(const Mesh& cloth, double depth) {
  const Bounds box = bounds(cloth.vertices);
  const Vec3 center = box.center(), size = box.size();
  const double radius = 0.3 * size.x();
  std::vector<Vec3> dx;
  for (const Vec3& x : cloth.vertices) {
    const double height = (x.y() - box.lower.y()) / size.y();
    const double distance2 = square(x.x() - center.x()) + square(x.z() - center.z());
    dx.emplace_back(0, -depth * height * std::exp(-distance2 / square(radius)), 0);
  }
  return dx;
}

std::vector<Vec3> advanced(const std::vector<Vec3>& x, const std::vector<Vec3>& dx, double t) {
  std::vector<Vec3> y(x.size());
  for (size_t v = 0; v < x.size(); ++v) y[v] = x[v] + t * dx[v];
  return y;
}

std::string named(const Surface& surface, const StepBound& bound, const std::vector<Vec3>& x) {
  const bool is_edges = bound.kind == PairKind::edge_edge;
  const Index vertex = is_edges ? surface.edges()[static_cast<size_t>(bound.pair[0])][0] : bound.pair[0];
  const Vec3& at = x[static_cast<size_t>(vertex)];
  return fmt::format("{} {} against {} {} at ({:.3f}, {:.4f}, {:.3f}) m", is_edges ? "edge" : "vertex",
                     bound.pair[0], is_edges ? "edge" : "triangle", bound.pair[1], at.x(), at.y(), at.z());
}

class Tour {
 public:
  explicit Tour(int rows) {
    PleatShape shape;
    shape.rows = rows;
    shape.noise_in_plane = 0.5e-3;
    shape.noise_in_height = 0.05e-3;
    cloth_ = pleated_sheet(shape);
    surface_.add(cloth_, {});
    print("A tour of the collision core on {} thread{}: a cloth folded into {} layers, {:g} mm apart.\n\n",
          thread_count(), thread_count() == 1 ? "" : "s", shape.layers, 1e3 * shape.layer_distance);
    print("{:<12} {} vertices, {} edges, {} triangles\n", "mesh", surface_.vertices().size(),
          surface_.edges().size(), surface_.triangles().size());
  }

  void find_contacts() {
    constexpr double range = 1.2e-3;  // m, a little more than the distance of the layers
    Candidates candidates;
    Timer build;
    broad_phase_.fit(cloth_.vertices, range);
    line("tree", build.seconds(), "sorted along a space-filling curve, boxes fitted");
    Timer search;
    broad_phase_.find(candidates);
    line("candidates", search.seconds(),
         "{} edge-edge and {} vertex-triangle pairs whose boxes are within {:g} mm",
         candidates.edge_edge.size(), candidates.vertex_triangle.size(), 1e3 * range);
    ContactFinder finder(surface_);
    Timer narrow;
    const auto& contacts = finder.find(cloth_.vertices, candidates, range);
    line("contacts", narrow.seconds(), "{} of them closer than {:g} mm, the closest {:.3f} mm",
         contacts.size(), 1e3 * range, 1e3 * smallest_gap(surface_, contacts));
  }

  void bound_motion() {
    constexpr double depth = 20e-3;  // m, twice the height of the stack
    const std::vector<Vec3> dx = pressed_by_thumb(cloth_, depth);
    unbounded_ = advanced(cloth_.vertices, dx, 1);
    Candidates candidates;
    Timer sweep;
    broad_phase_.fit_swept(cloth_.vertices, unbounded_, 0.1e-3);  // a tenth of the distance of the layers
    broad_phase_.find(candidates);
    line("motion", sweep.seconds(), "a thumb presses {:g} mm into the stack: {} pairs could meet",
         1e3 * depth, candidates.size());
    Timer ccd;
    const StepBound bound = bound_step(surface_, cloth_.vertices, dx, candidates);
    line("step bound", ccd.seconds(), "{:.4f} of it is safe and leaves every pair a tenth of its gap",
         bound.time);
    if (bound.is_limited) print("{:<12} limited by {}\n", "", named(surface_, bound, cloth_.vertices));
    bounded_ = advanced(cloth_.vertices, dx, bound.time);
  }

  /// Whether the bounded motion is free of intersections; the whole one is not.
  bool prove() const {
    const bool is_good_before = prove("before", cloth_.vertices);
    const bool is_good_after = prove("after the bounded motion", bounded_);
    (void)prove("after the whole motion", unbounded_);
    return is_good_before && is_good_after;
  }

  void write(const std::filesystem::path& folder) const {
    Mesh frame = cloth_;
    const auto write_state = [&](const char* name, const std::vector<Vec3>& x) {
      frame.vertices = x;
      write_mesh(folder / name, frame);
    };
    write_state("before.ply", cloth_.vertices);
    write_state("bounded.ply", bounded_);
    write_state("unbounded.ply", unbounded_);
    print(
        "\nWrote before.ply, bounded.ply and unbounded.ply to {}: open them in Blender, MeshLab or "
        "ParaView.\n",
        folder.string());
  }

 private:
  bool prove(const char* state, const std::vector<Vec3>& x) const {
    IntersectionCheck check(surface_);
    Timer exact;
    size_t found = 0;
    check.find_in_parts(x, [&](std::span<const Pair> pairs) { found += pairs.size(); });
    line("exact check", exact.seconds(), "{}: {}", state,
         found ? fmt::format("{} edges pass through triangles", found) : "no intersection");
    return found == 0;
  }

  Mesh cloth_;
  Surface surface_;
  BroadPhase broad_phase_{surface_};
  std::vector<Vec3> bounded_, unbounded_;
};

}  // namespace

int run_tour(const TourArguments& arguments) {
  std::error_code failure;
  std::filesystem::create_directories(arguments.output, failure);
  if (failure) throw InputError(arguments.output.string(), "cannot make this folder: " + failure.message());
  Tour tour(arguments.rows);
  tour.find_contacts();
  tour.bound_motion();
  const bool is_proven = tour.prove();
  tour.write(arguments.output);
  print("{}\n", is_proven ? "Proven: the bounded motion is free of intersections."
                          : "FAILED: the bounded motion should have been free of intersections.");
  return is_proven ? 0 : 1;
}

}  // namespace lacuna
