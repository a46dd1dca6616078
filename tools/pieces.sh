# SPDX-License-Identifier: MIT
# ./masu.sh test oracle|soak [--minutes N] [--summary] [--keep]: tests with other seeds in each piece, for as
# long as you like. Sourced by test.sh.

test_pieces() {
  local name=$1
  shift
  if [[ " $* " != *" --summary "* && " $* " != *" --keep "* ]]; then
    need_for_tests
    say "building with preset dev"
    configure dev
    if [[ $name == soak ]]; then
      build dev test_soak_test
    else
      build dev test_predicates_test test_box_pairs_test test_oriented_boxes_test test_exact_wall_casts_test \
        test_lattice_gap_test test_lattice_volume_test test_lattice_hulls_test \
        test_cgal_hull_test test_cgal_intersection_test test_cgal_gap_test test_qhull_test \
        test_near_touching_test test_never_late_test test_rotating_pairs_test test_stacked_prisms_test \
        test_no_escape_test test_calls_test
    fi
  fi
  python3 tools/pieces.py "$PWD" "$name" "$@"
}
