#!/usr/bin/env bash
# Formats the C++ sources in place, or with --check only reports what is not formatted.
# The version is pinned: each release of clang-format lays code out a little differently.
set -euo pipefail
cd "$(dirname "$0")/.."
wanted=14

for formatter in "clang-format-$wanted" clang-format; do
  if [[ $("$formatter" --version 2> /dev/null) == *"version $wanted."* ]]; then break; fi
  formatter=
done
if [[ -z $formatter ]]; then
  echo "clang-format $wanted is needed, no other version (scripts/packages.sh checks)" >&2
  exit 1
fi

mode=(-i)
if [[ ${1-} == --check ]]; then mode=(--dry-run -Werror); fi
folders=()
for folder in src tests bench; do
  if [[ -d $folder ]]; then folders+=("$folder"); fi
done
find "${folders[@]}" \( -name '*.h' -o -name '*.cpp' \) -print0 | xargs -0 -r -n 16 -P "$(nproc)" "$formatter" "${mode[@]}"
