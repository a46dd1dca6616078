# SPDX-License-Identifier: MIT
# ./masu.sh fmt [--check]. Sourced by masu.sh.

run_fmt() {
  need clang-format-14
  local mode=(-i)
  case ${1:-} in
    '') ;;
    --check) mode=(--dry-run --Werror) ;;
    *) misused "fmt takes nothing or --check, not '$1'" ;;
  esac
  git ls-files -z '*.hpp' '*.cpp' '*.h' | xargs -0 clang-format-14 "${mode[@]}"
}
