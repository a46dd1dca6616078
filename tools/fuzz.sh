# SPDX-License-Identifier: MIT
# ./masu.sh test fuzz [TARGET...] [--minutes N] [--summary] [--renew]: see fuzz.py. Sourced by
# test.sh.

test_fuzz() {
  if [[ " $* " != *" --summary "* ]]; then
    need_lists cmake/packages.txt io/packages.txt apps/packages.txt
    need clang-14
    configure fuzz
    say "building the fuzzing targets"
    build fuzz fuzz_targets
    fuzz_seeds
  fi
  python3 tools/fuzz.py "$PWD" "$@"
  summary+=("== fuzz: see build/fuzz/ledger.csv")
}

# Copies files of the readers' tests, each behind the byte for its format; see the targets.
fuzz_seeds() {
  local data=tests/readers/data
  fuzz_seed box_files '\0' $data/two.csv
  fuzz_seed box_files '\1' $data/c_f8.npy
  fuzz_seed box_files '\x12' $data/two.f32
  fuzz_seed box_files '\3' $data/shapes.obj
  fuzz_seed box_files '\4' $data/room.wad
  fuzz_seed wall_files '\4' $data/room.wad
  fuzz_seed point_files '\0' $data/shapes.obj
  fuzz_seed point_files '\2' $data/c_f8.npy
  fuzz_seed model_files '\0' $data/shapes.obj
  fuzz_seed model_files '\1' <(printf 'solid s\nfacet normal 0 0 1\nouter loop\n%sendloop\nendfacet\nendsolid s\n' \
    $'vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n')
  fuzz_seed model_files '\2' <(printf '{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],%s,%s,%s,%s}' \
    '"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]' \
    '"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}]' \
    '"bufferViews":[{"buffer":0,"byteLength":36}]' \
    '"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]')
  fuzz_seed model_files '\4' <(printf '<robot name="r"><link name="a"/><link name="b">%s</link>%s</robot>' \
    '<collision><geometry><box size="1 2 3"/></geometry></collision>' \
    '<joint name="j" type="revolute"><parent link="a"/><child link="b"/><limit lower="0" upper="1"/></joint>')
  fuzz_seed recordings '\1' <(printf 'masu-replay 1\nshape b box:1x2\nobject 2-9 b fixed\n%s\n%s' \
    'rows changed' $'frame,id,x,y\n0,1,1,2\n0,2,2,3\n1\n2,1,gone\n2,2,0,1\n')
  fuzz_seed wall_files '\1' <(printf '<svg viewBox="0 0 9 9"><g transform="rotate(9)">%s%s</g></svg>' \
    '<path id="a" d="M1 1h2v3c1 2 3 4 5 6a1 2 3 0 1 5 6z"/>' '<rect x="1" width="2" height="3"/>')
  fuzz_seed wall_files '\2' <(printf '{"type":"Feature","properties":{"name":"n"},%s}' \
    '"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}')
  fuzz_seed wall_files '\3' <(printf '{"type":"Topology","arcs":[[[0,0],[1,2]],[[1,2],[0,0]]],%s}' \
    '"objects":{"o":{"type":"LineString","arcs":[0,-2]}}')
  fuzz_seed wall_files '\5' <(printf '{"layers":[{"type":"tilelayer","name":"g","width":2,%s],%s}' \
    '"height":2,"data":[1,0,1,1]}' '"tilewidth":8,"tileheight":8,"width":2,"height":2')
  fuzz_seed wall_files '\6' <(printf '<map orientation="orthogonal" width="2" height="1" %s>%s</map>' \
    'tilewidth="8" tileheight="8"' \
    '<layer width="2" height="1"><data encoding="csv">1,0</data></layer>')
}

# fuzz_seed TARGET BYTE FILE
fuzz_seed() {
  local folder=build/fuzz/corpus/$1
  mkdir -p "$folder"
  { printf '%b' "$2"; cat "$3"; } >"$folder/seed-$(printf '%s' "$2-${3##*/}" | tr -c 'a-zA-Z0-9\n' _)"
}
