#!/usr/bin/env bash
# The lacuna command (first argument) on good and bad input: exit codes 0, 1 and 2, and messages that name the place.
# shellcheck source=tests/house/support.sh
source "$(dirname "$0")/../house/support.sh"
program=$1
lacuna() { run "$program" "$@"; }

# refused ARGUMENTS... -- WORDS: exit code 2 and each of the words in what it says.
refused() {
  local arguments=() word
  while [[ $1 != -- ]]; do arguments+=("$1"); shift; done
  shift
  lacuna "${arguments[@]}"
  expect_status 2 "lacuna ${arguments[*]}"
  for word in "$@"; do expect_output "$word"; done
}

lacuna --version
expect_status 0
expect_output "lacuna 0."
lacuna --help
expect_status 0
for command in tour inspect mesh run list check verify; do expect_output "$command"; done
refused -- "subcommand"
refused frobnicate -- "'frobnicate'" "not a command" "inspect"
refused tour --rows 1 -- "--rows"
refused --threads 0 tour -- "--threads" "from 1 to"
refused --threads two tour -- "--threads" "'two'"

lacuna --threads 1 tour --rows 12 -o "$scratch/tour"
expect_status 0
expect_output "Proven"
for name in before bounded unbounded; do [[ -s $scratch/tour/$name.ply ]] || fail "$name.ply is missing"; done
one_thread=$(cksum < "$scratch/tour/bounded.ply")
lacuna --threads 2 tour --rows 12 -o "$scratch/tour"
[[ $(cksum < "$scratch/tour/bounded.ply") == "$one_thread" ]] || fail "two threads gave other bits than one"
touch "$scratch/file"
refused tour --rows 12 -o "$scratch/file/below" -- "$scratch/file/below" "folder"
lacuna inspect "$scratch/tour/bounded.ply"
expect_status 0
expect_output "no edge passes through a triangle"
lacuna inspect "$scratch/tour/unbounded.ply"
expect_status 1 "a mesh that crosses itself"
expect_output "CROSSES ITSELF"

refused inspect "$scratch/nothing.obj" -- "nothing.obj" "no such file"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 7\n' > "$scratch/bad.obj"
refused inspect "$scratch/bad.obj" -- "bad.obj:4" "7"
refused inspect "$scratch" -- "$scratch"
printf 'v 0 0 0\nv 1 0 0\nl 1 2\n' > "$scratch/rod.obj"
lacuna inspect "$scratch/rod.obj"
expect_status 0
expect_no_output "passes through"

# blades COUNT AXIS: that many triangles on edge, one behind the other; those along x cross all of those along z, and each
# crossing is two edges through a triangle.
blades() {
  awk -v count="$1" -v axis="$2" 'BEGIN {
    for (i = 0; i < count; ++i) {
      across = (i + 0.5) / count - 0.5 + 0.001 * (axis == "z")
      for (k = 0; k < 3; ++k) {
        along = k < 2 ? -0.5 : 0.6
        print "v", axis == "x" ? along : across, k == 0 ? -0.05 : k == 1 ? 0.05 : 0, axis == "x" ? across : along
      }
      print "f -3 -2 -1"
    }
  }'
}
blades 150 x > "$scratch/x.obj"
blades 151 z > "$scratch/z.obj"
cat "$scratch/x.obj" "$scratch/z.obj" > "$scratch/crossed.obj"
lacuna inspect "$scratch/crossed.obj"
expect_status 1
expect_output "CROSSES ITSELF: 45 300 edge-triangle pairs intersect"
expect_output "and 45 295 more"
printf '%s\n' '[[object]]' 'mesh = { file = "x.obj" }' 'shell = {}' '[[object]]' 'mesh = { file = "z.obj" }' 'shell = {}' \
  > "$scratch/crossed.toml"
pushd "$scratch" > /dev/null
lacuna check crossed.toml
expect_status 2
expect_output "CANNOT START: 45 300 pairs too close or intersecting"
expect_output "The first 2 000 of 45 300 pairs are in out/crossed_problems.ply"
[[ $(stat -c %s out/crossed_problems.ply) -lt 1000000 ]] || fail "the file of pairs should stay small"
popd > /dev/null

refused mesh "$scratch/rod.obj" -o "$scratch/solid.msh" -- "rod.obj" "no triangles"
refused mesh "$scratch/tour/before.ply" -o "$scratch/solid.obj" -- "solid.obj" ".msh"
refused mesh "$scratch/tour/before.ply" -o "$scratch/no/solid.msh" -- "no such folder"
refused mesh "$scratch/tour/before.ply" -o "$scratch/solid.msh" --edge-length 0 -- "--edge-length" "above 0"

