#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# cli.sh MASU_MPI MASU_PAIRS [WRITE_H5]: masu-mpi finds the pairs of `masu pairs`, and ends with one message for
# bad files. ctest sets the environment that Open MPI takes to run as root and oversubscribed.
set -euo pipefail
masu_mpi=$1 masu_pairs=$2 write_h5=${3:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  printf 'cli.sh: %s\n' "$*" >&2
  exit 1
}
mpi() { # RANKS ARGS; the watchdog ends a run that hangs with exit code 124
  timeout 60 mpirun -q -n "$1" "$masu_mpi" "${@:2}"
}
boxes() { # DIMENSION N SEED: rows of boxes with edges up to 2 in a cube that holds about 1 pair a box
  awk -v d="$1" -v n="$2" -v seed="$3" 'BEGIN {
    srand(seed); side = d == 2 ? sqrt(2 * n) : (4 * n) ^ (1 / 3)
    for (i = 0; i < n; ++i) {
      lo = hi = ""
      for (a = 0; a < d; ++a) {
        x = side * rand(); lo = lo sprintf("%.9g,", x); hi = hi sprintf(",%.9g", x + 2 * rand())
      }
      print substr(lo, 1, length(lo) - 1) hi
    }
  }'
}

boxes 3 3000 1 >three.csv
{ printf 'min_x,min_y,max_x,max_y\r\n'; boxes 2 2000 2; printf '\n\n'; } >header.csv
boxes 2 3 3 >few.csv
for file in three header few; do
  "$masu_pairs" pairs "$file.csv" -o expected.csv
  for ranks in 1 2 5 16; do
    count=$(mpi "$ranks" pairs "$file.csv" --count 2>/dev/null)
    [[ $count == $(wc -l <expected.csv) ]] || fail "$file, $ranks ranks: '$count' pairs"
    mpi "$ranks" pairs "$file.csv" --out pairs.csv --no-progress
    cmp pairs.csv expected.csv || fail "$file, $ranks ranks: other pairs"
  done
  mpi 3 convert "$file.csv" "$file.mbox"
  [[ $(mpi 4 pairs "$file.mbox" --hash --no-progress) == $(mpi 1 pairs "$file.csv" --hash --no-progress) ]] ||
    fail "$file.mbox has another hash than $file.csv"
  [[ $(mpi 1 stream "$file.mbox" --hash --memory 1MB) == $(mpi 1 pairs "$file.csv" --hash --no-progress) ]] ||
    fail "$file.mbox, streamed, has another hash"
done
[[ $("$masu_pairs" pairs three.csv --dim 3 --count --float) == $(mpi 3 pairs three.csv --dim 3 --count --float 2>/dev/null) ]] ||
  fail "another count with --float"

# The first row is that of rank 0, whatever comes before it and however small the file.
{ printf '\n%.0s' {1..99}; cat few.csv; } >blank.csv
{ printf '\357\273\277\n \r\n%.0s' 1; printf '\n%.0s' {1..99}; printf 'a,b,c,d\n'; cat few.csv; } >blank_header.csv
printf '0,0,1,1' >one.csv
for ranks in 1 3 16; do
  for file in blank blank_header; do
    mpi "$ranks" pairs "$file.csv" --out pairs.csv --no-progress
    cmp pairs.csv expected.csv || fail "$file, $ranks ranks: other pairs"
  done
  [[ $(mpi "$ranks" pairs one.csv --count --no-progress) == 0 ]] || fail "one.csv, $ranks ranks"
done

# Odd boxes are kept where that is asked for, as in `masu pairs`.
{ cat few.csv; printf 'nan,0,9,9\n-inf,-inf,inf,inf\n5,5,4,6\n'; } >odd.csv
[[ $(mpi 3 pairs odd.csv --allow-odd --count --no-progress) == $("$masu_pairs" pairs odd.csv --allow-odd --count) ]] ||
  fail "another count with --allow-odd"

