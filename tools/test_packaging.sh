#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the library, static and shared, and builds and runs a user's project against it in each
# way that the README promises. `./masu.sh test packaging` calls it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root=$PWD/build/packaging
jobs=${MASU_JOBS:-2}
launcher=()
command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
rm -rf "$root"
mkdir -p "$root"

# quietly LABEL COMMAND...
quietly() {
  local log=$root/log
  "${@:2}" >"$log" 2>&1 || { cat "$log"; printf 'FAILED  %s\n' "$1"; exit 1; }
  printf 'passed  %s\n' "$1"
}

# cmake_project FOLDER BUILD_FOLDER [CMAKE ARGS]
cmake_project() {
  cmake -G Ninja -S "$1" -B "$2" -DCMAKE_BUILD_TYPE=Release "${launcher[@]}" "${@:3}" &&
    cmake --build "$2" -j "$jobs"
}

# Each step below is one chain of &&: a failure anywhere is its failure.
install_masu() {
  cmake_project . "$work/masu" -DBUILD_SHARED_LIBS="$shared" -DCMAKE_INSTALL_PREFIX="$prefix" \
    -DMASU_TESTS=OFF -DMASU_APPS=OFF -DMASU_EXAMPLES=OFF &&
    cmake --install "$work/masu"
}

by_find_package() {
  cmake_project tests/package "$work/found" -DCMAKE_PREFIX_PATH="$prefix" &&
    grep -q -e -ffp-contract=off "$work/found/build.ninja" &&
    "$work/found/consumer" &&
    "$work/found/c_consumer"
}

refuses_another_version() {
  mkdir -p "$work/version" &&
    sed 's/find_package(masu 0.1 /find_package(masu 9.9 /' tests/package/CMakeLists.txt \
      >"$work/version/CMakeLists.txt" &&
    cp tests/package/main.cpp "$work/version" &&
    ! cmake -S "$work/version" -B "$work/version/build" -DCMAKE_PREFIX_PATH="$prefix"
}

by_pkg_config() {
  local pc words
  local -a flags
  pc=$(dirname "$(find "$prefix" -name masu.pc)") &&
    words=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs masu) &&
    read -ra flags <<<"$words" &&
    g++ -std=c++20 -O2 tests/package/main.cpp -o "$work/by_pkg_config" "${flags[@]}" &&
    LD_LIBRARY_PATH=$(dirname "$pc") "$work/by_pkg_config"
}

by_pkg_config_from_c() {
  local pc words
  local -a flags
  pc=$(dirname "$(find "$prefix" -name masu.pc)") &&
    words=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs masu) &&
    read -ra flags <<<"$words" &&
    gcc -std=c99 -Wall -Wextra -Wpedantic -Werror -O2 tests/package/main.c \
      -o "$work/by_pkg_config_from_c" "${flags[@]}" -lstdc++ -lm &&
    LD_LIBRARY_PATH=$(dirname "$pc") "$work/by_pkg_config_from_c"
}

# Every function that masu.h declares, and does not define itself, is in the library.
has_all_c_functions() {
  local library
  local -a nm=(nm --defined-only --format=posix)
  [[ $shared == ON ]] && nm+=(--dynamic)
  library=$(find "$prefix" \( -name 'libmasu.a' -o -name 'libmasu.so' \)) &&
    gcc -E -P -I include include/masu/c/masu.h | grep -oE '\bmasu_[a-z0-9_]+\(' | tr -d '(' |
    grep -v '_default$' | sort -u >"$work/declared" &&
    [[ $(wc -l <"$work/declared") -gt 200 ]] &&
    "${nm[@]}" "$library" 2>/dev/null | cut -d ' ' -f 1 | sort -u >"$work/defined" &&
    [[ -z $(comm -23 "$work/declared" "$work/defined" | tee /dev/stderr) ]]
}

by_add_subdirectory() {
  cmake_project tests/package "$work/inside" -DMASU_FOLDER="$PWD" -DBUILD_SHARED_LIBS="$shared" &&
    "$work/inside/consumer" &&
    "$work/inside/c_consumer"
}

# What is installed names nothing of the build, and works elsewhere.
is_relocatable() {
  ! grep -rI --include='*.cmake' "$PWD" "$prefix" &&
    mv "$prefix" "$prefix.moved" &&
    cmake_project tests/package "$work/moved" -DCMAKE_PREFIX_PATH="$prefix.moved" &&
    "$work/moved/consumer"
}

for shared in OFF ON; do
  kind=$([[ $shared == ON ]] && echo shared || echo static)
  work=$root/$kind
  prefix=$work/prefix
  quietly "$kind: install" install_masu
  quietly "$kind: find_package" by_find_package
  quietly "$kind: find_package of another version is refused" refuses_another_version
  quietly "$kind: pkg-config" by_pkg_config
  quietly "$kind: pkg-config, from C" by_pkg_config_from_c
  quietly "$kind: all functions of masu.h" has_all_c_functions
  quietly "$kind: add_subdirectory" by_add_subdirectory
  quietly "$kind: the installed tree moved elsewhere" is_relocatable
done
