#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The one door to building, testing and running masu. `./masu.sh help` lists what it does.
set -euo pipefail
called_from=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
source tools/common.sh

usage() {
  cat <<'TEXT'
usage: ./masu.sh COMMAND [ARGS]

  demo              find the pairs of a Doom map and of the Stanford bunny, and draw them
  play [PORT]       the playground, built and served for your browser; --build: the files alone;
                    --pictures: those of its pages
  test [TIER]       build and test; TIER is one of
                      (none)     what every change must pass, with short AddressSanitizer and clang runs
                      long       everything, at full size
                      asan clang   the whole suite under that tool
                      tsan       the tests that start threads, under ThreadSanitizer
                      fuzz       what takes bytes and numbers from outside, by libFuzzer
                      packaging  install, then build programs against the installed library
                      portable   64-bit ARM and Windows, by compilers for them, qemu and wine
                      wasm       the npm package on Node.js 18 and 20, the playground in Chromium
                      all        every tier above
  bench NAME [ARGS] measure against other libraries (bench/NAME)
  bench all [NAME...]  measure what the pages quote and write their figures; --list: only say what
  cli ARGS          run the command line tool, e.g. ./masu.sh cli pairs boxes.csv
  wasm              the npm package, into build/wasm-package
  docs              the site: these pages and the reference of the headers, into build/docs
  pictures          draw the pictures of the pages anew
  fmt [--check]     format the code; with --check, only say what is wrong, clang-tidy included

Each command installs the Debian packages that it needs and says which. Environment:
  MASU_JOBS=N        parallel compilers (2)
  MASU_FUZZ_SECONDS=N  for each target of test fuzz (10)
  MASU_NO_INSTALL=1  install nothing; take what is there
TEXT
}

command=${1:-help}
[[ $# -gt 0 ]] && shift
# No && between these: it would switch off `set -e` in what follows.
case $command in
  help | -h | --help) usage ;;
  cli)
    build_cli
    cd "$called_from"  # so that the files it names are the caller's
    exec "$MASU_BIN" "$@"
    ;;
  demo | play | test | bench | wasm | docs | pictures | fmt)
    # shellcheck source=/dev/null
    source "tools/$command.sh"
    "run_$command" "$@"
    ;;
  *)
    usage >&2
    misused "unknown command '$command'"
    ;;
esac
