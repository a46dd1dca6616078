// SPDX-License-Identifier: MIT
// The pair filter of a world: asks JavaScript which pairs may collide.
#include <masu/c/masu.h>

// The filter of the running update: returns 1 or 0, or -1 to end the update. JavaScript keeps an
// exception until the update is over, as none may leave through the functions here.
extern "C" __attribute__((import_module("masu"), import_name("pair_filter"))) int pair_filter(
    const void* pair);

extern "C" {

masu_pair_filter masu_js_pair_filter() {
  return [](void*, const masu_pair_candidate* pair) { return pair_filter(pair); };
}

}  // extern "C"
