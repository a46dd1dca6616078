# SPDX-License-Identifier: MIT
# ./masu.sh docs: the reference of the headers. Sourced by masu.sh.

run_docs() {
  need_lists docs/packages.txt
  mkdir -p build/docs build/logs
  doxygen docs/Doxyfile >build/logs/docs.log || { tail -n 30 build/logs/docs.log >&2; die "doxygen found mistakes"; }
  say "open build/docs/html/index.html"
}
