# SPDX-License-Identifier: MIT
# ./masu.sh python: the Python package, as a wheel in build/python. Sourced by masu.sh, test.sh and
# bench.sh.

# Debian's own, with its NumPy; MASU_PYTHON names another.
python=${MASU_PYTHON:-/usr/bin/python3}

run_python() {
  [[ $# -eq 0 ]] || misused "python takes no arguments"
  python_wheel
  say "the wheel is $MASU_WHEEL; install it with: pip install --no-index --no-deps $MASU_WHEEL"
}

# Builds the wheel, in $MASU_WHEEL.
python_wheel() {
  local log=build/logs/python.log
  need_lists cmake/packages.txt io/packages.txt python/packages.txt
  mkdir -p build/python build/logs
  say "building the Python package (log: $log)"
  MASU_JOBS=$MASU_JOBS "$python" python/build_backend.py build/python >"$log" 2>&1 ||
    { tail -n 40 "$log" >&2; die "the build failed"; }
  MASU_WHEEL=build/python/$(tail -n 1 "$log")
}

# Installs the wheel into a fresh environment that has Debian's packages, as a user does.
python_environment() {
  local folder=build/python-user
  python_wheel
  need_lists python/tests/packages.txt
  rm -rf "$folder"
  "$python" -m venv --system-site-packages "$folder"
  "$folder/bin/python" -m pip install --quiet --no-index --no-deps "$MASU_WHEEL"
  python_of_user=$PWD/$folder/bin/python
}

# All tests of the package, installed from its wheel: pytest, doctests, the types of the examples.
test_python() {
  local log=build/logs/pytest.log
  python_environment
  "$python_of_user" -m pytest -q -p no:cacheprovider python/tests | tee "$log"
  say "checking the types of the examples"
  "$python_of_user" -m mypy --strict --cache-dir build/python/mypy python/examples
  summary+=("== python" "$(tail -n 1 "$log")")
}

# ./masu.sh bench python [ARGS]: against shapely, rtree and scipy, and against C++ without Python.
bench_python() {
  local folder=${MASU_PYTHON_BUILD:-build/python}
  python_environment
  cmake --build "$folder" --target masu_python_plain -j "$MASU_JOBS" >>build/logs/python.log 2>&1
  (cd "$called_from" && "$python_of_user" "$OLDPWD/python/bench/main.py" \
    --plain "$OLDPWD/$folder/python/masu_python_plain" "$@")
}
