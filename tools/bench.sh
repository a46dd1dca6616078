# SPDX-License-Identifier: MIT
# ./masu.sh bench NAME [ARGS]. Sourced by masu.sh.

source tools/bunny.sh
source tools/wasm.sh

run_bench() {
  [[ $# -gt 0 ]] || misused "which benchmark? one of: $(benches)"
  local name=$1 log=build/logs/bench.log
  shift
  if [[ $name == wasm ]]; then
    bench_wasm "$@"
    return
  fi
  [[ -d bench/$name ]] || misused "there is no benchmark '$name'; there is: $(benches)"
  # The scenes are built too, readers of files among them.
  need_lists cmake/packages.txt io/packages.txt apps/packages.txt bench/packages.txt
  say "building the benchmark $name (log: $log)"
  configure bench
  build bench "masu_bench_$name" >"$log" 2>&1 || { tail -n 40 "$log" >&2; die "the build failed"; }
  if [[ $name == narrow || $name == decompose ]] && wants_bunny "$@"; then
    # In a shell of its own: without it the other rows can be measured.
    if (bunny_obj); then
      set -- --mesh build/data/bunny.obj "$@"
    else
      say "without the rows of a real mesh"
    fi
  fi
  exec "build/bench/bench/masu_bench_$name" "$@"
}

# wants_bunny ARGS: unless they name a mesh, or nothing is to be measured.
wants_bunny() {
  local arg
  for arg in "$@"; do
    case $arg in --mesh* | --read* | --help | -h) return 1 ;; esac
  done
}

# Each folder of bench/ that holds a benchmark's main program.
benches() {
  local main
  for main in bench/*/main.cpp; do
    [[ ! -f $main ]] || basename "$(dirname "$main")"
  done | paste -sd' ' | sed 's/$/ wasm/'
}
