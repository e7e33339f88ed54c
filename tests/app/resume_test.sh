#!/usr/bin/env bash
# Runs of the lacuna command (first argument) that are stopped by the user, by a full disk or by a limit, and go
# on: to the same bytes as a run that was not stopped. And what may change in between.
if [[ -w /dev/shm ]]; then export TMPDIR=/dev/shm; fi  # files in memory: checkpoints wait for the disk
# shellcheck source=tests/house/support.sh
source "$(dirname "$0")/../house/support.sh"
program=$1
lacuna() { run "$program" "$@"; }

# expect_same_frames FOLDER FOLDER
expect_same_frames() {
  diff -r "$1/frames" "$2/frames" > /dev/null || fail "$2 should hold the frames of $1, byte for byte"
}

steps=300
lacuna run tet-tet -o "$scratch/whole" --steps $steps --quiet
expect_status 0

# Ctrl-C. What is printed goes into a pipe, which is full long before the last step: the run cannot end before
# the signal.
mkfifo "$scratch/pipe"
"$program" run tet-tet -o "$scratch/stopped" --steps $steps --json > "$scratch/pipe" 2> "$scratch/errors" &
runner=$!
exec 3< "$scratch/pipe"
while read -r line <&3; do
  if [[ $line == *'"step":3,'* ]]; then break; fi
done
kill -INT $runner
cat <&3 > "$scratch/rest"
exec 3<&-
status=0
wait $runner || status=$?
output=$(cat "$scratch/errors" "$scratch/rest")
expect_status 1 "interrupted"
expect_output "Stopping"
expect_output "interrupted"
lacuna verify "$scratch/stopped"
expect_status 0 "what an interrupted run leaves is complete"
[[ $output == "INCOMPLETE RUN up to step "* ]] || fail "the first words should say that the run is not complete"
lacuna run tet-tet -o "$scratch/stopped" --steps $steps --quiet --resume
expect_status 0
expect_output "resumes after step"
expect_same_frames "$scratch/whole" "$scratch/stopped"

# after_failure FOLDER: the run in it has said why it failed, and is whole as far as it came.
after_failure() {
  expect_status 1 "results that cannot be written"
  expect_output "cannot be written"
  expect_output "resume with: lacuna run tet-tet"
  lacuna verify "$1"
  expect_status 0 "what was written before the failure"
}

# A file that may not grow any more: no signal ends the run.
lacuna run tet-tet -o "$scratch/limited" --steps 20 --quiet
expect_status 0
status=0
output=$(ulimit -f 64; "$program" run tet-tet -o "$scratch/limited" --steps $steps --quiet --resume 2>&1) || status=$?
after_failure "$scratch/limited"
lacuna run tet-tet -o "$scratch/limited" --steps $steps --quiet --resume
expect_status 0
expect_same_frames "$scratch/whole" "$scratch/limited"

# A full disk, where we may make a small one.
mkdir "$scratch/disk"
if mount -t tmpfs -o size=160k lacuna-test "$scratch/disk" 2> /dev/null; then
  trap 'umount "$scratch/disk"; rm -rf "$scratch"' EXIT
  head -c 1M /dev/zero > "$scratch/disk/fill" 2> /dev/null || true
  lacuna run tet-tet -o "$scratch/disk/out" --steps 20 --quiet
  expect_status 1 "a disk that is full from the start"
  expect_output "cannot be written"
  expect_output "then run again"
  rm "$scratch/disk/fill"
  lacuna run tet-tet -o "$scratch/disk/out" --steps 20 --quiet --resume
  expect_status 0 "a run that could not begin begins"
  lacuna run tet-tet -o "$scratch/disk/out" --steps $steps --quiet --resume
  after_failure "$scratch/disk/out"
  mount -o remount,size=16m "$scratch/disk"
  lacuna run tet-tet -o "$scratch/disk/out" --steps $steps --quiet --resume
  expect_status 0
  expect_output "resumes after step"
  expect_same_frames "$scratch/whole" "$scratch/disk/out"
fi

