#!/usr/bin/env bash
# scripts/check_layers.sh on a small tree with planted violations, and on this checkout.
# shellcheck source=tests/house/support.sh
source "$(dirname "$0")/support.sh"
layers() { run bash "$root/scripts/check_layers.sh" "$scratch"; }
write() {
  mkdir -p "$(dirname "$scratch/src/$1")"
  cat > "$scratch/src/$1"
}

write base/types.h <<< '#include <vector>'
write base/parallel.cpp <<< '#include <tbb/parallel_for.h>'
write geometry/predicates.cpp <<< '#include <CGAL/Epick.h>'
write base/json.cpp <<< '#include <nlohmann/json.hpp>'
write verify/check_frame.cpp << 'END'
#include "base/types.h"
#include "geometry/predicates.h"
#include "mesh/file/frame_file.h"
#include "verify/check_frame.h"
END
write contact/step_bound.cpp << 'END'
#include "contact/step_bound.h"
  #  include "base/types.h"
// #include "app/main.h"
END
layers
expect_status 0 "a clean tree"

# violation FILE INCLUDE MESSAGE: planted on line 2, must be reported there; then removed.
violation() {
  printf '\n#include %s\n' "$2" | write "$1"
  layers
  rm "$scratch/src/$1"
  expect_status 1 "$1 includes $2"
  expect_output "src/$1:2: $3"
}
violation base/bad.h '"geometry/distance.h"' "base must not include geometry/distance.h"
violation energy/bad.h '"contact/candidates.h"' "energy must not include contact/candidates.h"
violation contact/bad.h '"verify/check_frame.h"' "contact must not include verify/check_frame.h"
violation verify/bad.h '"contact/surface.h"' "verify proves on its own: it must not include contact/surface.h"
violation verify/bad.cpp '"geometry/distance.h"' "verify proves on its own: it must not include geometry/distance.h"
violation verify/bad.cpp '"mesh/topology.h"' "verify proves on its own: it must not include mesh/topology.h"
violation io/bad.cpp '<nlohmann/json.hpp>' "only base/json.cpp may include nlohmann"
violation scene/bad.cpp '"ipc/step.h"' "scene must not include ipc/step.h"
violation base/bad.cpp '"types.h"' "write \"types.h\" as a path from src/"
violation base/bad.cpp '"../mesh/mesh.h"' "write \"../mesh/mesh.h\" as a path from src/"
violation contact/bad.cpp '<tbb/parallel_for.h>' "only base/parallel.* may include TBB"
violation contact/bad.cpp '<oneapi/tbb.h>' "only base/parallel.* may include TBB"
violation geometry/bad.h '<CGAL/Epick.h>' "only geometry/predicates.cpp may include CGAL"

# prints FILE CODE: code that writes to a terminal without making the text printable.
prints() {
  printf '\n%s\n' "$2" | write "$1"
  layers
  rm "$scratch/src/$1"
  expect_status 1 "$1 has $2"
  expect_output "src/$1:2: only app/print.* prints"
}
prints app/bad.cpp 'fmt::print("{}", name);'
prints app/bad.cpp 'std::cerr << name;'
prints io/bad.cpp 'std::fprintf(stderr, "%s", name);'
prints io/bad.cpp '  fprintf(stderr, "%s", name);'
prints io/bad.cpp 'printf("%s", name);'
prints io/bad.cpp '  fputs(name, stderr);'
prints app/bad.cpp '  write(STDERR_FILENO, name.data(), name.size());'
write app/print.cpp <<< 'fmt::print("{}", printable(name));'
write base/check.cpp <<< 'std::fprintf(stderr, "%s", file);'
layers
expect_status 0 "what may print"
rm -r "$scratch/src/app" "$scratch/src/base/check.cpp"

write magic/spell.h <<< ''
layers
expect_status 1 "a folder that is no layer"
expect_output '"magic" is not a layer'
rm -r "$scratch/src/magic"

mkdir -p "$scratch/tests/utils"
layers
expect_status 1 "a folder called utils"
expect_output "tests/utils: name the folder after what is in it"

run bash "$root/scripts/check_layers.sh"
expect_status 0 "this checkout"