# A run of one frame: a triangle, a particle above it, a floor below.
frame() {
  mkdir -p "$scratch/run/frames"
  cat > "$scratch/run/frames/frame_000000.ply" << END
ply
format ascii 1.0
comment time 0
comment step 0
comment half_space 0 0 0 0 1 0 floor
element vertex 4
property double x
property double y
property double z
property double vx
property double vy
property double vz
property int object
property double offset
property uchar kinematic
element face 1
property list uchar int vertex_indices
end_header
0 1 0 0 0 0 0 0.02 0
1 1 0 0 0 0 0 0.02 0
0 1 1 0 0 0 0 0.02 0
0.2 $1 0.2 0 0 0 1 0.02 0
3 0 1 2
END
}
frame 1.03
lacuna verify "$scratch/run"
expect_status 1 "a frame that nothing vouches for"
expect_output "run.json is missing"
expect_output "steps.jsonl is missing"
expect_output "NOT PROVEN, 2 violations: 1 frame, 2 objects, 1 triangle, 1 particle"
frame 1.01
lacuna verify "$scratch/run"
expect_status 1 "closer than the offset"
expect_output "vertex (3) of object 1 and triangle (0, 1, 2) of object 0"
expect_output "NOT PROVEN, 3 violations"
refused verify "$scratch/run/frames" -- "there are no frames here" "run.json"
refused verify -- "OUT"
lacuna list
expect_status 0
expect_output "ipc/chain5"
lacuna list --long
expect_output "no link opens"
lacuna list --keys
expect_status 0
# shellcheck disable=SC2016  # the ticks are Markdown's
expect_output '| `young` | number | Pa |'
lacuna list --materials
expect_status 0
expect_output "cotton           472.64      0.318   0.821    0.243   6.08"
expect_output "woven-denim         400       0.66   2.448    4.793   4.515   9.029   2.448    28    28      5"
expect_output "Penava"
expect_output "Clyde"
refused list --materials --keys -- "--keys"
mkdir -p "$scratch/scenes/mine"
printf '# A ball falls.\ntitle = "My ball"\n' > "$scratch/scenes/mine/ball.toml"
LACUNA_SCENES=$scratch/scenes lacuna list
expect_output "mine/ball"
refused list --kees -- "--kees"

# Frames fall on their times: steps are shortened to divide the interval, and --steps still counts steps.
lacuna run tet-tet -o "$scratch/film" --set step=0.01 --set fps=24 --steps 10
expect_status 0
expect_output "steps of 0.00833333 s instead of 0.01 s"
expect_output "10 steps, 3 frames"
grep -q '"t":0.0833333333333333' "$scratch/film/steps.jsonl" || fail "the last step should end on a frame"

# A scene from start to proof; in two parts it gives the same bytes as in one.
lacuna check tet-tet
expect_status 0
expect_output "no intersection (exact)"
lacuna check tet-tet --set step=0.01 --set 'title="two words"'
expect_status 0
expect_output "Next: lacuna run tet-tet --set step=0.01 --set 'title=\"two words\"'"
lacuna run tet-tet -o "$scratch/whole" --steps 40 --quiet
expect_status 0
lacuna run tet-tet -o "$scratch/parts" --steps 20 --quiet
lacuna run tet-tet -o "$scratch/parts" --steps 40 --quiet --resume
expect_status 0
expect_output "resumes after step 20"
if ! cmp -s "$scratch/whole/frames/frame_000020.ply" "$scratch/parts/frames/frame_000020.ply"; then
  fail "a resumed run should end in the same bytes"
fi
lacuna verify "$scratch/parts"
expect_status 0
expect_output "21 frames"
lacuna run tet-tet -o "$scratch/json" --steps 2 --json
expect_output '"step":2'
lacuna run tet-tet -o "$scratch/json" --steps 40 --quiet --log iterations
expect_status 0
iterations=$(($(sed 's/.*"iterations":\([0-9]*\),.*/\1/' "$scratch/json/steps.jsonl" | paste -sd+)))
[[ $(grep -c '"direction":"newton"' "$scratch/json/iterations.jsonl") == "$iterations" ]] ||
  fail "iterations.jsonl should have a line for each of the $iterations iterations in steps.jsonl"
