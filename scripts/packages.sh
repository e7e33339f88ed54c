#!/usr/bin/env bash
# Installs what Lacuna is built with on Debian and its relatives; on other systems says what to install.
#
#   scripts/packages.sh GROUP...     groups: build test meshers bench checks
#   scripts/packages.sh --list       every package with its purpose; installs nothing
#
# LACUNA_INSTALL=no never calls apt-get. Silent and quick when nothing is missing.
set -euo pipefail

# The one list. Columns: group, Debian package, upstream project, how to find it without dpkg, purpose.
# command:NAME is an executable, find:NAME a CMake package, helps:NAME an executable that can be done without.
# Lacuna runs meshers where it finds them; only their tests need them.
catalogue() {
  cat << 'END'
build|build-essential|GCC 12 or later, or another C++20 compiler|command:c++|compiles everything
build|cmake|CMake 3.25 or later|command:cmake|configures the build
build|ninja-build|Ninja|command:ninja|runs the build
build|ccache|ccache|helps:ccache|makes repeated builds quick
build|mold|mold|helps:mold|links quickly
build|libeigen3-dev|Eigen 3.4|find:Eigen3|vectors and small matrices
build|libtbb-dev|oneTBB 2021 or later|find:TBB|threads
build|libfmt-dev|fmt 9 or later|find:fmt|formats messages
build|libcgal-dev|CGAL 5.5 or later|find:CGAL|exact geometric predicates
build|libcli11-dev|CLI11 2.1 or later|find:CLI11|reads the command line
build|libmetis-dev|METIS 5.1|find:METIS|orders unknowns for the direct solver
build|libtomlplusplus-dev|toml++ 3.3 or later|find:tomlplusplus|reads scene files
build|nlohmann-json3-dev|JSON for Modern C++ 3.11 or later|find:nlohmann_json|reads and writes what a run leaves behind
test|libgtest-dev|GoogleTest 1.12 or later|find:GTest|runs the tests
meshers|tetgen|TetGen 1.5|helps:tetgen|fills a closed surface with tetrahedra; its tests are skipped without
meshers|gmsh|Gmsh 4|helps:gmsh|fills a closed surface with tetrahedra; its tests are skipped without
bench|libbenchmark-dev|Google Benchmark 1.7 or later|find:benchmark|times the benchmarks
checks|clang-format|clang-format 14|command:clang-format|checks the layout of the code
checks|clang-tidy|clang-tidy 14|command:clang-tidy|finds likely mistakes and checks names
END
}

# The rows whose column $1 holds one of the words that follow.
rows_where() {
  local column=$1 row fields word
  shift
  catalogue | while IFS= read -r row; do
    IFS='|' read -ra fields <<< "$row"
    for word in "$@"; do
      if [[ ${fields[column]} == "$word" ]]; then echo "$row"; fi
    done
  done
}

