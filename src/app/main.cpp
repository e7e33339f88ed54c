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
  accepted.reserve(std::size(words<Enum>));
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

/// The options of all subcommands, and the values that the user gives them.
class CommandLine {
 public:
  CommandLine() {
    app_.set_version_flag("--version", std::string("lacuna ") + LACUNA_VERSION);
    app_.require_subcommand(1);
    app_.add_option("--threads", threads_,
                    "threads to use (default: all cores); results do not depend on their number")
        ->check(number_that("a whole number from 1 to 1024",
                            [](double n) { return n >= 1 && n <= 1024 && n == std::floor(n); }));
    add_tour();
    add_inspect();
    add_mesh();
    add_list();
    add_run();
    add_check();
    add_verify();
    for (CLI::App* command : app_.get_subcommands({})) command->fallthrough();  // --threads may come last
  }

  /// An exit code if that is all there is to do: a mistake in the command line, or --help.
  std::optional<int> parse(int argc, char** argv) {
    refuse_unknown_command(argc, argv);
    try {
      app_.parse(argc, argv);
      return std::nullopt;
    } catch (const CLI::ParseError& error) {
      std::ostringstream out, problem;
      const int code = app_.exit(error, out, problem);
      print("{}", out.str());
      print_text(stderr, problem.str());
      require_printed();
      return code == 0 ? 0 : 2;
    }
  }

  int threads() const { return threads_; }  ///< 0: all
  /// Runs the command that was given.
  int run() const { return command_(); }

 private:
  /// CLI11 only asks for a subcommand; this names the unknown one.
  void refuse_unknown_command(int argc, char** argv) const {
    if (argc < 2 || argv[1][0] == '-') return;
    std::string names;
    for (const CLI::App* command : app_.get_subcommands({})) {
      if (command->get_name() == argv[1]) return;
      names += " " + command->get_name();
    }
    throw InputError(fmt::format("'{}'", argv[1]), "is not a command",
                     fmt::format("the commands are:{}; see lacuna --help", names));
  }

  CLI::App& add(const std::string& name, const std::string& summary, std::function<int()> command) {
    CLI::App& added = *app_.add_subcommand(name, summary);
    added.callback([this, command = std::move(command)] { command_ = command; });
    return added;
  }

  void add_tour() {
    CLI::App& command =
        add("tour", "Shows the collision core at work on a folded cloth", [this] { return run_tour(tour_); });
    command.add_option("-o,--output", tour_.output, "folder for the PLY files")
        ->check(folder_name())
        ->capture_default_str();
    command.add_option("--rows", tour_.rows, "rows of the cloth; 200 make 80 000 triangles")
        ->check(CLI::Range(2, 20000))
        ->capture_default_str();
  }

  void add_inspect() {
    add("inspect", "Reports the contents of a mesh file and whether it intersects itself",
        [this] { return run_inspect(mesh_file_); })
        .add_option("MESH", mesh_file_, "mesh file: " + mesh_extensions())
        ->required();
  }

  void add_mesh() {
    CLI::App& command = add("mesh", "Fills a closed surface with tets through TetGen or Gmsh",
                            [this] { return run_fill(fill_); });
    command.add_option("SURFACE", fill_.surface_file, "mesh file of a closed surface")->required();
    command.add_option("-o,--output", fill_.output, "msh, vtk or mesh file to write")->required();
    command.add_option("--mesher", fill_.mesher, "tetgen, gmsh or any")
        ->check(word_for<Mesher>())
        ->capture_default_str();
    command.add_option("--edge-length", fill_.edge_length, "target edge length inside, m (default: graded)")
        ->check(number_that("a length above 0", [](double l) { return l > 0 && std::isfinite(l); }));
    command.add_flag("--refine", fill_.may_refine_surface, "let the mesher split triangles of the surface");
  }

  void add_list() {
    CLI::App& command = add(
        "list",
        "Lists the scenes that ship with lacuna, the keys of scene files, the solvers or measured materials",
        [this] { return run_list(list_); });
    auto* keys = command.add_flag("--keys", list_.is_about_keys, "every key of a scene file (docs/scene.md)");
    auto* materials =
        command.add_flag("--materials", list_.is_about_materials, "the measured materials of shells")
            ->excludes(keys);
    command.add_flag("--solvers", list_.is_about_solvers, "the solvers that `solver =` and --solver accept")
        ->excludes(keys)
        ->excludes(materials);
    command.add_flag("-l,--long", list_.is_long, "describe each scene");
  }

  /// The options of commands that read a scene.
  static void add_scene_options(CLI::App& command, SceneArguments& scene) {
    command.add_option("SCENE", scene.name, "scene file, or the name of a scene that ships with lacuna")
        ->required();
    command.add_option("--solver", scene.solver,
                       fmt::format("solver, overriding the scene's: {}", fmt::join(solver_names(), ", ")));
    command
        .add_option("--set", scene.overrides, "overrides a value of the scene: path.to.key=value; repeatable")
        ->allow_extra_args(false);
  }

  void add_run() {
    CLI::App& command = add("run", "Simulates a scene", [this] { return run_run(run_); });
    add_scene_options(command, run_.scene);
    command
        .add_option("-o,--output", run_.output, "folder for the results (default: out/<name of the scene>)")
        ->check(folder_name());
    auto* steps =
        command.add_option("--steps", run_.steps, "duration in time steps, instead of the scene's duration")
            ->check(CLI::Range(1, 1000000000));
    command.add_option("--duration", run_.duration, "simulated seconds, instead of the scene's duration")
        ->check(number_that("a duration above 0", [](double t) { return t > 0 && std::isfinite(t); }))
        ->excludes(steps);
    command
        .add_option("--log", run_.logs,
                    "iterations: a line per Newton iteration in OUT/iterations.jsonl (docs/results.md)")
        ->check(CLI::IsMember({"iterations"}))
        ->allow_extra_args(false);
    command.add_flag("--resume", run_.is_resumed, "resume from the last checkpoint in the folder");
    auto* quiet = command.add_flag("--quiet", run_.is_quiet, "print only notes and failures");
    command.add_flag("--json", run_.is_json, "print each event as one line of JSON")->excludes(quiet);
  }

  void add_check() {
    add_scene_options(add("check", "Builds a scene and reports its problems, without stepping",
                          [this] { return run_check(checked_); }),
                      checked_);
  }

  void add_verify() {
    add("verify", "Proves from the files of a run that nothing intersects in any frame",
        [this] { return run_verify(results_); })
        .add_option("OUT", results_, "folder that 'lacuna run' wrote")
        ->required();
  }

  CLI::App app_{"Lacuna simulates deformable bodies that never pass through each other."};
  int threads_ = 0;
  std::function<int()> command_;
  TourArguments tour_;
  std::string mesh_file_;
  FillArguments fill_;
  ListArguments list_;
  RunArguments run_;
  SceneArguments checked_;
  std::string results_;
};

int run(int argc, char** argv) {
  CommandLine line;
  if (const std::optional<int> code = line.parse(argc, argv)) return *code;
  std::optional<ThreadLimit> limit;
  if (line.threads() > 0) limit.emplace(line.threads());
  // Starts all threads now: TBB ends the program if it cannot start one later for lack of memory.
  parallel_for(
      thread_count(), [](Index) {}, 1);
  const int code = line.run();
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
