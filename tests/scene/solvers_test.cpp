#include "scene/solvers.h"

#include "scene/scene_texts.h"

#include <algorithm>
#include <set>

namespace lacuna {
namespace {

using test::expect_words;
using test::parse;
using test::refusal;
using test::scene_text;

TEST(Solvers, AreListedOnceEach) {
  std::set<std::string_view> names;
  std::set<SolverKind> kinds;
  for (const SolverEntry& solver : solvers) {
    names.insert(solver.name);
    kinds.insert(solver.kind);
    EXPECT_FALSE(solver.summary.empty()) << solver.name;
    EXPECT_EQ(solver_name(solver.kind), solver.name);
  }
  EXPECT_EQ(names.size(), solvers.size());
  EXPECT_EQ(kinds.size(), solvers.size());
}

TEST(Solvers, CanBeChosen) {
  for (const SolverEntry& solver : solvers)
    EXPECT_EQ(parse(scene_text(fmt::format("solver = \"{}\"", solver.name))).solver, solver.kind);
  EXPECT_EQ(parse(scene_text()).solver, SolverKind::ipc);
}

TEST(Solvers, OthersAreRefusedWithThoseThatExist) {
  expect_words(refusal(scene_text("solver = \"ipx\"")), {"there is no solver 'ipx'", "did you mean 'ipc'?"});
  expect_words(refusal(scene_text("solver = \"magic\"")), {"there is no solver 'magic'", "ipc"});
  expect_words(refusal(scene_text("solver = 3")), {"'solver'", "\"ipc\""});
}

/// A solver has its settings in a table of its name.
TEST(Solvers, HaveTheirTablesInTheDocument) {
  const std::string document = describe_scene_keys();
  for (const SolverEntry& solver : solvers)
    EXPECT_NE(document.find(fmt::format("\n## [{}]\n", solver.name)), std::string::npos) << solver.name;
}

}  // namespace
}  // namespace lacuna
