// SPDX-License-Identifier: MIT
// Whether a candidate of a query counts, asked of JavaScript by the import that slide.cpp uses too:
// of the call that runs, true or false for an address.
#include <masu/c/masu.h>

extern "C" __attribute__((import_module("masu"), import_name("slide_counts"))) int slide_counts(
    const void* candidate);

namespace {

int accept(void*, const masu_query_candidate* candidate) {
  return slide_counts(candidate);
}

}  // namespace

extern "C" {

masu_accept masu_js_accept() {
  return &accept;
}

}  // extern "C"