print_rows() {  # name first: $1 = 1 for Debian's, 2 for the project's
  local fields
  while IFS='|' read -ra fields; do
    if [[ ${#fields[@]} -gt 0 ]]; then printf '  %-44s %s\n' "${fields[$1]}" "${fields[4]}"; fi
  done
}

installed_packages() {
  # shellcheck disable=SC2016  # the braces are dpkg-query's
  dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2> /dev/null || true
}

# Sets needed_debian and needed_rows: what the groups ask for and dpkg does not have.
find_missing() {
  local rows names=() installed row fields
  rows=$(rows_where 0 "$@")
  while IFS='|' read -ra fields; do names+=("${fields[1]}"); done <<< "$rows"
  installed=""
  if command -v dpkg-query > /dev/null; then installed=$(installed_packages "${names[@]}"); fi
  needed_debian=()
  needed_rows=""
  while IFS= read -r row; do
    IFS='|' read -ra fields <<< "$row"
    if [[ $'\n'$installed$'\n' != *$'\n'"${fields[1]} installed"$'\n'* ]]; then
      needed_debian+=("${fields[1]}")
      needed_rows+=$row$'\n'
    fi
  done <<< "$rows"
}

# Installs needed_debian, or says in `obstacle` why it could not.
install_missing() {
  if [[ ${LACUNA_INSTALL:-yes} == no ]]; then
    obstacle="LACUNA_INSTALL=no is set"
    return 1
  fi
  if ! command -v apt-get > /dev/null; then
    obstacle="this machine has no apt-get"
    return 1
  fi
  local as_root=()
  if [[ $(id -u) != 0 ]]; then
    if ! command -v sudo > /dev/null; then
      obstacle="you are not root and there is no sudo"
      return 1
    fi
    as_root=(sudo)
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=120)
  local install=("${apt[@]}" install --no-install-recommends "${needed_debian[@]}")

  echo "Installing Debian packages that Lacuna needs and this machine lacks:"
  print_rows 1 <<< "$needed_rows"
  obstacle="apt-get failed (see above)"
  # apt-cache knows nothing on a machine whose package lists were never fetched.
  if ! apt-cache show "${needed_debian[@]}" > /dev/null 2>&1; then
    "${apt[@]}" update && "${install[@]}"
  else
    "${install[@]}" || { "${apt[@]}" update && "${install[@]}"; }   # stale lists fail to download
  fi
}

# Names of the given CMake packages that CMake cannot find here.
not_found_by_cmake() {
  local directory modules
  directory=$(mktemp -d)
  modules=$(cd "${BASH_SOURCE[0]%/*}/../cmake" && pwd)
  cat > "$directory/CMakeLists.txt" << 'END'
cmake_minimum_required(VERSION 3.16)
project(probe LANGUAGES CXX)
foreach(name IN LISTS NAMES)
  find_package(${name} QUIET)
  if(${name}_FOUND)
    message(STATUS "probe found ${name}")
  endif()
endforeach()
END
  local names output name
  names=$(IFS=';'; echo "$*")
  output=$(cmake -S "$directory" -B "$directory/build" "-DNAMES=$names" "-DCMAKE_MODULE_PATH=$modules" 2>&1 || true)
  rm -rf "$directory"
  for name in "$@"; do
    if [[ $output$'\n' != *"probe found $name"$'\n'* ]]; then echo "$name"; fi
  done
}

# Sorts needed_rows, which dpkg does not vouch for, into required_rows and helpful_rows that are really absent.
probe_machine() {
  local row fields kind name libraries=() absent=""
  while IFS='|' read -ra fields; do
    if [[ ${fields[3]-} == find:* ]]; then libraries+=("${fields[3]#find:}"); fi
  done <<< "$needed_rows"
  if [[ ${#libraries[@]} -gt 0 ]]; then
    if command -v cmake > /dev/null; then
      absent=$(not_found_by_cmake "${libraries[@]}")
    else
      absent=$(printf '%s\n' "${libraries[@]}")
    fi
  fi
  required_rows=""
  helpful_rows=""
  while IFS= read -r row; do
    if [[ -z $row ]]; then continue; fi
    IFS='|' read -ra fields <<< "$row"
    kind=${fields[3]%%:*}
    name=${fields[3]#*:}
    if [[ $kind == find ]]; then
      if [[ $'\n'$absent$'\n' == *$'\n'"$name"$'\n'* ]]; then required_rows+=$row$'\n'; fi
    elif ! command -v "$name" > /dev/null; then
      if [[ $kind == helps ]]; then helpful_rows+=$row$'\n'; else required_rows+=$row$'\n'; fi
    fi
  done <<< "$needed_rows"
}

explain_what_to_install() {
  local debian=() fields
  echo "Lacuna cannot be built yet: $obstacle, and these are missing:"
  print_rows 2 <<< "$required_rows"
  if [[ -n $helpful_rows ]]; then
    echo "These would help:"
    print_rows 2 <<< "$helpful_rows"
  fi
  echo
  if command -v apt-get > /dev/null; then
    while IFS='|' read -ra fields; do
      if [[ ${#fields[@]} -gt 0 ]]; then debian+=("${fields[1]}"); fi
    done <<< "$required_rows$helpful_rows"
    echo "Ask an administrator to run:"
    echo "  apt-get update && apt-get install --no-install-recommends ${debian[*]}"
  else
    echo "Install them with this system's package manager, then repeat the command."
  fi
  echo "If they are installed somewhere CMake does not look, set the environment variable"
  echo "CMAKE_PREFIX_PATH to that folder."
}

main() {
  if [[ ${1-} == --list ]]; then
    for group in build test meshers bench checks; do
      echo "$group:"
      rows_where 0 "$group" | print_rows 1
    done
    return 0
  fi
  for group in "$@"; do
    case $group in
      build | test | meshers | bench | checks) ;;
      *) echo "packages.sh: unknown group '$group'; the groups are build test meshers bench checks" >&2; return 2 ;;
    esac
  done
  if [[ $# == 0 ]]; then
    echo "usage: scripts/packages.sh build|test|meshers|bench|checks ... | --list" >&2
    return 2
  fi
  find_missing "$@"
  if [[ ${#needed_debian[@]} == 0 ]]; then return 0; fi
  if install_missing; then return 0; fi
  probe_machine
  if [[ -n $required_rows ]]; then
    explain_what_to_install >&2
    return 1
  fi
  echo "No packages installed ($obstacle), but CMake finds everything required: continuing."
}

main "$@"
