# SPDX-License-Identifier: MIT
# ./masu.sh fmt [--check]. Sourced by masu.sh.

run_fmt() {
  need clang-format-14
  case ${1:-} in
    '') clang_format -i ;;
    --check)
      no_conflict_markers
      clang_format --dry-run --Werror
      clang_tidy
      say "formatted, and clang-tidy reports nothing"
      ;;
    *) misused "fmt takes nothing or --check, not '$1'" ;;
  esac
}

clang_format() {
  git ls-files -z --cached --others --exclude-standard '*.hpp' '*.cpp' '*.h' | xargs -0 clang-format-14 "$@"
}

no_conflict_markers() {
  if git grep -nE '^(<{7}|>{7}) '; then
    die "these lines are what a merge left"
  fi
}

# Checks the library, its headers through the umbrella, the scenes, the charts, the tool and the
# examples.
clang_tidy() {
  need_lists cmake/packages.txt io/packages.txt apps/packages.txt tests/packages.txt
  need clang-tidy-14
  local log=build/logs/tidy.log
  configure clang
  run-clang-tidy-14 -quiet -p build/clang -j "$MASU_JOBS" \
    "^$PWD/((src|io|apps|plot|scenes|examples)/.*\.cpp|tests/compile/main.cpp)" >"$log" 2>&1 ||
    { grep -E -A4 '(error|warning):' "$log" >&2; die "clang-tidy found faults (whole log: $log)"; }
}
