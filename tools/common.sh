# SPDX-License-Identifier: MIT
# Functions that the commands of masu.sh share: messages, packages, builds. Sourced, never run.

MASU_JOBS=${MASU_JOBS:-2}
# All clones share one compiler cache: paths below them are relative to it.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=${CCACHE_NOHASHDIR:-1}

say() { printf 'masu: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}
misused() {
  say "$@"
  exit 2
}
not_in_this_version() { misused "'$1' is not in version $(project_version) of masu; nothing was run"; }
project_version() { sed -n 's/^project(masu VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt; }

# Prints the packages in the given lists: one per line, # starts a comment. A folder without a list
# needs nothing.
packages_in() {
  local list
  for list; do
    [[ ! -f $list ]] || sed 's/#.*//' "$list"
  done
}

installed() { [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }
installable() { apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [^(]'; }

can_be_root() { [[ $EUID -eq 0 ]] || command -v sudo >/dev/null; }

# Runs apt-get as root; fails if that is impossible.
apt() {
  local as_root=()
  can_be_root || return 1
  [[ $EUID -eq 0 ]] || as_root=(sudo)
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=600 -qq "$@" </dev/null
}

# need PACKAGE...: installs those that are missing, together.
need() {
  [[ -z ${MASU_NO_INSTALL:-} ]] || return 0
  command -v apt-get >/dev/null ||
    die "apt-get is missing: install the equivalents of these Debian packages by hand, then set MASU_NO_INSTALL=1: $*"
  local missing=() package log=build/logs/apt.log
  for package; do
    installed "$package" || missing+=("$package")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  can_be_root ||
    die "packages are missing, and you are not root and have no sudo; have root run:" \
      "apt-get install ${missing[*]}"
  say "installing with apt: ${missing[*]}"
  mkdir -p build/logs
  for package in "${missing[@]}"; do
    installable "$package" || { apt update >"$log" 2>&1 || true; break; }
  done
  install_packages "${missing[@]}" >"$log" 2>&1 ||
    { apt update && install_packages "${missing[@]}"; } >"$log" 2>&1 ||
    { tail -n 15 "$log" >&2; die "apt could not install ${missing[*]} (whole log: $log)"; }
}
install_packages() { apt install -y --no-install-recommends "$@"; }

need_lists() {
  local packages
  mapfile -t packages < <(packages_in "$@" | grep -o '[^[:space:]]*')
  need "${packages[@]}"
}

# configure PRESET [CMAKE ARGS], quietly unless it fails.
configure() {
  local preset=$1 log=build/logs/configure-$1.log
  mkdir -p build/logs
  cmake --preset "$@" >"$log" 2>&1 || { cat "$log" >&2; die "cmake --preset $preset failed"; }
}

# build PRESET [TARGET...]
build() {
  local preset=$1
  shift
  cmake --build --preset "$preset" -j "$MASU_JOBS" ${1:+--target "$@"}
}

# Reads a build's output; prints a message once if there is something to compile.
say_once_building() {
  local line said=
  while IFS= read -r line; do
    [[ -n $said || $line != *Building* ]] || { said=1; say "building $1 (minutes, the first time)"; }
  done
}

# build_cli [TARGET NAME]: builds the command line tool, or a part of it, with the release preset,
# and sets $MASU_BIN. Silent if it is up to date.
build_cli() {
  local log=build/logs/cli.log target=${1:-masu_cli} name=${2:-masu}
  need_lists cmake/packages.txt io/packages.txt apps/packages.txt
  [[ -f build/release/build.ninja ]] || configure release
  build release "$target" 2>&1 | tee "$log" | say_once_building "$name" ||
    { cat "$log" >&2; die "the build failed"; }
  export MASU_BIN=$PWD/build/release/apps/masu/$name
}
