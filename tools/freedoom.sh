# SPDX-License-Identifier: MIT
# Fetches the maps of Freedoom. Sourced by masu.sh.

# Unpacks the maps from Freedoom's Debian package, without installing it.
fetch_freedoom() {
  local to=build/data/freedoom
  [[ ! -f $to/usr/share/games/doom/freedoom1.wad ]] || return 0
  fetch_tools
  say "downloading the maps of Freedoom (Debian package freedoom, 16 MB, unpacked into $to)"
  mkdir -p build/logs "$to.part"
  installable freedoom || apt update >build/logs/apt.log 2>&1 || true
  download_deb freedoom "$to.part" >build/logs/apt.log 2>&1 ||
    { apt update && download_deb freedoom "$to.part"; } >>build/logs/apt.log 2>&1 ||
    { cat build/logs/apt.log >&2; die "could not download the package freedoom"; }
  rm -rf "$to" && mv "$to.part" "$to"
}

# download_deb PACKAGE FOLDER: unpacks the package's files below FOLDER.
download_deb() {
  (cd "$2" && rm -f ./*.deb && apt-get -q download -o APT::Sandbox::User=root "$1" &&
    dpkg-deb -x ./*.deb . && rm -f ./*.deb)
}

fetch_tools() {
  command -v apt-get >/dev/null || die "apt-get is missing: put the maps into build/data by hand"
}