refused run tet-tet -o "$scratch/x" --log everything -- "--log" "iterations"
refused run tet-tet -o "$scratch/x" --solver ipx -- "--solver" "'ipx'" "did you mean 'ipc'"
refused run tet-tet -o "$scratch/x" --solver "" -- "--solver" "there is no solver ''"
# --solver also replaces a solver of the scene file.
printf 'duration = 0.1\nsolver = "two-way"\n[[object]]\nmesh = { shape = "box" }\nsolid = {}\n' > "$scratch/other.toml"
lacuna run "$scratch/other.toml" -o "$scratch/other" --solver ipc --steps 1
expect_status 0
grep -q '"solver": *"ipc"' "$scratch/other/run.json" || fail "run.json should name the solver that was asked for"
lacuna check "$scratch/other.toml" --solver ipc
expect_status 0
expect_output "Next: lacuna run $scratch/other.toml --solver ipc"
printf 'solver = "three-way"\n[[object]]\nmesh = { shape = "box" }\nsolid = {}\n' > "$scratch/none.toml"
refused run "$scratch/none.toml" -o "$scratch/x" -- "none.toml:1" "there is no solver 'three-way'" "did you mean 'two-way'"
# check and run name the step that is taken, and run.json holds it.
lacuna check tet-tet --set step=0.01 --set fps=24
expect_output "steps of 0.00833333 s instead of 0.01 s, so that 24 frames per second fall on their times"
lacuna run tet-tet -o "$scratch/planned" --set step=0.01 --set fps=24 --steps 1
expect_output "steps of 0.00833333 s instead of 0.01 s"
grep -q '"step": *0.00833333' "$scratch/planned/run.json" || fail "run.json should hold the planned step"
lacuna list --solvers
expect_status 0
expect_output "ipc      Incremental Potential Contact"
expect_output "cubic    cubic barrier"
expect_output "two-way  two-way collision handling"
lacuna run --help
expect_output "--solver"
expect_output "two-way"
refused run tet-tet -o "$scratch/x" --set ipc.tolerence=1 -- "tolerence" "did you mean"

# Old names of keys work, and every command says so once.
for command in "check tet-tet" "run tet-tet -o $scratch/old --steps 1"; do
  # shellcheck disable=SC2086
  lacuna $command --set newton.max_iterations=50 --set contact.barrier=1e9 --set newton.max_iterations=60
  expect_status 0
  expect_output "newton.max_iterations (--set newton.max_iterations=50) is now ipc.max_iterations; the old name still works"
  expect_output "contact.barrier (--set contact.barrier=1e9) is now ipc.barrier"
done
refused check tet-tet --set newton.tolerence=1 -- "[newton]" "did you mean 'tolerance'"
refused run no-such-scene -- "no-such-scene"
refused run tet-tet -o "$scratch/x" --set object.0.translate=[0,-9,0] -- "behind" "tet-tet.toml:"

# What is wrong with a scene has a place in it, also when it is found late.
scene() { printf '%s\n' "$@" > "$scratch/scene.toml"; }
box='mesh = { shape = "box" }'
scene '[contact]' 'dhat = 1e-15' '[[object]]' "$box" 'solid = {}'
refused run "$scratch/scene.toml" -o "$scratch/x" -- "scene.toml:2:8" "dhat"
scene '[[object]]' "$box" 'solid = {}' '[[object]]' 'translate = [0.5, 0, 0]' "$box" 'solid = {}'
refused run "$scratch/scene.toml" -o "$scratch/x" -- "scene.toml:1:" "intersects"
scene '[[object]]' "$box" 'obstacle = {}' 'motion = [{ sequence = ["gone.obj"] }]'
refused run "$scratch/scene.toml" -o "$scratch/x" -- "scene.toml:4:" "gone.obj" "no such file"
printf 'v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n' | tee "$scratch/walk_0.obj" > "$scratch/walk_1.obj"
walk() { scene '[[object]]' 'mesh = { file = "walk_0.obj" }' 'obstacle = {}' "motion = [{ sequence = \"$1\" }]"; }
walk 'walk_*.obj'
pushd "$scratch" > /dev/null
lacuna check scene.toml
expect_status 0 "a sequence beside the scene, named from its folder"
popd > /dev/null
walk 'w*_*.obj'
refused check "$scratch/scene.toml" -- "scene.toml:4:" "one *"
walk 'wal*/walk_0.obj'
refused check "$scratch/scene.toml" -- "scene.toml:4:" "one *"
scene 'no_contact = [["object0", "floor"]]' '[[object]]' "$box" 'solid = {}' '[[half_space]]' 'name = "floor"' \
  'point = [0, -9, 0]'
refused run "$scratch/scene.toml" -o "$scratch/x" -- "scene.toml:1:" "'floor'"

