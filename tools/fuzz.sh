# SPDX-License-Identifier: MIT
# ./masu.sh test fuzz [TARGET...] [--minutes N] [--summary] [--renew] [--keep]: see fuzz.py.
# Sourced by test.sh.

test_fuzz() {
  if [[ " $* " != *" --summary "* && " $* " != *" --keep "* ]]; then
    need_lists cmake/packages.txt io/packages.txt apps/packages.txt
    need clang-14 libgtest-dev python3
    configure fuzz
    say "building the fuzzing targets"
    build fuzz fuzz_targets
  fi
  python3 tools/fuzz.py "$PWD" "$@"
  summary+=("== fuzz: see build/fuzz/ledger.csv")
}
