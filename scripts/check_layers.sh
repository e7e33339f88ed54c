#!/usr/bin/env bash
# Checks who includes whom. A file under src/ may include its own layer and lower ones, by a path from src/:
#   base < math < geometry < mesh < {energy, contact, verify} < solve < scene < sim <
#   {ipc, cubic, two_way} < io < run < {serve, python} < app
# verify, which proves what the others did, includes of them only base, the exact predicates and the file readers.
# TBB stays in base/parallel.*, CGAL in geometry/predicates.cpp, nlohmann JSON in base/json.cpp, what prints in
# app/print.* (and in base/check.cpp, before the end, and app/interrupt.cpp, in a signal handler), and no folder has a name that says nothing.
#
#   scripts/check_layers.sh [ROOT]     prints file:line of each violation, exit 1 if there is one
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

vague=$(find src tests bench -type d \( -iname 'util' -o -iname 'utils' -o -iname 'common' -o -iname 'helpers' \
                                        -o -iname 'manager' \) 2> /dev/null || true)
for folder in $vague; do echo "$folder: name the folder after what is in it"; done

status=0
# shellcheck disable=SC2016  # the dollars are awk's
find src -type f \( -name '*.h' -o -name '*.cpp' \) -print0 | sort -z | xargs -0 -r awk '
  BEGIN {
    count = split("base math geometry mesh energy,contact,verify solve scene sim ipc,cubic,two_way io run serve,python app", order, " ")
    for (rank = 1; rank <= count; ++rank) {
      n = split(order[rank], names, ",")
      for (i = 1; i <= n; ++i) rank_of[names[i]] = rank
    }
  }
  function complain(what) { print FILENAME ":" FNR ": " what; bad = 1 }

  FNR == 1 {
    file = substr(FILENAME, 5)   # without src/
    layer = file
    sub("/.*", "", layer)
    if (!(layer in rank_of)) complain("\"" layer "\" is not a layer; scripts/check_layers.sh has the list")
  }
  /^[ \t]*#[ \t]*include[ \t]*[<"]/ {
    quoted = ($0 ~ /include[ \t]*"/)
    path = $0
    sub(/^[^<"]*[<"]/, "", path)
    sub(/[>"].*/, "", path)
    is_tbb = (path ~ /^(oneapi\/)?tbb[\/.]/)
    is_cgal = (path ~ /^CGAL\//)
    if (is_tbb && file !~ /^base\/parallel\./) complain("only base/parallel.* may include TBB")
    if (is_cgal && file != "geometry/predicates.cpp") complain("only geometry/predicates.cpp may include CGAL")
    if (path ~ /^nlohmann\// && file != "base/json.cpp") complain("only base/json.cpp may include nlohmann")
    if (quoted && layer == "verify" && path !~ /^(verify|base)\// && path !~ /^mesh\/(file\/|mesh\.h$)/ &&
        path != "geometry/predicates.h") complain("verify proves on its own: it must not include " path)
    if (quoted && !is_tbb && !is_cgal) {
      other = path
      sub("/.*", "", other)
      if (!(other in rank_of)) complain("write \"" path "\" as a path from src/, starting with a layer")
      else if (other != layer && rank_of[other] >= rank_of[layer]) complain(layer " must not include " path)
    }
  }
  /(fmt|std)::(v?print|cout|cerr|clog|f?printf|f?puts|putc|putchar)([^A-Za-z_]|$)/ ||
  /(^|[^A-Za-z0-9_:.>])(([fd]?printf|f?puts|f?putc|putchar)\(|write\(STD)/ {
    if (file !~ /^app\/(print\.|interrupt\.cpp$)/ && file != "base/check.cpp") complain("only app/print.* prints: it makes texts printable")
  }
  END { exit bad }
' || status=1
if [[ -n $vague ]]; then status=1; fi
exit $status
