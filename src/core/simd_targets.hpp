// SPDX-License-Identifier: MIT
// Selects Highway's targets for files with kernels. Include this file before Highway.
#pragma once

// The fallback for processors without SSE4 is Highway's emulated 128-bit target. Highway turns it
// off for GCC below 12.3 because of GCC bug 106322 (multiplication of 16-bit lanes, high half);
// nothing here multiplies such lanes, and the tests compare this target with all others.
#define HWY_BROKEN_EMU128 0
// Vectors of SVE have no size that the compiler knows, and the kernels hold vectors in structures:
// NEON serves those processors.
#define MASU_SVE_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
// So on ARM there is nothing to choose at run time. With this macro Highway leaves the compiler's
// options unchanged; otherwise it would enable AES for its own functions, and GCC would not inline
// them into constructors that it makes for structures of vectors.
#ifndef TOOLCHAIN_MISS_SYS_AUXV_H
#define TOOLCHAIN_MISS_SYS_AUXV_H
#endif
// Targets of Highway versions after 1.0.3 on x86, by their bits: SSE2, which the fallback replaces,
// and those above the first AVX-512.
#define MASU_LATER_TARGETS ((1LL << 14) | 0xffLL)
// Without the SSSE3 target nothing is lost: a processor that has it but no SSE4 uses the fallback,
// like one without both. Those are from before 2008, and each target less shortens every build.
#ifdef MASU_TWO_SIMD_TARGETS
// Only the fallback and the target that most processors choose: kernels are a third of a build, and
// sanitizers take minutes and gigabytes for each.
#define HWY_DISABLED_TARGETS \
  (MASU_SVE_TARGETS | MASU_LATER_TARGETS | HWY_SSSE3 | HWY_SSE4 | HWY_AVX3)
#else
#define HWY_DISABLED_TARGETS (MASU_SVE_TARGETS | MASU_LATER_TARGETS | HWY_SSSE3)
#endif

#include <atomic>
#include <cstddef>

namespace masu::detail {

// The index of the chosen target in HWY_DISPATCH_TABLE; 0 before the first choice.
extern std::atomic<std::size_t> chosen_simd_index;
// Chooses a target if none is chosen yet. Returns its index.
std::size_t choose_simd_target();

// Returns the index of the chosen target. Every call of a kernel reads it; Highway's own function
// takes about 40 instructions.
inline std::size_t simd_target_index() {
  const std::size_t known = chosen_simd_index.load(std::memory_order_relaxed);
  return known != 0 ? known : choose_simd_target();
}

}  // namespace masu::detail
