// SPDX-License-Identifier: MIT
// Tables of kernels for the chosen instruction set. Include this file after Highway.
#pragma once

#include "core/simd_targets.hpp"

// Returns kTable<Kernels> of the chosen instruction set. Each file with kernels has such a variable
// template in the namespace of each instruction set, and specializes it for its types of tables.
// There is one table for each dimension and scalar, so that the linker can drop those a program
// does not use.
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
#define MASU_CHOSEN(Kernels) HWY_STATIC_DISPATCH(kTable<Kernels>)
#else
// HWY_EXPORT for tables instead of functions.
#define MASU_CHOSEN(Kernels)                                                                      \
  ([]() -> const Kernels& {                                                                       \
    static constexpr const Kernels* tables[] = {nullptr, HWY_CHOOSE_TARGET_LIST(kTable<Kernels>), \
                                                HWY_CHOOSE_FALLBACK(kTable<Kernels>)};            \
    return *tables[simd_target_index()];                                                          \
  }())
#endif
