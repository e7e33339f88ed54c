// Scenes that others published figures for, on their meshes (LACUNA_TEST_DATA/meshes), set up as they
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

  // The peer's figures, at a cal of 0.215.
  double cpu_seconds_per_step;
  double iterations_per_step;
  double peak_mb;
  bool counts_first_step;  ///< in the seconds
};

// `meshes` holds the folders ipc and cipc. Throw InputError if a mesh is missing.

/// IPC 573d2c7 with CHOLMOD on two threads.
std::vector<PeerRun> solid_runs(const std::filesystem::path& meshes);
/// Codim-IPC 9c6cbe3 with CHOLMOD on one thread.
std::vector<PeerRun> thin_runs(const std::filesystem::path& meshes);

}  // namespace lacuna::bench
