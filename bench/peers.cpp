#include "peers.h"

#include <map>

namespace lacuna::bench {

namespace {

constexpr double ns = 1e-9, us = 1e-6, ms = 1e-3;

// ipc-toolkit 1.6.0 (b40e9c0), -O3 -march=native, its defaults; same stencils and mesh by definition (see the
// benchmarks), measured on an Intel Xeon with AVX-512 at a cal of 0.215. One thread: processor time; two:
// wall.
const std::map<std::string, double> toolkit = {
    {"point_triangle_region/random", 118 * ns},
    {"point_triangle_region/near", 141 * ns},
    {"point_triangle_distance/random", 125 * ns},
    {"point_triangle_distance/near", 146 * ns},
    {"point_triangle_gradient/random", 141 * ns},
    {"point_triangle_gradient/near", 158 * ns},
    {"point_triangle_hessian/random", 264 * ns},
    {"point_triangle_hessian/near", 465 * ns},
    {"point_plane_distance/random", 10.8 * ns},
    {"point_plane_distance/near", 10.7 * ns},
    {"point_plane_gradient/random", 30 * ns},
    {"point_plane_gradient/near", 30 * ns},
    {"point_plane_hessian/random", 321 * ns},
    {"point_plane_hessian/near", 322 * ns},
    {"edge_edge_region/random", 15.3 * ns},
    {"edge_edge_region/near", 11.5 * ns},
    {"edge_edge_distance/random", 23.7 * ns},
    {"edge_edge_distance/near", 15.2 * ns},
    {"edge_edge_gradient/random", 39 * ns},
    {"edge_edge_gradient/near", 36 * ns},
    {"edge_edge_hessian/random", 177 * ns},
    {"edge_edge_hessian/near", 235 * ns},
    {"line_line_distance/random", 9.5 * ns},
    {"line_line_distance/near", 10.1 * ns},
    {"line_line_gradient/random", 26 * ns},
    {"line_line_gradient/near", 26 * ns},
    {"line_line_hessian/random", 232 * ns},
    {"line_line_hessian/near", 233 * ns},
    {"ccd_queries/vertex_face", 6.93 * us},
    {"ccd_queries/edge_edge", 1.43 * us},
    {"broad_phase_build/threads:1", 50 * ms},
    {"broad_phase_build/threads:2", 26 * ms},
    {"broad_phase_find/static_1mm/threads:1", 435 * ms},
    {"broad_phase_find/static_1mm/threads:2", 247 * ms},
    {"broad_phase_find/static_0.5mm/threads:1", 272 * ms},
    {"broad_phase_find/static_0.5mm/threads:2", 141 * ms},
    {"broad_phase_find/swept_1mm/threads:1", 548 * ms},
    {"broad_phase_find/swept_1mm/threads:2", 314 * ms},
    {"broad_phase_find/swept_0.5mm/threads:1", 408 * ms},
    {"broad_phase_find/swept_0.5mm/threads:2", 216 * ms},
    {"contacts_from_candidates/threads:1", 1212 * ms},
    {"contacts_from_candidates/threads:2", 774 * ms},
    {"step_bound/threads:1", 48 * ms},
    {"step_bound/threads:2", 23 * ms},
};

}  // namespace

std::optional<PeerFigure> peer_figure(const std::string& benchmark) {
  const auto found = toolkit.find(benchmark);
  if (found == toolkit.end()) return std::nullopt;
  return PeerFigure{found->second, 0.215, "ipc-toolkit 1.6.0"};
}

}  // namespace lacuna::bench
