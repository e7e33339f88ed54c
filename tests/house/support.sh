# shellcheck shell=bash
# For the tests beside this file: a temporary folder `scratch`, the checkout `root`, and claims that end the
# test with the reason and what was printed.
set -euo pipefail
# shellcheck disable=SC2034  # used by the tests
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# run COMMAND...: its exit code in `status`, all it prints in `output`.
run() {
  status=0
  output=$("$@" 2>&1) || status=$?
}

fail() {
  printf 'FAILED: %s\nexit code %s, output:\n%s\n' "$1" "$status" "$output"
  exit 1
}

expect_status() { if [[ $status != "$1" ]]; then fail "exit code $1 expected${2:+: $2}"; fi; }
expect_output() { if [[ $output != *"$1"* ]]; then fail "'$1' should be in the output"; fi; }
expect_no_output() { if [[ $output == *"$1"* ]]; then fail "'$1' should not be in the output"; fi; }

# fake NAME: an executable in $scratch/bin that runs the script on standard input.
fake() {
  mkdir -p "$scratch/bin"
  { echo "#!$BASH"; cat; } > "$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}

# borrow NAME...: the machine's own executables, into $scratch/bin.
borrow() {
  local name
  mkdir -p "$scratch/bin"
  for name in "$@"; do ln -sf "$(command -v "$name")" "$scratch/bin/$name"; done
}
