# SPDX-License-Identifier: MIT
# ./masu.sh wasm: the npm package, into build/wasm-package. Sourced by masu.sh and by test.sh.
source tools/portable.sh

run_wasm() {
  wasm_package
  say "the package is in $MASU_PACKAGE"
}

# Builds the modules and packs them with the compiled TypeScript, into $MASU_PACKAGE.
wasm_package() {
  local dist=wasm/dist
  need_lists cmake/packages.txt wasm/packages.txt
  need_node
  fetch_highway
  # Debian's emscripten does not find the modules of Debian's node.
  export NODE_PATH=${NODE_PATH:-/usr/share/nodejs:/usr/lib/$(uname -m)-linux-gnu/nodejs}
  rm -rf "$dist"
  mkdir -p "$dist" build/wasm-package build/logs
  wasm_modules wasm ""
  wasm_modules wasm-simd -simd -DCMAKE_CXX_FLAGS=-msimd128
  npm_quietly wasm-npm --prefix wasm ci
  node wasm/inline.js "$dist" masu masu_2d masu_3d masu_boxes
  (cd wasm && node_modules/.bin/tsc)
  cp LICENSE wasm/README.md wasm/package.json "$dist"
  npm_quietly wasm-pack pack "./$dist" --pack-destination build/wasm-package
  MASU_PACKAGE=$PWD/build/wasm-package/masu-$(project_version).tgz
  node wasm/sizes.js "$dist"
}

# wasm_modules PRESET SUFFIX [CMAKE ARGS for Highway]
wasm_modules() {
  local preset=$1 suffix=$2 name
  shift 2
  say "building with preset $preset"
  portable_library "$preset" highway build/portable/highway -DBUILD_TESTING=OFF \
    -DHWY_ENABLE_CONTRIB=OFF -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_TESTS=OFF "$@"
  configure "$preset"
  build "$preset" masu_wasm masu_2d_wasm masu_3d_wasm masu_boxes_wasm
  for name in masu masu_2d masu_3d masu_boxes; do
    cp "build/$preset/wasm/$name.wasm" "wasm/dist/$name$suffix.wasm"
  done
}

# Uses Debian's if there is none.
need_node() {
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then need nodejs npm; fi
}

# npm_quietly LOG ARGS
npm_quietly() {
  local log=build/logs/$1.log
  shift
  npm --no-audit --no-fund --no-update-notifier "$@" >"$log" 2>&1 ||
    { tail -n 15 "$log" >&2; die "npm $* failed (whole log: $log)"; }
}

# Tests the package as a user has it: installed from its file into a new project, which holds the
# tests.
test_wasm() {
  wasm_package
  local user=build/wasm-user version log
  rm -rf "$user"
  mkdir -p "$user"
  printf '{"name": "user", "private": true, "type": "module"}\n' >"$user/package.json"
  (cd "$user" && npm --no-audit --no-fund --offline install "$MASU_PACKAGE") >build/logs/wasm-user.log 2>&1 ||
    { cat build/logs/wasm-user.log >&2; die "the package cannot be installed"; }
  cp -r wasm/test wasm/sizes.js wasm/README.md docs/from_rbush.md "$user"
  cp tests/world/golden_scene.inc "$user/test"
  say "checking the types of the package"
  wasm/node_modules/.bin/tsc --project "$user/test/tsconfig.json"
  for version in 18 20; do
    log=build/logs/wasm-node$version.log
    node_of "$version"
    say "testing the package on Node.js $("$MASU_NODE" --version)"
    (cd "$user" && "$MASU_NODE" --test test/) | tee "$log"
    summary+=("== wasm, Node.js $version" "$(grep -E '^# (tests|pass|fail)' "$log")")
  done
  test_bundlers
  # shellcheck source=/dev/null
  source tools/play.sh
  test_playground
}

# Bundles a program that uses the package with each bundler, and runs it in a headless browser.
test_bundlers() {
  local folder=$PWD/build/wasm-bundlers log=$PWD/build/logs/bundlers.log
  need_lists web/packages.txt
  mkdir -p "$folder"
  cp -r wasm/bundlers/. "$folder"
  npm_quietly bundlers-npm --prefix "$folder" ci
  npm_quietly bundlers-masu --prefix "$folder" install --no-save "$MASU_PACKAGE"
  say "testing the package with bundlers"
  (cd "$folder" && node --test bundlers.test.js) | tee "$log"
  summary+=("== bundlers" "$(grep -E '^# (tests|pass|fail)' "$log")")
}

# node_of MAJOR: finds this version, or installs it with npm, in $MASU_NODE.
node_of() {
  local folder=build/node$1 cpu
  MASU_NODE=$(command -v node)
  [[ $("$MASU_NODE" --version) != v$1.* ]] || return 0
  cpu=$([[ $(uname -m) == aarch64 ]] && echo arm64 || echo x64)
  MASU_NODE=$PWD/$folder/node_modules/node-linux-$cpu/bin/node
  [[ -x $MASU_NODE ]] || npm_quietly "node$1" --prefix "$folder" install "node-linux-$cpu@$1"
}

# ./masu.sh bench wasm [OPTIONS]: compares with libraries of npm, which are installed for it. --help
# lists the options.
bench_wasm() {
  local folder=$PWD/build/wasm-bench
  wasm_package
  rm -rf "$folder"
  mkdir -p "$folder"
  printf '{"name": "bench", "private": true, "type": "module"}\n' >"$folder/package.json"
  npm_quietly wasm-bench --prefix "$folder" install "$MASU_PACKAGE" rbush@4 flatbush@4 kdbush@4 \
    check2d@9 detect-collisions@10 box2d3-wasm@5 jolt-physics@1 @dimforge/rapier2d-compat@0.21 \
    @dimforge/rapier3d-compat@0.21 @dimforge/rapier3d-simd-compat@0.20
  cp -r wasm/bench/. "$folder"
  (cd "$called_from" && node "$folder/main.js" "$@")
}
