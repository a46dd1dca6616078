#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the library, static and shared, and builds and runs a user's project with it by each
# method in the README. `./masu.sh test packaging` calls it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Optimization does not matter for packaging, and builds without it take a tenth of the time. The
# build folders are equally deep, so that the compiler cache serves all of them.
root=$PWD/build/package
jobs=${MASU_JOBS:-2}
flags=(-DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DMASU_ALL_SIMD_TARGETS=OFF)
command -v ccache >/dev/null && flags+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
rm -rf "$root"*
mkdir -p "$root"

# quietly LABEL COMMAND...
quietly() {
  local log=$root/log
  "${@:2}" >"$log" 2>&1 || { cat "$log"; printf 'FAILED  %s\n' "$1"; exit 1; }
  printf 'passed  %s\n' "$1"
}

# cmake_project FOLDER BUILD_FOLDER [CMAKE ARGS]
cmake_project() {
  cmake -G Ninja -S "$1" -B "$2" "${flags[@]}" "${@:3}" && cmake --build "$2" -j "$jobs"
}

# Each step below is one chain of &&: a failure anywhere is its failure. The examples are users too:
# they link with what the library exports.
install_masu() {
  cmake_project . "${work}_masu" -DBUILD_SHARED_LIBS="$shared" -DCMAKE_INSTALL_PREFIX="$prefix" \
    -DMASU_EXAMPLES=ON &&
    ctest --test-dir "${work}_masu" --output-on-failure --no-tests=error &&
    cmake --install "${work}_masu"
}

# run_consumers BUILD_FOLDER
run_consumers() {
  "$1/consumer" && "$1/component_consumer" && "$1/c_consumer" && "$1/own_parts" &&
    "$1/consumer_without_exceptions" && "$1/own_parts_without_exceptions"
}

by_find_package() {
  cmake_project tests/package "${work}_found" -DCMAKE_PREFIX_PATH="$prefix" &&
    grep -q -e -ffp-contract=off "${work}_found/build.ninja" &&
    run_consumers "${work}_found"
}

refuses_another_version() {
  mkdir -p "${work}_version" &&
    sed 's/find_package(masu 0.2 /find_package(masu 9.9 /' tests/package/CMakeLists.txt \
      >"${work}_version/CMakeLists.txt" &&
    cp tests/package/main.cpp "${work}_version" &&
    ! cmake -S "${work}_version" -B "${work}_version/build" -DCMAKE_PREFIX_PATH="$prefix"
}

