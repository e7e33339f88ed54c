#!/usr/bin/env bash
# The same scenes with every solver, one thread, one after another: CPU seconds per simulated second.
#
#   scripts/bench_solvers.sh LACUNA [SIZE]      SIZE multiplies the detail of every scene; 1 takes seven minutes
#
# Each row: scene, vertices, CPU s per simulated second of `ipc`, of `cubic` at the same step and at its own, and of
# `two-way` at the same step; linear systems, ratios. A solver that fails or runs longer than ten minutes shows why.
set -euo pipefail
lacuna=$1
size=${2:-1}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Scene, detail, simulated seconds. The last column is the step with which `cubic` would be run by itself.
scenes() {
  cat << 'END'
cipc/drape 1 0.6 0.01
cipc/rotating-sphere 0.3 0.6 0.01
cipc/funnel 0.3 0.6 0.01
cipc/needles 0.6 0.4 0.01
cipc/noodles-small 0.8 0.3 0.01
cipc/sprinkles-small 1 0.2 0.01
cipc/granules-small 1 0.2 0.01
cipc/twisted-cylinder 0.2 1.0 0.01
END
}

# value FILE KEY: a number of run.json, "-" if the run left none.
value() { grep -o "\"$2\": *[0-9.e+-]*" "$1" 2> /dev/null | head -1 | sed 's/.*: *//' || echo -; }

# measure SCENE DETAIL SECONDS SOLVER NAME [OPTIONS]: "cpu-per-second systems", or "failed -".
measure() {
  local scene=$1 detail=$2 seconds=$3 solver=$4 out=$scratch/$5
  shift 5
  if timeout 600 "$lacuna" run "$scene" --solver "$solver" --set "detail=$detail" --duration "$seconds" --threads 1 --quiet \
    -o "$out" "$@" > "$out.log" 2>&1; then
    awk -v cpu="$(value "$out/run.json" cpu_seconds)" -v time="$(value "$out/run.json" time)" \
      -v systems="$(value "$out/run.json" iterations)" 'BEGIN { printf "%.3g %d\n", cpu / time, systems }'
  else
    echo "failed -"
  fi
}

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { if (a + 0 > 0 && b + 0 > 0) printf "%.1f", a / b; else printf "-" }'; }

# add_log SUM A B: SUM + log(A / B).
add_log() { awk -v s="$1" -v a="$2" -v b="$3" 'BEGIN { print s + (a + 0 > 0 && b + 0 > 0 ? log(a / b) : 0) }'; }

row='%-24s %8s | %9s %6s | %9s %6s %6s | %9s %6s %6s | %9s %6s %6s\n'
# shellcheck disable=SC2059  # the format is ours
printf "$row" scene vertices ipc systems cubic systems ratio "own step" systems ratio two-way systems ratio
log_sum=0 own_log_sum=0 two_way_log_sum=0 rows=0
while read -r scene detail seconds step; do
  detail=$(awk -v d="$detail" -v s="$size" 'BEGIN { print d * s }')
  read -r ipc ipc_systems < <(measure "$scene" "$detail" "$seconds" ipc ipc)
  read -r same same_systems < <(measure "$scene" "$detail" "$seconds" cubic same)
  read -r own own_systems < <(measure "$scene" "$detail" "$seconds" cubic own --set "step=$step")
  read -r two_way two_way_systems < <(measure "$scene" "$detail" "$seconds" two-way two-way)
  vertices=$(grep -o '"vertices": *[0-9]*' "$scratch/same/run.json" 2> /dev/null | tr -dc '0-9\n' | awk '{ sum += $1 } END { print sum + 0 }')
  # shellcheck disable=SC2059
  printf "$row" "$scene" "$vertices" "$ipc" "$ipc_systems" "$same" "$same_systems" "$(ratio "$ipc" "$same")" \
    "$own" "$own_systems" "$(ratio "$ipc" "$own")" "$two_way" "$two_way_systems" "$(ratio "$ipc" "$two_way")"
  log_sum=$(add_log "$log_sum" "$ipc" "$same")
  own_log_sum=$(add_log "$own_log_sum" "$ipc" "$own")
  two_way_log_sum=$(add_log "$two_way_log_sum" "$ipc" "$two_way")
  rows=$((rows + 1))
  rm -rf "$scratch"/*
done < <(scenes)
awk -v s="$log_sum" -v o="$own_log_sum" -v t="$two_way_log_sum" -v n="$rows" 'BEGIN {
  printf "geometric means of the ratios: cubic %.1f at the same step, %.1f at its own; two-way %.1f\n", \
    exp(s / n), exp(o / n), exp(t / n) }'
