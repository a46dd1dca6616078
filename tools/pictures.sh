# SPDX-License-Identifier: MIT
# ./masu.sh pictures: those of the pages on broad phases, drawn anew. Sourced by masu.sh.

run_pictures() {
  build_cli
  draw_methods "$MASU_BIN" docs/pictures/broad_phase
  say "look at docs/pictures/broad_phase"
}

# draw_methods MASU FOLDER: one picture a method into FOLDER, of the same boxes where that can be.
draw_methods() {
  local boxes=docs/pictures/broad_phase/boxes.csv method
  for method in sweep_and_prune uniform_grid hash_grid linear_orthtree kd_tree bvh dynamic_bvh; do
    "$1" draw "$method" "$boxes" -o "$2/$method.svg"
  done
  "$1" draw all_pairs "$boxes" --n 24 -o "$2/all_pairs.svg"
  "$1" draw bsp_tree "$boxes" --n 28 -o "$2/bsp_tree.svg"
  "$1" draw incremental_sweep brownian --n 24 --seed 3 -o "$2/incremental_sweep.svg"
}