# Killed without a chance to say anything: a sheet at its strain limit, sewn to another, with friction and a bead on
# top, that goes on from the checkpoint before.
cat > "$scratch/thin.toml" << 'END'
step = 0.01
contact = { dhat = 2e-3, friction = 0.3 }
[[object]]
name = "sheet"
mesh = { shape = "grid", size = [0.2, 0.2], resolution = [4, 4] }
shell = { material = "cotton", membrane = 0.01, strain_limit = "measured", damping = 1e-3 }
fixed = [{ side = "x-" }]
[[object]]
name = "other"
mesh = { shape = "grid", size = [0.2, 0.2], resolution = [4, 4] }
translate = [0.205, 0, 0]
shell = {}
[[stitch]]
between = ["other", "sheet"]
within = 0.01
[[object]]
name = "bead"
mesh = { shape = "particles", counts = [1, 1, 1] }
translate = [0.02, 0.008, 0.01]
offset = 5e-3
particles = { radius = 2.5e-3 }
END
thin() { lacuna run "$scratch/thin.toml" -o "$scratch/$1" --steps "$2" --quiet "${@:3}"; }
thin thin_whole 60
expect_status 0
thin thin_killed 20
expect_status 0
mkfifo "$scratch/pipe2"
"$program" run "$scratch/thin.toml" -o "$scratch/thin_killed" --steps 60 --json --resume > "$scratch/pipe2" &
runner=$!
exec 3< "$scratch/pipe2"
while read -r line <&3; do
  if [[ $line == *'"step":35,'* ]]; then break; fi
done
kill -KILL $runner
exec 3<&-
wait $runner 2> /dev/null || true
thin thin_killed 60 --resume
expect_status 0 "resume after a kill"
expect_output "resumes after step 20"
expect_same_frames "$scratch/thin_whole" "$scratch/thin_killed"
lacuna verify "$scratch/thin_killed"
expect_status 0

# Files of the time before the checkpoint that are damaged are computed again where an earlier checkpoint is there, and
# else named.
damage() {
  cp -r "$scratch/thin_whole" "$scratch/$1"
  : > "$scratch/$1/steps.jsonl"
  truncate -s 200 "$scratch/$1/frames/frame_000003.ply"
  truncate -s 300 "$scratch/$1/run.json"
}
damage thin_mended
thin thin_mended 60 --resume
expect_status 0 "resume with damaged files and a checkpoint of the start"
expect_output "steps.jsonl: steps 1 to 60 are missing or damaged; goes back to the checkpoint of step 0"
expect_same_frames "$scratch/thin_whole" "$scratch/thin_mended"
lacuna verify "$scratch/thin_mended"
expect_status 0
damage thin_damaged
rm "$scratch/thin_damaged/checkpoints/checkpoint_000000.bin"
thin thin_damaged 60 --resume
expect_status 0 "resume with damaged files"
expect_output "steps.jsonl: steps 1 to 60 are missing or damaged"
expect_output "frames/frame_000003.ply is damaged"
expect_output "run.json: not valid JSON"
expect_output "for complete results run without --resume into another folder"
grep -q '"frames/frame_000003.ply is damaged' "$scratch/thin_damaged/run.json" || fail "run.json should name what is lost"
thin thin_damaged 60
expect_status 0 "a new run in their place"
expect_same_frames "$scratch/thin_whole" "$scratch/thin_damaged"
lacuna verify "$scratch/thin_damaged"
expect_status 0

# Too little memory is an end like any other, wherever it runs out: what was computed before is kept, and the run goes
# on with more of it. Of the sizes from what holds the program to what it needs some fail in each phase.
cat > "$scratch/memory.toml" << 'END'
step = 0.01
ipc = { linear_solver = "direct" }
[[object]]
mesh = { shape = "box", size = [1, 1, 1], resolution = [12, 12, 12] }
solid = {}
fixed = [{ side = "x-" }]
END
memory() { lacuna run "$scratch/memory.toml" -o "$scratch/$1" --steps "$2" --quiet "${@:3}"; }
memory memory_whole 3
expect_status 0
memory memory 2
expect_status 0
short=0 tried=0
for limit in 30000 40000 45000 50000 55000 60000 70000; do
  if ! (ulimit -v $limit; exec "$program" --version) > /dev/null 2>&1; then continue; fi
  tried=$((tried + 1))
  cp -r "$scratch/memory" "$scratch/memory_$limit"
  status=0
  output=$(ulimit -v $limit
           "$program" --threads 1 run "$scratch/memory.toml" -o "$scratch/memory_$limit" --steps 3 --quiet --resume \
             2>&1) || status=$?
  if [[ $status != 0 ]]; then
    expect_status 1 "$limit KB of memory"
    expect_output "not enough memory"
    expect_no_output "terminate"
    if grep -q '"out_of_memory"' "$scratch/memory_$limit/steps.jsonl"; then
      short=$((short + 1))
      expect_output "resume with: lacuna run"
    fi
  fi
  memory "memory_$limit" 3 --resume
  expect_status 0 "with enough memory"
  expect_same_frames "$scratch/memory_whole" "$scratch/memory_$limit"
