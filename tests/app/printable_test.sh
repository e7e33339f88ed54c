#!/usr/bin/env bash
# Titles, names, values, keys and files that hold escape sequences: none of them reaches the terminal, whichever
# command (of the program in the first argument) speaks.
# shellcheck source=tests/house/support.sh
source "$(dirname "$0")/../house/support.sh"
program=$1
esc=$'\e]0;owned\a\e[2J'
csi=$'\u009b31m'   # the same in one character
turn=$'\u202e'     # writes from right to left

# obeyed TEXT: is there anything in it that a terminal would obey?
obeyed() { LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]' <<< "$1"; }
obeyed "$esc" && obeyed "$csi" && obeyed "$turn" || exit 1

# printed STATUS ARGUMENTS... -- WORDS: that exit code, each of the words, and nothing that a terminal obeys.
printed() {
  local wanted=$1 arguments=() word
  shift
  while [[ $1 != -- ]]; do arguments+=("$1"); shift; done
  shift
  run "$program" "${arguments[@]}"
  expect_status "$wanted" "lacuna ${arguments[*]@Q}"
  for word in "$@"; do expect_output "$word"; done
  if obeyed "$output"; then fail "lacuna ${arguments[*]@Q} printed control characters: ${output@Q}"; fi
}

scene() { printf '%s\n' "$@" > "$scratch/scene.toml"; }
box='mesh = { shape = "box", size = [0.2, 0.2, 0.2] }'
title='title = "a \u001b[2J\u009b31m\u202e title\nfinished: all is well"'
name='name = "b\u001b]0;owned\u0007\u009b\u007f"'

scene "$title" 'step = 0.01' 'duration = 0.02' '[[object]]' "$name" "$box" 'solid = {}' \
  '[[half_space]]' 'name = "floor\u001b[31m"' 'point = [0, -1, 0]'
printed 0 check "$scratch/scene.toml" -- 'a \x1b[2J\u009b31m\u202e title\x0afinished: all is well' 'b\x1b]0;owned\x07' \
  'floor\x1b[31m'
printed 0 run "$scratch/scene.toml" -o "$scratch/out$esc" -- 'a \x1b[2J' 'into' 'out\x1b]0;owned'
for file in run.log run.json steps.jsonl; do
  if obeyed "$(< "$scratch/out$esc/$file")"; then fail "$file holds control characters"; fi
done
printed 0 run "$scratch/scene.toml" -o "$scratch/json" --json -- '"title":"a \u001b[2J\u009b31m\u202e title\nfinished'
printed 0 verify "$scratch/out$esc" -- "no intersection"
mkdir -p "$scratch/scenes"
{ echo "# a remark $esc$csi$turn"; cat "$scratch/scene.toml"; } > "$scratch/scenes/mine$csi.toml"
LACUNA_SCENES=$scratch/scenes printed 0 list -l -- 'mine\u009b31m' 'a remark \x1b]0;owned'

# Two such boxes in one place: names in the refusal.
scene '[[object]]' "$name" "$box" 'solid = {}' '[[object]]' 'name = "c\u001b[5m\nd"' "$box" 'solid = {}'
printed 2 run "$scratch/scene.toml" -o "$scratch/x" -- "'b\\x1b]0;owned" "c\\x1b[5m\\x0ad"
printed 2 check "$scratch/scene.toml" -- "'b\\x1b]0;owned" "c\\x1b[5m\\x0ad"

# Line breaks in names that are part of notes, warnings and folders make no lines of ours.
lf=$'\n'
scene 'step = 0.01' 'duration = 0.02' 'no_contact = [["b\nfinished: note", "c"]]' \
  'pair = [{ between = ["b\nfinished: note", "c"], friction = 0.2 }]' \
  '[[object]]' 'name = "b\nfinished: note"' "$box" 'solid = {}' '[[object]]' 'name = "c"' "$box" 'translate = [2, 0, 0]' 'solid = {}' \
  '[[half_space]]' 'name = "floor\nfinished: warning"' 'point = [0, -0.100001, 0]'
forged() { if grep -q '^finished: \(note\|warning\|folder\)' <<< "$output"; then fail "a name has made a line"; fi; }
printed 0 check "$scratch/scene.toml" -- 'b\x0afinished: note' 'does nothing' 'floor\x0afinished: warning'
forged
printed 0 run "$scratch/scene.toml" -o "$scratch/out${lf}finished: folder" -- 'b\x0afinished: note' 'out\x0afinished: folder' 'results in'
forged
unstamped=$(grep -cv '^20[0-9-]*T[0-9:]*Z  ' "$scratch/out${lf}finished: folder/run.log") || true
[[ $unstamped == 0 ]] || fail "run.log has $unstamped lines that the run did not write"
printed 0 run "$scratch/scene.toml" -o "$scratch/out${lf}finished: folder" --resume --quiet -- 'resumes after step'
forged

# Unknown keys, values and files.
scene '"key\u001b[2J" = 1'
printed 2 check "$scratch/scene.toml" -- 'key\x1b[2J'
scene 'title = 1' '[[object]]' "$name" 'mesh = { shape = "cube\u001b[2J\nx" }' 'solid = {}'
printed 2 check "$scratch/scene.toml" -- 'cube\x1b[2J\x0ax'
scene '[[object]]' 'mesh = { file = "gone\u001b[2J.obj" }' 'solid = {}'
printed 2 check "$scratch/scene.toml" -- 'gone\x1b[2J.obj'
printf 'title = "raw %s"\n' "$esc" > "$scratch/scene.toml"
printed 2 check "$scratch/scene.toml" -- "scene.toml:1"
printed 2 run "no$esc" -- 'no\x1b]0;owned'
printed 2 "comm$esc" -- 'comm\x1b]0;owned'
printed 2 run tet-tet --solver "ipc$esc" -- 'ipc\x1b]0;owned'
printed 2 check tet-tet --set "ipc.tol$esc=1" -- 'tol\x1b]0;owned'

# Mesh files.
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 %s\n' "$esc" > "$scratch/bad$esc.obj"
printed 2 inspect "$scratch/bad$esc.obj" -- 'bad\x1b]0;owned' ':4'
printf 'ply\nformat ascii 1.0\ncomment %s\nelement vertex 1\nproperty %s x\nend_header\n0\n' "$esc" "float$esc" > "$scratch/bad.ply"
printed 2 inspect "$scratch/bad.ply" -- "bad.ply"
printf 'v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n' > "$scratch/good$csi.obj"
printed 0 inspect "$scratch/good$csi.obj" -- 'good\u009b31m.obj'

# What a mesher says. This one says a lot and fails.
mkdir -p "$scratch/bin"
printf '#!/bin/sh\nprintf "failed %s%s\\n"\nexit 1\n' '\033]0;owned\007' '\302\233' > "$scratch/bin/tetgen"
chmod +x "$scratch/bin/tetgen"
cat > "$scratch/tet.obj" << 'END'
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
f 2 3 4
f 1 4 3
END
PATH=$scratch/bin:$PATH printed 2 mesh "$scratch/tet.obj" -o "$scratch/tet.msh" --mesher tetgen -- 'failed \x1b]0;owned\x07\u009b'
