#!/usr/bin/env bash
# Configures one preset of CMakePresets.json, but only when that is needed: no build files yet, or other flags
# than last time. Changes of CMakeLists.txt are Ninja's business.
#
#   scripts/configure.sh PRESET [-DNAME=VALUE ...]
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
shift
directory=build/$preset
stamp=$directory/configured_with.txt
flags=$*

if [[ -f $directory/build.ninja && -f $directory/CMakeCache.txt ]]; then
  previous=$(cat "$stamp" 2> /dev/null || true)
  if [[ $flags == "$previous" ]]; then exit 0; fi
  fresh=(--fresh)   # otherwise a flag that is no longer given would live on in the cache
else
  fresh=()
fi
mkdir -p "$directory"
if ! cmake --preset "$preset" "${fresh[@]}" "$@"; then
  rm -f "$directory/build.ninja"   # so that the next call tries again
  exit 1
fi
echo "$flags" > "$stamp"
