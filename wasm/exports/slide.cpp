// SPDX-License-Identifier: MIT
// Whether a piece is an obstacle of a character's, asked of JavaScript.
#include <masu/c/masu.h>

// Of the slide that runs. What it throws, JavaScript keeps until the slide is over:
// nothing may leave through the functions here.
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
