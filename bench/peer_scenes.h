// Scenes that others published figures for, on their meshes (LACUNA_TEST_DATA/meshes/ipc), set up as they
// were there: same steps, same tolerances.
#pragma once

#include "scene/scene.h"

#include <filesystem>
#include <string>
#include <vector>

namespace lacuna::bench {

struct PeerRun {
  std::string name;
  Scene scene;
  Index steps;  ///< that the peer ran

  // The peer's figures, IPC 573d2c7 with CHOLMOD on two threads, at a cal of 0.215.
  double cpu_seconds_per_step;
  double iterations_per_step;
  double peak_mb;
};

/// Throws InputError if a mesh is missing.
std::vector<PeerRun> peer_runs(const std::filesystem::path& meshes);

}  // namespace lacuna::bench
