// The lacuna command: reads the arguments, calls one of the commands, and is the only place that turns errors
// into exit codes: 0 success, 1 a check or a run failed, 2 the input is wrong.
#include "app/commands.h"
#include "app/print.h"
#include "base/heap.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "base/printable.h"
#include "mesh/file/read_mesh.h"
#include "mesh/tetrahedralise.h"
#include "scene/solvers.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <functional>
#include <new>
#include <optional>
#include <sstream>
#include <string_view>
#include <unistd.h>

namespace lacuna {

namespace {

/// For CLI11: accepts what `is_good` accepts, otherwise says what was expected.
template <class IsGood>
CLI::Validator number_that(const std::string& wanted, IsGood is_good) {
  return {[=](const std::string& text) {
            double value = 0;
            return CLI::detail::lexical_cast(text, value) && is_good(value)
                       ? std::string()
                       : fmt::format("'{}' should be {}", text, wanted);
          },
          ""};
}

/// For CLI11: accepts the words of an enum (base/words.h).
template <class Enum>
CLI::Validator word_for() {
  std::vector<std::string> accepted;
  for (const Word<Enum>& entry : words<Enum>) accepted.emplace_back(entry.word);
  return CLI::IsMember(accepted);
}

/// An empty word is not a folder, though an empty path means the current one, or a default.
CLI::Validator folder_name() {
  return {[](const std::string& text) {
            return text.empty() ? std::string("'' should be a folder") : std::string();
          },
          ""};
}

/// CLI11 only asks for a subcommand; this names the unknown one.
void refuse_unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::string names;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == argv[1]) return;
    names += " " + command->get_name();
  }
  throw InputError(fmt::format("'{}'", argv[1]), "is not a command",
                   fmt::format("the commands are:{}; see lacuna --help", names));
}

void add_fill_options(CLI::App& command, FillArguments& fill) {
  command.add_option("SURFACE", fill.surface_file, "mesh file of a closed surface")->required();
  command.add_option("-o,--output", fill.output, "msh, vtk or mesh file to write")->required();
  command.add_option("--mesher", fill.mesher, "tetgen, gmsh or any")
      ->check(word_for<Mesher>())
      ->capture_default_str();
  command.add_option("--edge-length", fill.edge_length, "target edge length inside, m (default: graded)")
      ->check(number_that("a length above 0", [](double l) { return l > 0 && std::isfinite(l); }));
  command.add_flag("--refine", fill.may_refine_surface, "let the mesher split triangles of the surface");
}

void add_run_options(CLI::App& command, RunArguments& run) {
  command.add_option("SCENE", run.scene, "scene file, or the name of a scene that ships with lacuna")
      ->required();
  command.add_option("-o,--output", run.output, "folder for the results (default: out/<name of the scene>)")
      ->check(folder_name());
  command.add_option("--solver", run.solver,
                     fmt::format("instead of the scene's choice: {}", fmt::join(available_solvers(), ", ")));
  auto* steps =
      command.add_option("--steps", run.steps, "number of time steps, instead of the scene's duration")
          ->check(CLI::Range(1, 1000000000));
  command.add_option("--duration", run.duration, "simulated seconds, instead of the scene's duration")
      ->check(number_that("a duration above 0", [](double t) { return t > 0 && std::isfinite(t); }))
      ->excludes(steps);
  command
      .add_option("--set", run.overrides,
                  "changes a value of the scene: path.to.key=value, any number of times")
      ->allow_extra_args(false);
  command
      .add_option("--log", run.logs,
                  "iterations: a line per Newton iteration in OUT/iterations.jsonl (docs/results.md)")
      ->check(CLI::IsMember({"iterations"}))
      ->allow_extra_args(false);
  command.add_flag("--resume", run.is_resumed, "resume from the last checkpoint in the folder");
  auto* quiet = command.add_flag("--quiet", run.is_quiet, "print only notes and failures");
  command.add_flag("--json", run.is_json, "print one JSON object per event and line")->excludes(quiet);
}

void print_error(std::string_view text) { print_text(stderr, fmt::format("lacuna: {}\n", text)); }

/// `where` and `what` stay on one line, whatever names and values they quote; only a hint may have several.
void print_error(const InputError& error) {
  print_error(fmt::format("{}: {}{}{}", printable_line(error.where), printable_line(error.problem),
                          error.hint.empty() ? "" : "\n  ", error.hint));
}

/// If the caller has closed standard input, output or error, the next file opened would take its number and
/// receive our output.
void occupy_standard_streams() {
  int descriptor = 0;
  do descriptor = open("/dev/null", O_RDWR);
  while (descriptor >= 0 && descriptor <= STDERR_FILENO);
  if (descriptor > STDERR_FILENO) close(descriptor);
}

