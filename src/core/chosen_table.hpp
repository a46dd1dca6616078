// SPDX-License-Identifier: MIT
// For files with kernels: include it after Highway.
#pragma once

#include "core/simd_targets.hpp"

// What the function of that name, exported by HWY_EXPORT, gives for the instruction set that was
// chosen. Where only one is compiled there is no table to choose from.
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
#define MASU_CHOSEN(function) HWY_STATIC_DISPATCH(function)()
#else
#define MASU_CHOSEN(function) HWY_DISPATCH_TABLE(function)[simd_target_index()]()
#endif
