#!/usr/bin/env bash
# `make` lists its targets, and each listed target is a recipe that make can expand.
# shellcheck source=tests/house/support.sh
source "$(dirname "$0")/support.sh"
make_here() { run env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make --no-print-directory -C "$root" "$@"; }

make_here
listing=$output
make_here help
expect_status 0
if [[ $output != "$listing" ]]; then fail "make alone should print the help"; fi
for target in demo test slow-test bench bench-peers dev asan tsan tidy format check-format check-layers clean; do
  make_here help
  expect_output "make $target "
  make_here --dry-run "$target"
  expect_status 0 "make --dry-run $target"
done

make_here --dry-run test CMAKE_FLAGS=-DLACUNA_WERROR=ON
expect_output "scripts/configure.sh release -DLACUNA_WERROR=ON"
expect_output "ctest --preset release"
expect_output "scripts/packages.sh build test meshers"
make_here --dry-run demo
expect_output "build/release/bin/lacuna verify out/demo"
expect_no_output meshers

# Tests on outside data run where it is, and are not listed as skipped where it is not.
data=$scratch/data
mkdir -p "$data/meshes"
make_here --dry-run test "LACUNA_TEST_DATA=$data"
expect_output "ctest --preset release-with-data"
make_here --dry-run test "LACUNA_TEST_DATA=$scratch/nowhere"
expect_no_output "release-with-data"
