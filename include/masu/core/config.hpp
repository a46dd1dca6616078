// SPDX-License-Identifier: MIT
// What every header of masu takes for granted about the compiler.
#pragma once

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error \
    "masu decides by exact comparisons of floats, NaN among them: compile it without -ffast-math \
and -ffinite-math-only"
#endif
