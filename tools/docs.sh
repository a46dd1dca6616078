# SPDX-License-Identifier: MIT
# ./masu.sh docs: the site of pages, headers and the npm package. Sourced by masu.sh.
source tools/wasm.sh

run_docs() {
  local log=build/logs/docs.log
  need_lists docs/packages.txt
  mkdir -p build/logs
  python3 docs/site/make.py . build/docs
  site_header
  doxygen docs/site/Doxyfile >"$log" 2>&1 || { tail -n 30 "$log" >&2; die "doxygen reports errors"; }
  need_node
  npm_quietly wasm-npm --prefix wasm ci
  wasm/node_modules/.bin/typedoc --options wasm/typedoc.json --out build/docs/html/javascript \
    >build/logs/typedoc.log 2>&1 || { tail -n 30 build/logs/typedoc.log >&2; die "typedoc reports errors"; }
  python3 docs/site/check.py build/docs || die "the site is incomplete: see the lines above"
  say "open build/docs/html/index.html"
}

# Doxygen's own header, which depends on its version, with the theme's scripts inserted.
site_header() {
  (cd build/docs && doxygen -w html header.html footer.html style.css >/dev/null 2>&1)
  sed -i '/<\/head>/i\
<script type="text/javascript" src="$relpath^doxygen-awesome-darkmode-toggle.js"></script>\
<script type="text/javascript" src="$relpath^doxygen-awesome-interactive-toc.js"></script>\
<script type="text/javascript" src="$relpath^doxygen-awesome-paragraph-link.js"></script>\
<script type="text/javascript">\
DoxygenAwesomeDarkModeToggle.init(); DoxygenAwesomeInteractiveToc.init(); DoxygenAwesomeParagraphLink.init();\
</script>' build/docs/header.html
}