# The first line of a proof says what crosses although nobody minds, and what became of the run.
first_line() { [[ ${output%%$'\n'*} == *"$1"* ]] || fail "the first line should say '$1': $output"; }
scene 'no_contact = [["a", "b"]]' 'step = 0.01' '[[object]]' 'name = "a"' "$box" 'solid = {}' '[[object]]' 'name = "b"' \
  "$box" 'translate = [0.1, 0.2, 0.3]' 'solid = {}' '[[half_space]]' 'name = "floor"' 'point = [0, -9, 0]'
lacuna run "$scratch/scene.toml" -o "$scratch/through" --steps 4 --quiet
expect_status 0
lacuna verify "$scratch/through"
expect_status 0 "what the scene excludes is no violation"
first_line "PROVEN EXCEPT "
first_line " crossings between 'a' and 'b' in "
first_line "which the scene excludes (no_contact)"
expect_no_output "no intersection"
cp -r "$scratch/through" "$scratch/lost"
for frame in "$scratch/lost/frames/"*; do LC_ALL=C sed -i '/^comment half_space/d' "$frame"; done
lacuna verify "$scratch/lost"
expect_status 1 "frames without their half-space"
first_line "NOT PROVEN"
expect_output "0 half-spaces, but run.json says 1"
rm "$scratch/through/steps.jsonl"
lacuna verify "$scratch/through"
expect_status 1 "a run without its log"
first_line "NOT PROVEN"

# Thin things: a banner pulled to its strain limit, sewn to a second one, with a thread and beads on top.
cat > "$scratch/thin.toml" << 'END'
duration = 0.2
step = 0.02
fps = 50
contact = { dhat = 1e-3 }
[[object]]
name = "banner"
mesh = { shape = "grid", size = [0.4, 0.4], resolution = [6, 6] }
offset = 1e-3
shell = { thickness = 1e-3, young = 1e4, density = 500, strain_limit = 0.05 }
fixed = [{ side = "x-" }, { side = "x+", motion = [{ move = [0.2, 0, 0], to = 0.08 }] }]
[[object]]
name = "hem"
mesh = { shape = "grid", size = [0.4, 0.2], resolution = [5, 3] }
translate = [0, 0, 0.308]
offset = 1e-3
shell = { material = "cotton", membrane = 0.01, strain_limit = "measured" }
[[stitch]]
between = ["hem", "banner"]
within = 0.01
[[object]]
name = "thread"
mesh = { shape = "rod", length = 0.2, segments = 8 }
translate = [0, 0.003, 0.05]
offset = 1e-3
rod = { radius = 1e-3 }
[[object]]
name = "beads"
mesh = { shape = "particles", counts = [3, 1, 2], spacing = 0.03 }
translate = [0, 0.007, -0.05]
offset = 1e-2
particles = { radius = 5e-3 }
END
thin=$scratch/thin.toml
lacuna check "$thin"
expect_status 0 "a scene of thin things"
expect_output "49 vertices, 72 triangles, 72 strain limits; 0.4 x 0 x 0.4 m"
expect_output "9 vertices, 8 segments; 0.2 x"
expect_output "6 vertices, 6 particles; "
expect_output "shell 1 mm thick, offset 1 mm"
expect_no_output "note: "
lacuna check "$thin" --set contact.dhat=0.05
expect_output "its shortest edge or altitude is 47.1 mm, less than offset + dhat, 51 mm"
expect_output "its shortest segment is 25 mm, less than offset + dhat, 51 mm: neighbours repel each other"
refused check "$thin" --set object.2.translate=[0,0.0005,0.05] -- "'banner'" "'thread'" "0.0005 m apart" \
  "their offsets require 0.001 m" "offsets smaller"
refused run "$thin" -o "$scratch/x" --set object.2.offset=0.03 --set object.2.translate=[0,0.1,0.05] -- \
  "'thread' is too close to 'thread'" "make the offset of 'thread' smaller"

lacuna run "$thin" -o "$scratch/thin"
expect_status 0 "a run of thin things"
expect_output "stretch "
expect_output "largest stretch "
expect_output " of processor time, at most "
grep -q '"limited_by":"strain limit of .hem. at (' "$scratch/thin/steps.jsonl" || fail "no step reached a strain limit"
if grep -q '"\(max_stretch\|limit_margin\)":null' "$scratch/thin/steps.jsonl"; then
  fail "stretches should be logged"
