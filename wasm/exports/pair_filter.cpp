// SPDX-License-Identifier: MIT
// Which pairs of a world may collide, asked of JavaScript.
#include <masu/c/masu.h>

// Of the update that runs: 1 or 0, or -1 to end it. What it throws, JavaScript keeps until the
// update is over: nothing may leave through the functions here.
extern "C" __attribute__((import_module("masu"), import_name("pair_filter"))) int pair_filter(
    const void* pair);

extern "C" {

masu_pair_filter masu_js_pair_filter() {
  return [](void*, const masu_pair_candidate* pair) { return pair_filter(pair); };
}

}  // extern "C"