/// Reads the command line; an exit code if that is all there is to do: a mistake in it, or --help.
std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  refuse_unknown_command(app, argc, argv);
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    std::ostringstream out, problem;
    const int code = app.exit(error, out, problem);
    print("{}", out.str());
    print_text(stderr, problem.str());
    require_printed();
    return code == 0 ? 0 : 2;
  }
}

int run(int argc, char** argv) {
  CLI::App app{"Lacuna simulates deformable bodies that never pass through each other."};
  app.set_version_flag("--version", std::string("lacuna ") + LACUNA_VERSION);
  app.require_subcommand(1);
  int threads = 0;
  app.add_option("--threads", threads,
                 "threads to use (default: all cores); results do not depend on their number")
      ->check(number_that("a whole number from 1 to 1024",
                          [](double n) { return n >= 1 && n <= 1024 && n == std::floor(n); }));
  std::function<int()> command;

  TourArguments tour;
  auto* tour_command = app.add_subcommand("tour", "Shows the collision core at work on a folded cloth");
  tour_command->add_option("-o,--output", tour.output, "folder for the PLY files")
      ->check(folder_name())
      ->capture_default_str();
  tour_command->add_option("--rows", tour.rows, "rows of the cloth; 200 make 80 000 triangles")
      ->check(CLI::Range(2, 20000))
      ->capture_default_str();
  tour_command->callback([&] { command = [&] { return run_tour(tour); }; });

  std::string mesh_file;
  auto* inspect_command =
      app.add_subcommand("inspect", "Reports the contents of a mesh file and whether it intersects itself");
  inspect_command->add_option("MESH", mesh_file, "mesh file: " + mesh_extensions())->required();
  inspect_command->callback([&] { command = [&] { return run_inspect(mesh_file); }; });

  FillArguments fill;
  auto* fill_command = app.add_subcommand("mesh", "Fills a closed surface with tets through TetGen or Gmsh");
  add_fill_options(*fill_command, fill);
  fill_command->callback([&] { command = [&] { return run_fill(fill); }; });

  ListArguments list;
  auto* list_command = app.add_subcommand(
      "list",
      "Lists the scenes that ship with lacuna, the keys of scene files, the solvers or measured materials");
  auto* keys =
      list_command->add_flag("--keys", list.is_about_keys, "every key of a scene file (docs/scene.md)");
  auto* materials =
      list_command->add_flag("--materials", list.is_about_materials, "the measured materials of shells")
          ->excludes(keys);
  list_command
      ->add_flag("--solvers", list.is_about_solvers, "the solvers that `solver =` and --solver accept")
      ->excludes(keys)
      ->excludes(materials);
  list_command->add_flag("-l,--long", list.is_long, "describe each scene");
  list_command->callback([&] { command = [&] { return run_list(list); }; });

  RunArguments run_arguments;
  auto* run_command = app.add_subcommand("run", "Simulates a scene");
  add_run_options(*run_command, run_arguments);
  run_command->callback([&] { command = [&] { return run_run(run_arguments); }; });

  std::string checked_scene;
  std::vector<std::string> check_overrides;
  auto* check_command =
      app.add_subcommand("check", "Builds a scene and reports its problems, without stepping");
  check_command
      ->add_option("SCENE", checked_scene, "scene file, or the name of a scene that ships with lacuna")
      ->required();
  check_command->add_option("--set", check_overrides, "changes a value of the scene: path.to.key=value")
      ->allow_extra_args(false);
  check_command->callback([&] { command = [&] { return run_check(checked_scene, check_overrides); }; });

  std::string results;
  auto* verify_command =
      app.add_subcommand("verify", "Proves from the files of a run that nothing intersects in any frame");
  verify_command->add_option("OUT", results, "folder that 'lacuna run' wrote")->required();
  verify_command->callback([&] { command = [&] { return run_verify(results); }; });

  for (CLI::App* subcommand : app.get_subcommands({})) subcommand->fallthrough();  // --threads may come last
  if (const std::optional<int> code = parse(app, argc, argv)) return *code;
  std::optional<ThreadLimit> limit;
  if (threads > 0) limit.emplace(threads);
  // Starts all threads now: TBB ends the program if it cannot start one later for lack of memory.
  parallel_for(
      thread_count(), [](Index) {}, 1);
  const int code = command();
  require_printed();
  return code;
}

}  // namespace
}  // namespace lacuna

int main(int argc, char** argv) {
  lacuna::occupy_standard_streams();
  lacuna::keep_freed_memory();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error with a message, not a kill
  try {
    return lacuna::run(argc, argv);
  } catch (const lacuna::InputError& error) {
    lacuna::print_error(error);
    return 2;
  } catch (const std::bad_alloc&) {
    lacuna::print_error(
        "there is not enough memory\n  use fewer or coarser meshes ('detail' scales every shape's "
        "resolution); the files written so far are complete");
    return 1;
  } catch (const std::exception& error) {
    lacuna::print_error(error.what());
    return 1;
  }
}
