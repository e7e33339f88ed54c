#!/usr/bin/env bash
# scripts/configure.sh calls CMake when it must and only then.
# shellcheck source=tests/house/support.sh
source "$(dirname "$0")/support.sh"
mkdir -p "$scratch/scripts"
cp "$root/scripts/configure.sh" "$scratch/scripts"
configure() { run env PATH="$scratch/bin:$PATH" bash "$scratch/scripts/configure.sh" "$@"; }

fake cmake << 'END'
echo "cmake $*"
[[ -z ${broken-} ]] || exit 1
mkdir -p "build/$2"
touch "build/$2/build.ninja" "build/$2/CMakeCache.txt"
END

configure release
expect_status 0
expect_output "cmake --preset release"
configure release
expect_status 0
expect_no_output cmake

configure release -DLACUNA_WERROR=ON
expect_output "--fresh -DLACUNA_WERROR=ON"
configure release -DLACUNA_WERROR=ON
expect_no_output cmake
configure release
expect_output "cmake --preset release --fresh"

broken=1 configure release -DLACUNA_ARCH=none
expect_status 1
configure release
expect_output "cmake --preset release"

configure asan
expect_output "cmake --preset asan"
