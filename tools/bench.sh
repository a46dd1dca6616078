# SPDX-License-Identifier: MIT
# Implements ./masu.sh bench NAME [ARGS] and ./masu.sh bench all [NAME...]. Sourced by masu.sh.

source tools/bunny.sh
source tools/python.sh
source tools/wasm.sh
bunny=build/data/bunny.obj

run_bench() {
  [[ $# -gt 0 ]] || misused "name a benchmark: $(benches), or all"
  local name=$1
  shift
  case $name in
    all) bench_all "$@" ;;
    wasm) bench_wasm "$@" ;;
    python) bench_python "$@" ;;
    *)
      build_bench "$name"
      if [[ $name == narrow || $name == decompose ]] && wants_bunny "$@"; then
        # In a subshell: if it fails, the other rows are measured all the same.
        if (bunny_obj); then
          set -- --mesh "$bunny" "$@"
        else
          say "the rows of a real mesh are left out"
        fi
      fi
      exec "build/bench/bench/masu_bench_$name" "$@"
      ;;
  esac
}

build_bench() {
  local name=$1 log=build/logs/bench.log
  [[ -d bench/$name ]] || misused "there is no benchmark '$name'; known: $(benches)"
  # The scenes are built too, with their readers of files.
  need_lists cmake/packages.txt io/packages.txt apps/packages.txt bench/packages.txt
  say "building the benchmark $name (log: $log)"
  configure bench
  build bench "masu_bench_$name" >"$log" 2>&1 || { tail -n 40 "$log" >&2; die "the build failed"; }
}

# wants_bunny ARGS: succeeds unless they name a mesh or measure nothing.
wants_bunny() {
  local arg
  for arg in "$@"; do
    case $arg in --mesh* | --read* | --help | -h) return 1 ;; esac
  done
}

# Prints the names of the folders of bench/ that contain a benchmark's main program, wasm and python.
benches() {
  local main
  for main in bench/*/main.cpp; do
    [[ ! -f $main ]] || basename "$(dirname "$main")"
  done | paste -sd' ' | sed 's/$/ wasm python/'
}

# bench_all [NAME...]: measures what the pages quote, saves it below bench/results, and writes the
# figures into the pages. Benchmarks that fail keep their rows and figures.
bench_all() {
  local name state failed=() quoted
  command -v python3 >/dev/null || need python3
  mapfile -t quoted < <(python3 tools/write_figures.py --benches)
  [[ ${1:-} != --list ]] || { list_runs "${quoted[@]}"; return; }
  for name; do
    [[ " ${quoted[*]} " == *" $name "* ]] || misused "the pages quote no benchmark '$name'; they quote: ${quoted[*]}"
  done
  [[ $# -gt 0 ]] || set -- "${quoted[@]}"
  # Builds all first: no compiler runs before a measurement, and build errors appear early.
  for name; do
    if [[ $name == wasm ]]; then wasm_package; else build_bench "$name"; fi
  done
  (bunny_obj) || say "the rows of a real mesh are left out"
  for name; do
    state=$(state_of_machine)
    say "measuring $name; the machine is $state"
    if measure "$name"; then
      python3 tools/write_figures.py --quote "$(machine_folder)" "$name" --machine "$(machine_in_words "$name")" --state "$state" ||
        failed+=("$name (figures)")
    else
      failed+=("$name")
    fi
  done
  [[ ${#failed[@]} -eq 0 ]] || die "failed (the pages keep the old figures): ${failed[*]}"
  say "measured, saved in bench/results/$(machine_folder), and written into the pages: $*"
}

list_runs() {
  local name
  for name; do
    python3 tools/write_figures.py --runs "$name" | sed "s|^|./masu.sh bench $name |; s|BUNNY|--mesh $bunny|; s| *$||"
  done
}

# measure NAME: makes each run of NAME, then saves all rows as one file, with plots. Fails if a run fails.
measure() {
  local name=$1 program=build/bench/bench/masu_bench_$1 rows=build/bench-all files=() folder run runs options
  folder=bench/results/$(machine_folder)
  mkdir -p "$rows" "$folder"
  touch "$rows/begun"
  mapfile -t runs < <(python3 tools/write_figures.py --runs "$name")
  for run in "${runs[@]}"; do
    run=${run/BUNNY/$([[ ! -f $bunny ]] || echo "--mesh $bunny")}
    read -ra options <<<"$run"
    if [[ $name == wasm ]]; then
      (called_from=$PWD bench_wasm "${options[@]}" --save "$rows/wasm.csv") || return 1
    else
      files+=("$rows/$name-${#files[@]}.json")
      "$program" "${options[@]}" --json "${files[-1]}" || return 1
    fi
  done
  if [[ $name == wasm ]]; then
    cp "$rows"/wasm.csv "$rows"/wasm_*.svg "$folder" || return 1
  else
    "$program" --read "$(IFS=,; echo "${files[*]}")" --save || return 1
  fi
  [[ $folder/$name.csv -nt $rows/begun ]]
}

# Prints the folder for --save, the same as machine_name() in bench/common/machine.cpp.
machine_folder() {
  model_name | sed -E 's/\((R|TM|r|tm)\)//g; s/[^A-Za-z0-9.]+/-/g; s/^-+//; s/-+$//' | tr '[:upper:]' '[:lower:]'
}
model_name() {
  local name
  name=$(sed -n '/^model name/{s/^[^:]*: *//p;q}' "${MASU_CPUINFO:-/proc/cpuinfo}")
  echo "${name:-unknown}"
}

machine_in_words() {
  local cores
  cores=$(nproc)
  echo "$(model_name), $cores core$([[ $cores == 1 ]] || echo s)$([[ $1 != wasm ]] || echo ", Node.js $(node --version)")"
}

# Prints in words how much of the processors other programs use, measured for three seconds.
state_of_machine() {
  { grep '^cpu ' /proc/stat; sleep 3; grep '^cpu ' /proc/stat; } | awk '
    { for (i = 2; i <= 9; ++i) all[NR] += $i; idle[NR] = $5 + $6 }
    END {
      share = 100 * (1 - (idle[2] - idle[1]) / (all[2] - all[1]))
      if (share < 3) print "idle"
      else printf "not idle (other programs took %d %% of it): times may be too high\n", share
    }'
}
