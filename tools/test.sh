# SPDX-License-Identifier: MIT
# ./masu.sh test [TIER]. Sourced by masu.sh.
source tools/bunny.sh
source tools/coverage.sh
source tools/distributed.sh
source tools/docs.sh
source tools/freedoom.sh
source tools/fmt.sh
source tools/fuzz.sh
source tools/mutate.sh
source tools/pieces.sh
source tools/python.sh
source tools/wasm.sh

run_test() {
  case ${1:-plain} in
    plain) timed test_plain ;;
    long) timed test_long ;;
    asan | clang) timed test_whole "$1" ;;
    tsan | coverage | packaging | portable | wasm | python) timed "test_$1" ;;
    fuzz) test_fuzz "${@:2}" ;;
    distributed) timed test_distributed "${2:-}" ;;
    mutate) test_mutate "${@:2}" ;;
    oracle | soak) test_pieces "$@" ;;
    all) timed test_all ;;
    *) misused "unknown tier '$1': use none, long, asan, tsan, clang, coverage, fuzz, packaging, portable, wasm, python, distributed, mutate, oracle, soak or all" ;;
  esac
}

# Runs a tier, then prints the last lines of each of its runs again, as a summary.
timed() {
  summary=()
  "$@"
  printf '\n'
  printf '%s\n' "${summary[@]}"
  say "all passed, in $((SECONDS / 60)) min $((SECONDS % 60)) s"
}

# A change passes or fails independent of chance: only the long tier draws new cases.
fixed_seed() {
  export RC_PARAMS=${RC_PARAMS:-seed=20261121}
}

test_plain() {
  fixed_seed
  need_for_tests
  need clang-format-14
  no_conflict_markers
  clang_format --dry-run --Werror
  whole dev -LE long
  short smoke smoke
  short clang golden
}

test_long() {
  need_for_tests
  need_lists bench/packages.txt
  bunny_obj
  export MASU_TEST_TIER=long MASU_BUNNY=$PWD/build/data/bunny.obj
  unset RC_PARAMS  # each run prints its seed
  long_tests=1 whole dev
}

test_whole() {
  fixed_seed
  need_for_tests
  whole "$1" -LE long
}

test_tsan() {
  fixed_seed
  need_for_tests
  short tsan threads
}

test_all() {
  test_plain
  test_whole asan
  test_tsan
  test_whole clang
  test_fuzz
  test_packaging
  test_portable
  test_wasm
  test_python
  test_long
  run_fmt --check
  run_docs
}

need_for_tests() {
  need_lists cmake/packages.txt io/packages.txt apps/packages.txt python/packages.txt tests/packages.txt
  [[ -n ${MASU_NO_INSTALL:-} ]] || fetch_freedoom
}

# whole PRESET [CTEST ARGS]: every target, every test.
whole() {
  local preset=$1
  shift
  say "building with preset $preset"
  configure "$preset" ${long_tests:+-DMASU_LONG_TESTS=ON -DMASU_ALL_SIMD_TARGETS=ON
    "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O2 -g1 -DNDEBUG"}
  build "$preset"
  check "$preset" "$@"
}

# short PRESET LABEL: only the targets that carry tests with this label, and those tests.
short() {
  say "building the $2 tests with preset $1"
  configure "$1"
  build "$1" "$2_tests"
  check "$1" -L "$2" -LE long
}

# check PRESET [CTEST ARGS]: ctest prints the time per label; keeps its last lines.
check() {
  local preset=$1 log=build/logs/ctest-$1.log
  shift
  ctest --test-dir "build/$preset" --output-on-failure --no-tests=error -j "$MASU_JOBS" "$@" |
    tee "$log"
  summary+=("== $preset $*" "$(sed -n '/tests passed/,$p' "$log")")
}

test_packaging() {
  need_lists cmake/packages.txt
  need python3-cffi
  fetch_highway  # the sources, to be cloned as in a user's build
  need_lists io/packages.txt
  tools/test_packaging.sh
  summary+=("== packaging: static and shared, each by find_package, pkg-config, add_subdirectory, FetchContent; the recipes of vcpkg and Conan")
}
