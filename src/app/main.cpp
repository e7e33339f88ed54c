// The lacuna command: reads the arguments, calls one of the commands, and is the only place that turns errors
// into exit codes: 0 good, 1 a check or a run failed, 2 the input is wrong.
#include "app/commands.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "solve/blas_kernel.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>

namespace lacuna {

namespace {

/// For CLI11: accepts what `is_good` accepts, else says what was wanted.
template <class IsGood>
CLI::Validator number_that(const std::string& wanted, IsGood is_good) {
  return CLI::Validator(
      [=](const std::string& text) {
        double value = 0;
        return CLI::detail::lexical_cast(text, value) && is_good(value)
                   ? std::string()
                   : fmt::format("'{}' should be {}", text, wanted);
      },
      "");
}

/// CLI11 only asks for a subcommand; name the word that is none.
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

int run(int argc, char** argv) {
  CLI::App app{"Lacuna simulates solids, shells, rods and particles that never pass through each other."};
  app.set_version_flag("--version", std::string("lacuna ") + LACUNA_VERSION);
  app.require_subcommand(1);
  int threads = 0;
  app.add_option("--threads", threads, "threads to use (default: all cores); results do not depend on it")
      ->check(number_that("a whole number from 1 to 1024",
                          [](double n) { return n >= 1 && n <= 1024 && n == std::floor(n); }));
  std::function<int()> command;

  TourArguments tour;
  auto* tour_command = app.add_subcommand("tour", "Shows the collision core at work on a folded cloth");
  tour_command->add_option("-o,--output", tour.output, "folder for the PLY files")->capture_default_str();
  tour_command->add_option("--rows", tour.rows, "rows of the cloth; 200 make 80 000 triangles")
      ->check(CLI::Range(2, 20000))
      ->capture_default_str();
  tour_command->callback([&] { command = [&] { return run_tour(tour); }; });

  std::string mesh_file;
  auto* inspect_command =
      app.add_subcommand("inspect", "Reports what a mesh file holds and whether it crosses itself");
  inspect_command->add_option("MESH", mesh_file, "obj, seg, ply, stl, msh, vtk or mesh file")->required();
  inspect_command->callback([&] { command = [&] { return run_inspect(mesh_file); }; });

  FillArguments fill;
  auto* fill_command = app.add_subcommand("mesh", "Fills a closed surface with tets through TetGen or Gmsh");
  fill_command->add_option("SURFACE", fill.surface_file, "mesh file of a closed surface")->required();
  fill_command->add_option("-o,--output", fill.output, "msh, vtk or mesh file to write")->required();
  fill_command->add_option("--mesher", fill.mesher, "tetgen, gmsh or any")
      ->check(CLI::IsMember({"any", "tetgen", "gmsh"}))
      ->capture_default_str();
  fill_command
      ->add_option("--edge-length", fill.edge_length, "wanted edge length inside, m (default: graded)")
      ->check(number_that("a length above 0", [](double l) { return l > 0 && std::isfinite(l); }));
  fill_command->add_flag("--refine", fill.may_refine_surface,
                         "let the mesher split triangles of the surface");
  fill_command->callback([&] { command = [&] { return run_fill(fill); }; });

  refuse_unknown_command(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  std::optional<ThreadLimit> limit;
  if (threads > 0) limit.emplace(threads);
  const int code = command();
  if (std::fflush(stdout) != 0) throw InputError("standard output", "cannot be written", "is the disk full?");
  return code;
}

}  // namespace
}  // namespace lacuna

int main(int argc, char** argv) {
  lacuna::ensure_fast_blas(argv);
  try {
    return lacuna::run(argc, argv);
  } catch (const lacuna::InputError& error) {
    fmt::print(stderr, "lacuna: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "lacuna: {}\n", error.what());
    return 1;
  }
}
