# SPDX-License-Identifier: MIT
# ./masu.sh test portable: other platforms, by cross compilers and emulators. Sourced by test.sh.

test_portable() {
  need_lists cmake/packages.txt tests/portable/packages.txt
  fetch_highway
  mkdir -p build/portable
  # Wine is silent, opens no windows and keeps its files here.
  export WINEPREFIX=$PWD/build/portable/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' DISPLAY=
  # Wine's server and services run until the end: ones that exit between two tests would reset a test
  # that starts just then, and ones that a test starts would keep the pipe to ctest open.
  wineserver -p
  trap 'wineserver -k || true' EXIT
  wine wineboot >build/logs/wine.log 2>&1 || { cat build/logs/wine.log >&2; die "wine does not start"; }
  local preset
  for preset in aarch64 mingw; do
    say "building with preset $preset"
    portable_library "$preset" googletest /usr/src/googletest -DBUILD_GMOCK=OFF
    portable_library "$preset" highway build/portable/highway -DBUILD_TESTING=OFF \
      -DHWY_ENABLE_CONTRIB=OFF -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_TESTS=OFF
    configure "$preset"
    build "$preset"
    check "$preset"
  done
}

# portable_library PRESET NAME SOURCES [CMAKE ARGS]: builds it static, where the preset searches for
# it.
portable_library() {
  local to=$PWD/build/portable/$1 log=build/logs/$2-$1.log
  local build=$to/build/$2 toolchain
  toolchain=$(sed -n "/\"name\": \"$1\"/,/}/s/.*\"toolchainFile\": \"\(.*\)\".*/\1/p" CMakePresets.json)
  [[ ! -f $build/installed ]] || return 0
  mkdir -p build/logs
  { cmake -G Ninja -S "$3" -B "$build" --toolchain "$PWD/$toolchain" -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_INSTALL_PREFIX="$to" -DBUILD_SHARED_LIBS=OFF "${@:4}" &&
      cmake --build "$build" -j "$MASU_JOBS" --target install; } >"$log" 2>&1 ||
    { tail -n 30 "$log" >&2; die "could not build $2 for $1"; }
  touch "$build/installed"
}

# Debian's sources of Highway, as no package of it is for Windows.
fetch_highway() {
  local to=build/portable/highway part=build/portable/sources log=build/logs/apt.log
  [[ ! -f $to/CMakeLists.txt ]] || return 0
  say "downloading the sources of Highway (Debian package highway, 2 MB, unpacked into $to)"
  rm -rf "$to" "$part"
  mkdir -p "$part/lists/partial" "$part/parts" build/logs
  (cd "$part" && source_lists && sources update && sources source highway) >"$log" 2>&1 ||
    { cat "$log" >&2; die "could not download the sources of highway"; }
  mv "$part"/highway-*/ "$to"
  rm -rf "$part"
}

# The machine's package lists as lists of sources, in this folder.
source_lists() {
  local list
  for list in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do
    [[ ! -f $list ]] ||
      sed -e 's/^Types:.*/Types: deb-src/' -e 's/^deb /deb-src /' "$list" >"parts/$(basename "$list" .list).${list##*.}"
  done
}
sources() {
  apt-get -q -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$PWD/parts" \
    -o Dir::State::Lists="$PWD/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
    -o APT::Sandbox::User=root "$@"
}
