// SPDX-License-Identifier: MIT
// For files with kernels: include it after Highway.
#pragma once

#include "core/simd_targets.hpp"

// kTable<Kernels> of the instruction set that was chosen. Each file with kernels has such a
// variable template in the namespace of each instruction set, and specializes it for its types of
// tables. One table for each dimension and scalar: what a program does not ask for the linker can
// drop.
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
#define MASU_CHOSEN(Kernels) HWY_STATIC_DISPATCH(kTable<Kernels>)
#else
// As HWY_EXPORT makes one, but of tables and not of functions.
#define MASU_CHOSEN(Kernels)                                                                      \
  ([]() -> const Kernels& {                                                                       \
    static constexpr const Kernels* tables[] = {nullptr, HWY_CHOOSE_TARGET_LIST(kTable<Kernels>), \
                                                HWY_CHOOSE_FALLBACK(kTable<Kernels>)};            \
    return *tables[simd_target_index()];                                                          \
  }())
#endif
