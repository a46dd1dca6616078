#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds, tests and runs masu. `./masu.sh help` lists the commands.
set -euo pipefail
called_from=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
source tools/common.sh

usage() {
  cat <<'TEXT'
usage: ./masu.sh COMMAND [ARGS]

  demo              find the pairs of a Doom map and of the Stanford bunny, and draw them
  play [PORT]       build the playground and serve it to your browser; --build: only build it;
                    --pictures: take screenshots of its pages
  test [TIER]       build and test; TIER is one of
                      (none)     what every change must pass, with short AddressSanitizer and clang runs
                      long       everything, at full size
                      asan clang   the whole suite under that tool
                      tsan       the tests that start threads, under ThreadSanitizer
                      coverage   which lines and branches of the library the tests reach
                      fuzz [TARGET...] [--minutes N] [--summary] [--keep] [--renew]  every reader of
                                 untrusted bytes and numbers, by libFuzzer; --keep: write
                                 tools/ledgers; --renew: write fuzz/corpus
                      packaging  install, then build programs against the installed library
                      portable   64-bit ARM and Windows, by cross compilers, qemu and wine
                      wasm       the npm package on Node.js 18 and 20, the playground in Chromium
                                 and Firefox
                      python     the Python package, installed from its wheel
                      all        every tier above
                      distributed [asan | p4est]  pairs and queries over MPI, with 1 to 16 ranks, or with
                                 sanitizers, or with p4est (GPL); not part of all, since it installs MPI
                      mutate [FOLDER...] [--seed N] [--count N]  change operators, constants and
                                 statements of the library one at a time: does a test fail?
                      oracle soak [--minutes N] [--summary] [--keep]  compare with exact oracles, or run
                                 worlds for many frames, with other seeds in each run; --keep: write
                                 tools/ledgers
  bench NAME [ARGS] measure against other libraries (bench/NAME)
  bench all [NAME...]  measure what the pages quote and write their figures; --list: only print
                    the commands
  cli ARGS          run the command line tool, e.g. ./masu.sh cli pairs boxes.csv
  mpi RANKS ARGS    run masu-mpi with this number of ranks, e.g. ./masu.sh mpi 8 pairs boxes.csv --count
  wasm              build the npm package, into build/wasm-package
  python            build the Python package, a wheel, into build/python
  docs              build the site, pages and reference of the headers, into build/docs
  pictures          redraw the pictures of the pages
  fmt [--check]     format the code; --check: only report what is wrong, with clang-tidy

Each command installs the Debian packages that it needs and says which. Environment:
  MASU_JOBS=N        parallel compilers (2)
  MASU_FUZZ_SECONDS=N  for each target of test fuzz (10)
  MASU_NO_INSTALL=1  install nothing; use what is installed
TEXT
}

command=${1:-help}
[[ $# -gt 0 ]] && shift
# Not joined by &&, which would disable `set -e` in the function.
case $command in
  help | -h | --help) usage ;;
  cli)
    build_cli
    cd "$called_from"  # file names in ARGS are relative to the caller's folder
    exec "$MASU_BIN" "$@"
    ;;
  mpi)
    source tools/distributed.sh
    run_mpi "$@"
    ;;
  demo | play | test | bench | wasm | python | docs | pictures | fmt)
    # shellcheck source=/dev/null
    source "tools/$command.sh"
    "run_$command" "$@"
    ;;
  *)
    usage >&2
    misused "unknown command '$command'"
    ;;
esac
