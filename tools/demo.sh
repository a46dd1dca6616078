# SPDX-License-Identifier: MIT
# ./masu.sh demo: real data, downloaded into build/data. Sourced by masu.sh.

source tools/bunny.sh
source tools/freedoom.sh

run_demo() {
  fetch_freedoom
  fetch_bunny
  # For PNGs of the SVGs: optional if it cannot be installed.
  if command -v apt-get >/dev/null && can_be_root; then need librsvg2-bin; fi
  build_cli masu_pairs masu_pairs
  export MASU_DATA=$PWD/build/data
  exec apps/masu/demo.sh
}
