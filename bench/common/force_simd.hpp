// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

#include <masu/core/simd.hpp>

namespace masu_bench {

// Makes our kernels use a named instruction set; "best" leaves the choice to them. Throws
// std::invalid_argument if the processor does not have it.
inline void force_simd(const std::string& requested) {
  if (requested == name(masu::SimdTarget::best)) return;
  for (const masu::SimdTarget target : masu::kSimdTargets) {
    if (requested == name(target) && masu::force_simd(target) == masu::Status::ok) return;
  }
  throw std::invalid_argument("--simd: this processor has no " + requested);
}

}  // namespace masu_bench
