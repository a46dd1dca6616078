# SPDX-License-Identifier: MIT
# ./masu.sh test coverage: which lines and branches of the library the tests reach. Sourced by test.sh.

test_coverage() {
  local build=build/coverage report=build/coverage/report objects=()
  need_for_tests
  need clang-14 llvm-14
  rm -rf "$build/counts"
  export LLVM_PROFILE_FILE=$PWD/$build/counts/%m.profraw  # a file for each program, to which its runs add
  whole coverage -LE long
  say "counting lines and branches"
  mkdir -p "$report"
  llvm-profdata-14 merge "$build"/counts/*.profraw -o "$report/counts.profdata"
  mapfile -t objects < <(find "$build/tests" -type f -executable -name 'test_*' -printf '-object=%p\n')
  llvm-cov-14 export -instr-profile="$report/counts.profdata" -skip-functions -skip-expansions \
    "$build/src/libmasu.so" "${objects[@]}" >"$report/coverage.json"
  python3 tools/coverage.py "$report/coverage.json"
}