done
if ((tried > 0 && short == 0)); then fail "of all limits none was short of what a step needs"; fi

# A prescribed motion that cannot go on: --resume would not help, and is not what is advised.
lacuna run "$scratch/thin.toml" -o "$scratch/blocked" --steps 60 --quiet \
  --set 'half_space=[{ name = "floor", point = [0, -0.01, 0] }]' \
  --set 'object.sheet.fixed=[{ all = true, motion = [{ move = [0, -1, 0] }] }]' \
  --set 'object.bead.translate=[0.02, -0.006, 0.01]'
expect_status 1 "a sheet that presses a bead through the floor"
expect_output "cannot reach its target"
expect_output "run again from the start"
expect_no_output "resume with"
lacuna verify "$scratch/blocked"
expect_status 1 "a run whose last step failed"
[[ $output == "FAILED RUN after step "* ]] || fail "the first words should say that the run failed"
lacuna run "$scratch/thin.toml" -o "$scratch/few" --steps 60 --quiet --set newton.max_iterations=1
expect_status 1 "too few iterations"
expect_output "resume with: lacuna run"
expect_output "--set newton.max_iterations=1 --set ipc.max_iterations=10 -o $scratch/few --steps 60 --resume"
lacuna run "$scratch/thin.toml" -o "$scratch/few" --steps 60 --quiet --resume --set newton.max_iterations=1 \
  --set ipc.max_iterations=1000
expect_status 0 "more iterations"
expect_same_frames "$scratch/thin_whole" "$scratch/few"

# A run may go on for longer, be written more often, or take more iterations; the scene itself must stay.
# Two tets or three in the same hull: the same points, other elements.
medit() {
  printf 'MeshVersionFormatted 2\nDimension 3\nVertices 5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0.3 0.3 1 0\n0.3 0.3 -1 0\n'
  printf 'Tetrahedra %d\n' $#
  printf '%s 0\n' "$@"
  printf 'End\n'
}
medit '1 2 3 4' '1 3 2 5' > "$scratch/hull.mesh"
printf 'title = "first"\nstep = 0.01\nduration = 0.05\n[[object]]\nmesh = { file = "hull.mesh" }\nsolid = {}\n' \
  > "$scratch/hull.toml"
goes_on() {
  lacuna run "$scratch/hull.toml" -o "$scratch/hull" --quiet --resume "$@"
  expect_status 0 "resume with $*"
  expect_output "resumes after step"
}
lacuna run "$scratch/hull.toml" -o "$scratch/hull" --quiet
expect_status 0
goes_on --set duration=0.1
goes_on --duration 0.15
goes_on --steps 20 --set fps=100
goes_on --set title=other --set ipc.max_iterations=500 --set duration=0.25
sed -i 's/duration = 0.05/duration = 0.3  # longer/' "$scratch/hull.toml"
goes_on
lacuna verify "$scratch/hull"
expect_status 0
# Old and new names of keys are the same scene, whichever the run began with.
renamed() {
  lacuna run "$scratch/hull.toml" -o "$scratch/names" --quiet "$@"
  expect_status 0 "run with $*"
}
renamed --steps 5 --set newton.tolerance=1e-4 --set contact.weights=area --set linear.solver=direct
renamed --steps 10 --set ipc.tolerance=1e-4 --set ipc.weights=area --set ipc.linear_solver=direct --resume
expect_output "resumes after step 5"
renamed --steps 15 --set newton.tolerance=1e-4 --set ipc.weights=area --set linear.solver=direct --resume
expect_output "resumes after step 10"
lacuna run "$scratch/hull.toml" -o "$scratch/hull" --quiet --resume --set gravity=1
expect_status 2 "another scene"
expect_output "the scene has changed"
medit '5 4 1 2' '5 4 2 3' '5 4 3 1' > "$scratch/hull.mesh"
lacuna run "$scratch/hull.toml" -o "$scratch/hull" --quiet --resume
expect_status 2 "other tets between the same points"
expect_output "the scene has changed"