# A link is followed, and the file that it names replaced.
ln -s linked.csv link.csv
: >linked.csv
mpi 2 pairs few.csv --out link.csv --no-progress
cmp linked.csv expected.csv || fail "the link is not followed"
[[ -L link.csv ]] || fail "the link is replaced"

if [[ -n $write_h5 ]]; then
  tr ',' ' ' <three.csv | "$write_h5" three.h5 6
  [[ $(mpi 4 pairs three.h5 --hash --no-progress) == $(mpi 1 pairs three.csv --hash --no-progress) ]] ||
    fail "three.h5 has another hash than three.csv"
fi

ranks=5
refused() { # MESSAGE ARGS: exit code 2, nothing on standard output, the message once
  local expected=$1 code=0
  shift
  mpi "$ranks" "$@" >out 2>err || code=$?
  [[ $code == 2 ]] || fail "$*: exit code $code"$'\n'"$(cat err)"
  [[ ! -s out ]] || fail "$*: writes to standard output"
  [[ $(grep -c "$expected" err) == 1 ]] || fail "$*: message is not '$expected'"$'\n'"$(cat err)"
}
refused 'missing.csv: cannot be opened' pairs missing.csv --count
: >empty.csv
refused 'empty.csv: is empty' pairs empty.csv --count
printf 'min_x,min_y,max_x,max_y\n' >none.csv
refused 'none.csv: holds no boxes' pairs none.csv --count
{ boxes 3 500 4; printf '1,2,nan,4,5,6\n'; } >nan.csv
refused 'nan.csv:501: min_z: nan is not finite' pairs nan.csv --count
{ boxes 3 500 4; printf '1,2,3\n'; } >columns.csv
refused 'columns.csv:501: 3 columns, expected 6' pairs columns.csv --count
{ boxes 3 200 4; boxes 2 300 4; } >mixed.csv
refused 'mixed.csv' pairs mixed.csv --count
refused 'three.csv: holds 3D boxes' pairs three.csv --dim 2 --count
refused 'three.csv: unknown format' pairs three.csv --format xyz --count
head -c 100000 three.mbox >short.mbox
refused 'short.mbox: has 99936 bytes of boxes' pairs short.mbox --count
head -c 10 three.mbox >shorter.mbox
refused 'shorter.mbox: is cut short' pairs shorter.mbox --count
head -c 4000 /dev/urandom >noise.mbox
refused 'noise.mbox: is no .mbox file' pairs noise.mbox --count
if [[ -n $write_h5 ]]; then
  tr ',' ' ' <three.csv | "$write_h5" five.h5 5
  refused 'five.h5: /boxes is not n rows of 4 or 6 floating-point numbers' pairs five.h5 --count
  : | "$write_h5" none.h5 6
  refused 'none.h5: holds no boxes' pairs none.h5 --count
  head -c 50000 three.h5 >short.h5
  refused 'short.h5: cannot be opened as HDF5' pairs short.h5 --count
fi
refused 'stream: is for one rank' stream three.mbox --count
ranks=1
refused 'short.mbox: has 99936 bytes of boxes' stream short.mbox --count
refused 'required' stream three.mbox
refused 'memory' stream three.mbox --count --memory 1KB
refused 'three.mbox: is an input file' stream three.mbox --out three.mbox
code=0
"$masu_mpi" stream three.mbox --count --folder no >out 2>err || code=$?
[[ $code == 1 && $(wc -l <err) == 1 ]] || fail "stream: exit code $code"$'\n'"$(cat err)"
ranks=3
refused 'no/pairs.csv: cannot be written' pairs few.csv --out no/pairs.csv
mkfifo pipe.csv
refused 'pipe.csv: is not a regular file' pairs few.csv --out pipe.csv
refused 'three.csv: is an input file' pairs three.csv --out three.csv
refused 'few.mbox: is an input file' convert few.mbox few.mbox
refused 'required' pairs few.csv
[[ -z $(ls ./*.part* 2>/dev/null) ]] || fail "temporary files remain"
printf 'cli.sh: all is well\n'
