# SPDX-License-Identifier: MIT
# ./masu.sh play: the playground, built and served. Sourced by masu.sh and by wasm.sh.
source tools/wasm.sh
source tools/freedoom.sh

# run_play [PORT | --build | --pictures]: --build only makes the files, in build/playground;
# --pictures also the pictures of the pages.
run_play() {
  local then=serve port=8137
  case ${1:-} in
    --build | --pictures) then=${1#--}; shift ;;
    [0-9]*) port=$1; shift ;;
  esac
  [[ $# -eq 0 && $port =~ ^[0-9]{1,5}$ ]] || misused "play takes a port, --build or --pictures, not '${1:-$port}'"
  build_playground
  case $then in
    build) say "the playground for any server of static files is in $MASU_PLAYGROUND" ;;
    pictures)
      need_lists web/packages.txt
      (cd web && node pictures.js ../docs/pictures/playground)
      say "the pictures are in docs/pictures/playground"
      ;;
    serve)
      say "serving the playground, until you press Ctrl-C: http://localhost:$port/"
      (cd web && exec node_modules/.bin/vite preview --outDir "$MASU_PLAYGROUND" --port "$port" --strictPort --logLevel warn)
      ;;
  esac
}

# Builds files for any static web server, in $MASU_PLAYGROUND.
build_playground() {
  wasm_package
  MASU_PLAYGROUND=$PWD/build/playground
  say "building the playground"
  build wasm masu_steps
  cp build/wasm/web/steps/steps.wasm web/public/
  write_maps
  npm_quietly play-npm --prefix web ci
  npm_quietly play-masu --prefix web install --no-save "$MASU_PACKAGE"
  (cd web && node_modules/.bin/tsc --noEmit &&
    node_modules/.bin/vite build --outDir "$MASU_PLAYGROUND" --emptyOutDir --logLevel warn)
}

# Writes the walls of some maps of Freedoom, and their list, into web/public/maps. None without
# apt-get or network: the page says so.
write_maps() {
  local folder=web/public/maps data=build/data/freedoom/usr/share/games/doom list= map wad name
  mkdir -p "$folder"
  rm -f "$folder"/*.json
  if [[ -z ${MASU_NO_INSTALL:-} || -d $data ]] && (fetch_freedoom); then
    build_cli
    for map in freedoom2:MAP01 freedoom2:MAP02 freedoom2:MAP11 freedoom2:MAP20 freedoom1:E1M1; do
      wad=${map%:*} name=${map#*:}
      "$MASU_BIN" corridor walls --map "$data/$wad.wad:$name" -o "$folder/${name,,}.json"
      list+=${list:+, }"{\"id\": \"${name,,}\", \"title\": \"Freedoom $name\", \"file\": \"$wad.wad:$name\"}"
    done
  else
    say "the maps of Freedoom are missing: the playground has seeded caves only"
  fi
  printf '[%s]\n' "$list" >"$folder/index.json"
}

# Tests in a headless browser; numbers are compared with those of the command line tool.
test_playground() {
  local log=build/logs/playground.log
  build_playground
  need_lists web/packages.txt
  build_cli
  say "testing the playground in $(chromium --version 2>/dev/null) and $(firefox-esr --version 2>/dev/null)"
  (cd web && node --test test/*.test.js) | tee "$log"
  summary+=("== playground" "$(grep -E '^# (tests|pass|fail)' "$log")")
}
