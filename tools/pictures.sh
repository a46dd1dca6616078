# SPDX-License-Identifier: MIT
# ./masu.sh pictures: draws the pictures of the pages on broad phases, shapes, contact, hulls, convex
# parts, solvers, corridors, replay and characters again, and the moving one of the READMEs. Sourced
# by masu.sh.
source tools/bunny.sh

run_pictures() {
  build_cli
  draw_methods "$MASU_BIN" docs/pictures/broad_phase
  draw_shapes "$MASU_BIN" docs/pictures/shapes
  draw_contacts "$MASU_BIN" docs/pictures/contact
  draw_hulls "$MASU_BIN" docs/pictures/hull
  draw_parts "$MASU_BIN" docs/pictures/decomposition
  bunny_obj
  draw_bunny "$MASU_BIN" docs/pictures/decomposition
  draw_solvers "$MASU_BIN" docs/pictures/solvers
  draw_corridors "$MASU_BIN" docs/pictures/corridor
  draw_replay "$MASU_BIN" docs/pictures/replay
  draw_slides "$MASU_BIN" docs/pictures/slide
  python3 tools/animate_pairs.py "$MASU_BIN" docs/pictures/moving_pairs.svg
  say "the pictures are in docs/pictures: moving_pairs.svg, broad_phase, shapes, contact, hull, decomposition, solvers, corridor, replay, slide"
}

# draw_methods MASU FOLDER: one picture per method into FOLDER, of the same boxes if possible.
draw_methods() {
  local boxes=docs/pictures/broad_phase/boxes.csv method
  for method in sweep_and_prune uniform_grid hash_grid linear_orthtree kd_tree bvh dynamic_bvh; do
    "$1" draw "$method" "$boxes" -o "$2/$method.svg"
  done
  "$1" draw all_pairs "$boxes" --n 24 -o "$2/all_pairs.svg"
  "$1" draw bsp_tree "$boxes" --n 28 -o "$2/bsp_tree.svg"
  "$1" draw incremental_sweep_and_prune brownian --n 24 --seed 3 -o "$2/incremental_sweep.svg"
}

# draw_shapes MASU FOLDER: all shapes of docs/shapes.md, in 2D and in 3D.
draw_shapes() {
  "$1" shapes --dim 2 --draw "$2/flat.svg"
  "$1" shapes --dim 3 --draw "$2/solid.svg"
}

# draw_contacts MASU FOLDER: the terms of docs/contact.md, one picture each.
draw_contacts() {
  local masu=$1 to=$2
  contact() { "$masu" contact "${@:3}" --title "$2" --draw "$to/$1.svg" -o /dev/null; }
  contact apart 'Apart: distance above 0' polygon:0,0/2,0/2.5,1/1,2 ellipse:1x0.5@3.3,2.1~30
  contact touching 'Touching: distance 0' box:2x1.5 box:1x1.25@0.625,1.375
  contact overlapping 'Overlapping: minus the depth' box:2x1.6 circle:0.8@1.4,0.2
  contact area 'Contact area: 2 corners' box:2.4x1.2 box:1.2x1@0.8,0.98~-2 --margin 0.05
  contact rounded 'Rounded: core and radius' segment:-0.8,0/0.8,0.3+0.35 box:0.9x0.5+0.25@0.7,1.25~-15
  contact moving 'First touch of a moving shape' box:2x1.6 box:1x1@3,0.1 --to=-1,0.1~90
  contact face_face 'Face on face' box:2x2x2 box:1.3x1x1.3@0.75,1.35,0.45~30y
  contact edge_edge 'Edges that cross: one point' box:3x1x1~45x box:1x1x3@0.3,1.3,0.2~45z
  contact volume_flat 'In common: an area, and a cut' box:2.2x1.6 box:1.8x1.3@0.95,0.85~20 --volume
  contact volume 'Contact volume' box:2x2x2 box:1.6x1.6x1.6@0.8,0.9,0.6~35x25z --volume
}

# draw_hulls MASU FOLDER: hulls of points in 2D and 3D.
draw_hulls() {
  local name
  for name in flat solid; do
    "$1" hull "$2/$name.csv" --write "$2/$name.svg" -o /dev/null
  done
}

# draw_parts MASU FOLDER: a solid of docs/decomposition.md.
draw_parts() {
  "$1" decompose docs/pictures/decomposition/gear.obj --svg "$2/gear.svg" -o /dev/null
}

# draw_bunny MASU FOLDER: another one, which is downloaded.
draw_bunny() {
  "$1" decompose build/data/bunny.obj --svg "$2/bunny.svg" -o /dev/null
}

# draw_solvers MASU FOLDER: the scenes of docs/solvers.md.
draw_solvers() {
  local masu=$1 to=$2
  "$masu" contact-demo stack --solver impulse --svg "$to/stack.svg" -o /dev/null
  "$masu" contact-demo slope --solver lcp --friction 0.3 --seconds 2 --svg "$to/slope.svg" -o /dev/null
  "$masu" contact-demo turn --svg "$to/turn.svg" -o /dev/null
}

# draw_corridors MASU FOLDER: a crowd among walls. Its measurements depend on the machine: not kept.
draw_corridors() {
  "$1" corridor run --map fractal_cave --walls 1500 --movers 24 --frames 200 --seed 3 \
    --svg "$2/run.svg" -o /dev/null
}

# draw_replay MASU FOLDER: a frame of the page's recording.
draw_replay() {
  "$1" replay docs/replay/pen.csv --picture "$2/scene.svg" --at 40 -o /dev/null
}

# draw_slides MASU FOLDER: the path of a character through a level.
draw_slides() {
  "$1" slide docs/pictures/slide/level.txt --step 1.1 --frames 400 \
    --title 'Over a hill, up stairs, off a ledge, up to a wall' --svg "$2/walk.svg" -o /dev/null
}
