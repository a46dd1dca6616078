#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Finds the pairs of real data and draws them. `./masu.sh demo` runs it and sets
#   MASU_BIN   the command line tool
#   MASU_DATA  a folder with the unpacked packages freedoom (Debian) and bunny (npm)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
: "${MASU_BIN:?the path of the command line tool}" "${MASU_DATA:?the folder of the data}"
out=build/demo
mkdir -p "$out"

die() {
  echo "demo: $*" >&2
  exit 1
}

# Prints the number after "NAME": of the JSON on standard input.
number() { sed -n "s/^ *\"$1\": \([0-9.e+-]*\),\{0,1\}$/\1/p"; }

# Prints the time of METHOD on FILE in ns per object: the median of several runs.
time_of() {
  "$MASU_BIN" pairs "${@:3}" --count --stats --json --method "$1" --repeat "$2" |
    number ns_per_object
}

# show NAME TITLE FILE [OPTIONS]: numbers, pairs and pictures of one search.
show() {
  local name=$1 title=$2 csv=$out/$1.csv svg=$out/$1.svg head boxes
  shift 2
  "$MASU_BIN" pairs "$@" -o "$csv" --svg "$svg"
  head=$("$MASU_BIN" pairs "$@" --count --json)
  boxes=$(number n <<<"$head")
  [[ $head != *n_against* ]] || boxes+=" against $(number n_against <<<"$head")"
  printf '\n%s\n' "$title"
  printf '  %s boxes, %s pairs\n' "$boxes" "$(number count <<<"$head")"
  printf '  sorted_orthtree: %.0f ns an object, every box against every other: %.0f\n' \
    "$(time_of sorted_orthtree 51 "$@")" "$(time_of all_pairs 5 "$@")"
  printf '  pairs    %s\n  picture  %s\n' "$csv" "$svg"
  if command -v rsvg-convert >/dev/null; then
    rsvg-convert --width 1600 "$svg" -o "$out/$name.png"
    printf '  picture  %s\n' "$out/$name.png"
  fi
}

wad=$(find "$MASU_DATA" -name freedoom2.wad -print -quit)
[[ -n $wad ]] || die "no freedoom2.wad below $MASU_DATA"
bunny=$(find "$MASU_DATA" -path '*bunny*/package.json' -not -path '*/node_modules/*' -print -quit)
[[ -n $bunny ]] || bunny=$(find "$MASU_DATA" -path '*package/package.json' -print -quit)
[[ -n $bunny ]] || die "no package bunny below $MASU_DATA"
command -v node >/dev/null || die "node is needed to read the bunny's package"
node apps/masu/mesh_to_obj.js "$(dirname "$bunny")" >"$out/bunny.obj"

show freedoom_map01 'Freedoom, MAP01: walls and things' "$wad:MAP01"
show freedoom_map01_things_in_walls 'Freedoom, MAP01: which things touch which walls' \
  "$wad:MAP01:things" --against "$wad:MAP01:walls"
show freedoom_map12 'Freedoom, MAP12, the largest: walls and things' "$wad:MAP12"
show bunny 'The Stanford bunny: one box a triangle, 3D' "$out/bunny.obj"
