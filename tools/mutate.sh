# SPDX-License-Identifier: MIT
# ./masu.sh test mutate [FOLDER...] [--seed N] [--count N] [--tests FOLDER...] [--only FILE...] [--again]:
# mutation tests of folders of the library. Sourced by test.sh.

test_mutate() {
  need_for_tests
  need_lists tools/mutation/packages.txt
  [[ $# -gt 0 && $1 != --* ]] || set -- spatial_order hull "$@"
  # Debian's own Python: the package is for no other.
  /usr/bin/python3 tools/mutation/run.py "$PWD" "$@" --jobs "$MASU_JOBS"
}
