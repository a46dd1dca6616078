// SPDX-License-Identifier: MIT
// The obstacle filter of a character: asks JavaScript whether a sub-shape is an obstacle.
#include <masu/c/masu.h>

// The filter of the running slide. JavaScript keeps an exception until the slide is over, as none
// may leave through the functions here.
extern "C" __attribute__((import_module("masu"), import_name("slide_counts"))) int slide_counts(
    const void* obstacle);

namespace {

template <class Obstacle>
int counts(void*, const Obstacle* obstacle) {
  return slide_counts(obstacle);
}

}  // namespace

extern "C" {

#define MASU_JS_COUNTS(of)                             \
  masu_slide_counts_##of masu_js_slide_counts_##of() { \
    return &counts<masu_slide_obstacle_##of>;          \
  }
MASU_JS_COUNTS(2f)
MASU_JS_COUNTS(3f)
MASU_JS_COUNTS(2d)
MASU_JS_COUNTS(3d)

}  // extern "C"
