// SPDX-License-Identifier: MIT
// Filters candidates of a query: asks the JavaScript function of the running call, by the import
// that slide.cpp uses too. Given an address it returns true or false.
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
