#!/usr/bin/env bash
# scripts/packages.sh on machines made of fakes: with and without apt-get, root and sudo.
# shellcheck source=tests/house/support.sh
source "$(dirname "$0")/support.sh"
packages() { run env PATH="$scratch/bin" LACUNA_INSTALL="${install-yes}" "$BASH" "$root/scripts/packages.sh" "$@"; }

borrow cat env mktemp rm

# Not Debian, nothing installed: the list by upstream names, with purposes, and no build.
packages build test meshers
expect_status 1
expect_output "this machine has no apt-get"
for project in "GCC 12" "CMake 3.25" Ninja "Eigen 3.4" oneTBB fmt CGAL CLI11 toml++ METIS GoogleTest; do
  expect_output "$project"
done
expect_output "exact geometric predicates"
expect_output "These would help:"
expect_output "TetGen 1.5"
expect_output "makes repeated builds quick"
expect_no_output "apt-get install"
expect_no_output "Google Benchmark"

# Not Debian, but CMake finds everything: go on.
for tool in c++ ninja ccache mold; do fake "$tool" <<< "exit 0"; done
fake cmake << 'END'
for argument in "$@"; do
  case $argument in -DNAMES=*) names=${argument#-DNAMES=} ;; esac
done
IFS=';'
for name in $names; do [[ " ${FAKE_ABSENT-} " == *" $name "* ]] || echo "-- probe found $name"; done
END
packages build test meshers
expect_status 0
expect_output "continuing"

# The same without one library.
FAKE_ABSENT=CGAL packages build test
expect_status 1
expect_output "CGAL 5.5"
expect_no_output "Eigen"

# Debian with everything installed: silence.
fake dpkg-query << 'END'
shift 3   # -W -f FORMAT
for name in "$@"; do [[ " ${FAKE_LACKS-} " == *" $name "* ]] || echo "$name installed"; done
END
fake apt-cache << 'END'
exit ${FAKE_NO_LISTS:-0}
END
fake apt-get << 'END'
echo "apt-get $*"
END
fake id << 'END'
echo "${FAKE_USER:-0}"
END
packages build test meshers bench checks
expect_status 0
if [[ -n $output ]]; then fail "nothing should be printed when nothing is missing"; fi

# Debian as root: says what and why, then installs just that.
FAKE_LACKS="libfmt-dev libgtest-dev" packages build test
expect_status 0
expect_output "formats messages"
expect_output "install --no-install-recommends libfmt-dev libgtest-dev"
expect_no_output "libeigen3-dev"
expect_no_output " update"

# What the tests run is installed with them, and only with them.
FAKE_LACKS="tetgen gmsh" packages build test meshers
expect_status 0
expect_output "install --no-install-recommends tetgen gmsh"
FAKE_LACKS="tetgen gmsh" packages build test
if [[ -n $output ]]; then fail "a build needs no mesher"; fi

# Package lists never fetched: update first.
FAKE_LACKS=libfmt-dev FAKE_NO_LISTS=1 packages build
expect_output "update"

# Not root.
FAKE_ABSENT=fmt FAKE_LACKS=libfmt-dev FAKE_USER=1000 packages build
expect_status 1
expect_output "not root and there is no sudo"
expect_output "apt-get install --no-install-recommends libfmt-dev"
fake sudo << 'END'
echo "sudo $*"
END
FAKE_LACKS=libfmt-dev FAKE_USER=1000 packages build
expect_status 0
expect_output "sudo env DEBIAN_FRONTEND=noninteractive apt-get"

# Forbidden to install, and apt-get failing.
install=no FAKE_ABSENT=fmt FAKE_LACKS=libfmt-dev packages build
expect_status 1
expect_output "LACUNA_INSTALL=no"
expect_no_output "sudo"
fake apt-get <<< 'exit 100'
FAKE_ABSENT=fmt FAKE_LACKS=libfmt-dev packages build
expect_status 1
expect_output "apt-get failed"

packages buidl
expect_status 2
expect_output "unknown group 'buidl'"
packages --list
expect_status 0
expect_output tetgen
