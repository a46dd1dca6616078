// SPDX-License-Identifier: MIT
// What every header of masu takes for granted about the compiler.
#pragma once

#if defined(__FAST_MATH__)
#error "masu decides by exact comparisons of floats: compile it without -ffast-math"
#endif
