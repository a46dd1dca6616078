# SPDX-License-Identifier: MIT
# Fetches the Stanford bunny from the npm package of that name. Sourced by masu.sh.

fetch_bunny() {
  local to=build/data/bunny
  [[ ! -f $to/package.json ]] || return 0
  command -v npm >/dev/null || need nodejs npm
  say "downloading the Stanford bunny (npm package bunny, unpacked into $to)"
  mkdir -p build/logs "$to.part"
  (cd "$to.part" && npm pack --silent bunny && tar -xzf bunny-*.tgz --strip-components=1 &&
    rm -f bunny-*.tgz) >build/logs/npm.log 2>&1 ||
    { cat build/logs/npm.log >&2; die "could not download the npm package bunny"; }
  rm -rf "$to" && mv "$to.part" "$to"
}

# Writes it to build/data/bunny.obj.
bunny_obj() {
  local to=build/data/bunny.obj
  [[ ! -f $to ]] || return 0
  fetch_bunny
  command -v node >/dev/null || need nodejs
  node apps/masu/mesh_to_obj.js build/data/bunny >"$to.part" && mv "$to.part" "$to"
}
