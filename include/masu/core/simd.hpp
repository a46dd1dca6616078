// SPDX-License-Identifier: MIT
// The instruction set of the SIMD kernels. At the first call the fastest measured one is chosen
// among those that the processor has (AVX2 before AVX-512). Results do not depend on it, so forcing
// one is for tests and measurements. 64-bit ARM has `neon` only.
#pragma once

#include <cstdint>

#include <masu/core/status.hpp>

namespace masu {

// Instruction sets; `best` is chosen at run time.
enum class SimdTarget : std::uint8_t { best, scalar, sse4, avx2, avx512, neon };

// All except `best`.
inline constexpr SimdTarget kSimdTargets[] = {
    SimdTarget::scalar, SimdTarget::sse4, SimdTarget::avx2, SimdTarget::avx512, SimdTarget::neon};

// Returns the name of the enumerator: "sse4" for SimdTarget::sse4.
constexpr const char* name(SimdTarget target) {
  switch (target) {
    case SimdTarget::best: return "best";
    case SimdTarget::scalar: return "scalar";
    case SimdTarget::sse4: return "sse4";
    case SimdTarget::avx2: return "avx2";
    case SimdTarget::avx512: return "avx512";
    case SimdTarget::neon: return "neon";
  }
  return "unknown";
}

// Returns whether this processor can run the kernels of `target`, and they were built.
bool simd_available(SimdTarget target);

// Forces a set in the whole process; not while a search runs. out_of_range: it is not available.
Status force_simd(SimdTarget target);

}  // namespace masu
