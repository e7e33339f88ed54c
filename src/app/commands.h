// The subcommands of lacuna, called with parsed arguments. They print to stdout, return the exit code (0
// success, 1 the check failed) and throw InputError for invalid input.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lacuna {

struct TourArguments {
  std::filesystem::path output = "out/tour";
  int rows = 200;
};

/// Demonstrates the collision core on a folded cloth: candidates, contacts, a bounded motion, the exact
/// check.
int run_tour(const TourArguments& arguments);

/// Reports the contents and quality of a mesh file, and whether it intersects itself.
int run_inspect(const std::filesystem::path& mesh_file);

struct FillArguments {
  std::filesystem::path surface_file, output;
  std::string mesher = "any";
  double edge_length = 0;
  bool may_refine_surface = false;
};

/// Fills a closed surface with tets.
int run_fill(const FillArguments& arguments);

struct ListArguments {
  bool is_about_keys = false;       ///< the keys of scene files instead of the scenes
  bool is_about_materials = false;  ///< the measured materials instead of the scenes
  bool is_about_solvers = false;    ///< the solvers instead of the scenes
  bool is_long = false;             ///< with a description of each scene
};

/// Lists the scenes that ship with lacuna, all keys of scene files, the solvers or the measured materials.
int run_list(const ListArguments& arguments);

struct SceneArguments {
  std::string name;                    ///< or file
  std::optional<std::string> solver;   ///< instead of the scene's choice
  std::vector<std::string> overrides;  ///< "path.to.key=value"
};

/// Builds a scene and reports on it, without stepping; 2 if it cannot start.
int run_check(const SceneArguments& arguments);

struct RunArguments {
  SceneArguments scene;
  std::filesystem::path output;    ///< empty: out/<name of the scene>
  std::optional<int> steps;        ///< instead of the scene's duration
  std::optional<double> duration;  ///< s, the same
  std::vector<std::string> logs;   ///< additional logs: "iterations"
  bool is_resumed = false, is_quiet = false, is_json = false;
};

/// Simulates a scene; 1 if a step failed or the run was interrupted.
int run_run(const RunArguments& arguments);

/// Proves the results of a run from its files.
int run_verify(const std::filesystem::path& folder);

}  // namespace lacuna
