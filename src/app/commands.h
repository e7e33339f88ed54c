// What each subcommand of lacuna does once its arguments are known. They print to stdout, return the exit
// code (0 good, 1 the check failed) and throw InputError for wrong input.
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

/// The collision core on a folded cloth: candidates, contacts, a bounded motion, the exact check.
int run_tour(const TourArguments& arguments);

/// What a mesh file holds, how good it is, and whether it crosses itself.
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
  bool is_long = false;             ///< with what each scene is about
};

/// The scenes that ship with lacuna, all keys of scene files, or the measured materials.
int run_list(const ListArguments& arguments);

/// Builds a scene and reports on it, without stepping; 2 if it cannot start.
int run_check(const std::string& scene, const std::vector<std::string>& overrides);

struct RunArguments {
  std::string scene;                   ///< file or name
  std::filesystem::path output;        ///< empty: out/<name of the scene>
  std::optional<std::string> solver;   ///< instead of the scene's
  std::optional<int> steps;            ///< instead of the scene's duration
  std::optional<double> duration;      ///< s, the same
  std::vector<std::string> overrides;  ///< "path.to.key=value"
  std::vector<std::string> logs;       ///< more to write: "iterations"
  bool is_resumed = false, is_quiet = false, is_json = false;
};

/// Simulates a scene; 1 if a step failed or the run was interrupted.
int run_scene(const RunArguments& arguments);

/// Proves the results of a run from its files.
int run_verify(const std::filesystem::path& folder);

}  // namespace lacuna