# by_pkg_config PREFIX [OPTIONS]
by_pkg_config() {
  local pc words
  local -a flags
  pc=$(dirname "$(find "$1" -name masu.pc)") &&
    words=$(PKG_CONFIG_PATH=$pc pkg-config "${@:2}" --cflags --libs masu) &&
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

# Every function that masu.h declares is in the library, including inline ones.
has_all_c_functions() {
  local library
  local -a nm=(nm --defined-only --format=posix)
  [[ $shared == ON ]] && nm+=(--dynamic)
  library=$(find "$prefix" \( -name 'libmasu.a' -o -name 'libmasu.so' \)) &&
    gcc -E -P -DMASU_DECLARATIONS_ONLY -I include include/masu/c/masu.h | grep -oE '\bmasu_[a-z0-9_]+\(' | tr -d '(' |
    sort -u >"$work/declared" &&
    [[ $(wc -l <"$work/declared") -gt 200 ]] &&
    "${nm[@]}" "$library" 2>/dev/null | cut -d ' ' -f 1 | sort -u >"$work/defined" &&
    [[ -z $(comm -23 "$work/declared" "$work/defined" | tee /dev/stderr) ]]
}

# Python reads the installed headers with cffi: Debian's Python if the first one found has no cffi.
by_cffi() {
  local python=python3
  "$python" -c 'import cffi' || python=/usr/bin/python3
  "$python" tests/package/main.py "$prefix/include" "$(find "$prefix" -name libmasu.so)"
}

# A shared library exports masu and nothing of its dependencies: neither kernels of single
# instruction sets, nor Highway, nor instances of the standard library.
exports_masu_alone() {
  local library
  library=$(find "$prefix" -name 'libmasu.so') &&
    nm -D --defined-only --format=posix "$library" | cut -d ' ' -f 1 >"$work/exported" &&
    grep -q '^_ZN4masu17default_allocatorEv$' "$work/exported" &&
    ! grep -vE '^(masu_|_ZNK?[RO]?4masu|_ZT[VIS]N4masu|_ZZN4masu14assert_handler)' "$work/exported" &&
    ! grep -E '^_ZNK?[RO]?4masu6detail[0-9]+N_' "$work/exported"
}

by_add_subdirectory() {
  cmake_project tests/package "${work}_inside" -DMASU_FOLDER="$PWD" -DBUILD_SHARED_LIBS="$shared" &&
    run_consumers "${work}_inside"
}

# Highway is cloned, here from a local repository, if CMake does not find it.
by_fetched_highway() {
  local repository=$root/highway_repository
  cp -r build/portable/highway "$repository" &&
    git -C "$repository" init -q && git -C "$repository" add -A &&
    git -C "$repository" -c user.name=test -c user.email=test@localhost commit -qm sources &&
    git -C "$repository" tag 1.0.3 &&
    cmake_project tests/package "${work}_highway" -DMASU_FOLDER="$PWD" \
      -DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON -DMASU_FETCH_HIGHWAY=ON \
      -DMASU_HIGHWAY_REPOSITORY="file://$repository" &&
    run_consumers "${work}_highway"
}

# Cloned by its tag, here from a local repository with the files of the tree.
by_tag_of_repository() {
  local repository=$root/masu_repository
  [[ -d $repository ]] || {
    mkdir -p "$repository" && git ls-files -z | xargs -0 cp --parents -t "$repository" &&
      git -C "$repository" init -q && git -C "$repository" add -A &&
      git -C "$repository" -c user.name=test -c user.email=test@localhost commit -qm sources &&
      git -C "$repository" tag "v$(sed -n 's/^project(masu VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)"
  } &&
    cmake_project tests/package "${work}_cloned" -DMASU_REPOSITORY_URL="file://$repository" \
      -DBUILD_SHARED_LIBS="$shared" && run_consumers "${work}_cloned"
}

by_fetch_content() {
  cmake_project tests/package "${work}_fetched" -DMASU_FETCHED="$PWD" -DBUILD_SHARED_LIBS="$shared" &&
    run_consumers "${work}_fetched"
}

# vcpkg itself is not available.
by_port_of_vcpkg() {
  local options
  options=$(IFS=';' && printf '%s' "${flags[*]}") &&
    cmake -DPORT_FOLDER="$PWD/packaging/vcpkg/masu" -DWORK="${work}_port" \
      -DOPTIONS="$options;-DCMAKE_INSTALL_LIBDIR=lib" -P tests/package/run_portfile.cmake &&
    cmake_project tests/package "${work}_ported" -DCMAKE_PREFIX_PATH="${work}_port/package" &&
    run_consumers "${work}_ported"
}

# Conan itself is not available.
by_recipe_of_conan() {
  python3 tests/package/run_conanfile.py --recipe packaging/conan --work "${work}_conan" \
    --shared "$shared" "${flags[@]}" &&
    "${work}_conan/test/consumer" && "${work}_conan/test/c_consumer"
}

# masu::io, installed and found as a component; without it the component is refused.
by_component_io() {
  ! cmake -G Ninja -S tests/package -B "${work}_no_io" -DCMAKE_PREFIX_PATH="$prefix" -DMASU_WITH_IO=ON &&
    cmake_project . "${work}_with_io" -DCMAKE_INSTALL_PREFIX="$work/prefix_io" -DMASU_IO=ON &&
    cmake --install "${work}_with_io" &&
    cmake_project tests/package "${work}_io" -DCMAKE_PREFIX_PATH="$work/prefix_io" -DMASU_WITH_IO=ON &&
    "${work}_io/io_consumer" && "${work}_io/consumer"
}

# Installed files name no path of the build, and work elsewhere.
is_relocatable() {
  ! grep -rI --include='*.cmake' "$PWD" "$prefix" &&
    mv "$prefix" "$prefix.moved" &&
    cmake_project tests/package "${work}_moved" -DCMAKE_PREFIX_PATH="$prefix.moved" &&
    run_consumers "${work}_moved" &&
    by_pkg_config "$prefix.moved" --define-prefix
}

for shared in OFF ON; do
  kind=$([[ $shared == ON ]] && echo shared || echo static)
  work=${root}_$kind
  mkdir -p "$work"
  prefix=$work/prefix
  quietly "$kind: examples, install" install_masu
  quietly "$kind: find_package" by_find_package
  quietly "$kind: find_package of another version is refused" refuses_another_version
  quietly "$kind: pkg-config" by_pkg_config "$prefix"
  quietly "$kind: pkg-config, from C" by_pkg_config_from_c
  quietly "$kind: all functions of masu.h" has_all_c_functions
  [[ $shared == OFF ]] || quietly "$kind: exports masu alone" exports_masu_alone
  [[ $shared == OFF ]] || quietly "$kind: from Python, by cffi" by_cffi
  quietly "$kind: add_subdirectory" by_add_subdirectory
  quietly "$kind: FetchContent" by_fetch_content
  [[ $shared == ON ]] || quietly "$kind: FetchContent by a tag" by_tag_of_repository
  [[ $shared == ON ]] || quietly "$kind: masu::io" by_component_io
  [[ $shared == ON ]] || quietly "$kind: Highway fetched" by_fetched_highway
  [[ $shared == ON ]] || quietly "$kind: the port of vcpkg" by_port_of_vcpkg
  quietly "$kind: the recipe of Conan" by_recipe_of_conan
  quietly "$kind: the installed tree moved elsewhere" is_relocatable
done