fi
lacuna verify "$scratch/thin"
expect_status 0 "its proof"
expect_output "11 frames, 4 objects, 102 triangles, 8 segments, 6 particles, 102 strain limits: no intersection"
expect_output "smallest margin to a strain limit"
mv "$scratch/thin/limits.ply" "$scratch/limits.ply"
lacuna verify "$scratch/thin"
expect_status 1 "strains without their limits"
expect_output "limits.ply is missing"
lacuna run "$thin" -o "$scratch/thin" --resume --quiet
expect_status 0
expect_output "rewritten"
cmp -s "$scratch/thin/limits.ply" "$scratch/limits.ply" || fail "a resumed run should write the same limits"
lacuna verify "$scratch/thin"
expect_status 0
# The solver keeps 5 %; a file that allows a hundredth of that says where it was too much.
lacuna run "$thin" -o "$scratch/tight" --steps 1 --set object.0.shell.strain_limit=5e-4 --quiet
cp "$scratch/tight/limits.ply" "$scratch/thin/limits.ply"
lacuna verify "$scratch/thin"
expect_status 1 "tighter limits"
expect_output "strains beyond their limit: "
expect_output "of at most 1.0005 in triangle ("
expect_output "of banner, at ("
lacuna run tet-tet -o "$scratch/thin" --steps 1 --quiet
if [[ -e $scratch/thin/limits.ply ]]; then fail "limits of the run that was replaced"; fi
grep -q '"max_stretch":null' "$scratch/thin/steps.jsonl" || fail "a solid has no stretch of a sheet"
lacuna verify "$scratch/thin"
expect_status 0

# A pattern that changed is another rest shape, and no run goes on with it.
pattern() {
  printf 'v 0 0 0\nv 0 0 1\nv 1 0 0\nvt 0 0\nvt 0 1\nvt %s 0\nf 1/1 2/2 3/3\n' "$1" > "$scratch/panel.obj"
}
pattern 1
scene '[[object]]' 'mesh = { file = "panel.obj" }' 'shell = { rest = "texture" }'
lacuna run "$scratch/scene.toml" -o "$scratch/panel" --steps 1 --quiet
expect_status 0
lacuna run "$scratch/scene.toml" -o "$scratch/panel" --steps 2 --quiet --resume
expect_status 0
pattern 1.01
refused run "$scratch/scene.toml" -o "$scratch/panel" --steps 3 --quiet --resume -- "the scene has changed"

# Flat as a sheet of atoms: the systems have no solution, or none that lowers the energy, as rounding decides; that is
# the cause that is named.
scene '[[object]]' 'mesh = { shape = "wedge", length = 1e-9 }' 'solid = {}'
lacuna run "$scratch/scene.toml" -o "$scratch/flat" --steps 1 --quiet
expect_status 1 "a solid without thickness"
[[ $output == *"could not be solved"* || $output == *"no step lowers the energy"* ]] || fail "no cause"
expect_no_output "inf"

if [[ -w /dev/full ]]; then
  status=0
  output=$("$program" inspect "$scratch/rod.obj" 2>&1 > /dev/full) || status=$?
  expect_status 2 "standard output on a full disk"
  expect_output "standard output"
fi

# Without standard streams no file of the run takes their place.
status=0
"$program" run tet-tet -o "$scratch/closed" --steps 2 <&- >&- 2>&- || status=$?
output=$(< "$scratch/closed/run.log")
expect_no_output "results in"
[[ $(grep -cv '^20[0-9-]*T[0-9:]*Z  ' "$scratch/closed/run.log") == 0 ]] || fail "progress was printed into run.log"
refused run tet-tet -o '' --steps 1 -- "--output" "a folder"
refused tour -o '' -- "--output" "a folder"

# Links in the folder of a run are not followed; the folder itself may be one.
mkdir "$scratch/linked"
echo precious > "$scratch/victim.txt"
for name in run.log steps.jsonl run.json; do
  ln -s ../victim.txt "$scratch/linked/$name"
  refused run tet-tet -o "$scratch/linked" --steps 1 -- "$name" "a link" "choose another folder with -o"
  rm "$scratch/linked/$name"
done
mkdir "$scratch/elsewhere"
echo precious > "$scratch/elsewhere/frame_000001.ply"
ln -s ../elsewhere "$scratch/linked/frames"
refused run tet-tet -o "$scratch/linked" --steps 1 -- "frames" "a link"
[[ $(cat "$scratch/victim.txt" "$scratch/elsewhere/frame_000001.ply") == $'precious\nprecious' ]] || fail "a link was followed"
rm "$scratch/linked/frames"
ln -s linked "$scratch/link"
lacuna run tet-tet -o "$scratch/link" --steps 1 --quiet
expect_status 0 "a folder that is a link"
lacuna verify "$scratch/linked"
expect_status 0
