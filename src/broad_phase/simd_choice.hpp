// SPDX-License-Identifier: MIT
// The instruction set that all kernels run on. Included before Highway.
#pragma once

// The fallback for processors without SSE4 is Highway's emulated 128-bit target. Highway turns it
// off for GCC below 12.3 because of GCC bug 106322 (multiplication of 16-bit lanes, high half);
// nothing here multiplies such lanes, and the tests compare this target with all others.
#define HWY_BROKEN_EMU128 0
// Nothing is missing without SSSE3: a processor that has it and no SSE4 takes the fallback, as one
// without both does. Such are from before 2008, and a target less shortens every build.
#define HWY_DISABLED_TARGETS HWY_SSSE3

#include <hwy/targets.h>

namespace masu::detail {

// Our own choice, beside Highway's for the process: other users of it are left alone.
hwy::ChosenTarget& chosen_target();

}  // namespace masu::detail
