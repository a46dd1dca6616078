// SPDX-License-Identifier: MIT
// Chooses one instruction set for all kernels.
#include "core/simd_targets.hpp"

#include <hwy/highway.h>
#include <hwy/targets.h>

#include <masu/core/simd.hpp>

namespace masu {
namespace {

constexpr std::int64_t kScalar = HWY_TARGETS & (HWY_EMU128 | HWY_SCALAR);

std::int64_t highway_target(SimdTarget target) {
  switch (target) {
    case SimdTarget::best: break;
    case SimdTarget::scalar: return kScalar;
    case SimdTarget::sse4: return HWY_TARGETS & HWY_SSE4;
    case SimdTarget::avx2: return HWY_TARGETS & HWY_AVX2;
    case SimdTarget::avx512: return HWY_TARGETS & HWY_AVX3;
    case SimdTarget::neon: return HWY_TARGETS & HWY_NEON;
  }
  // AVX2 before AVX-512, which measures slower in a frame (docs/decisions/0007).
  const std::int64_t has = hwy::SupportedTargets() & HWY_TARGETS;
  return (has & HWY_AVX2) != 0 ? has & ~std::int64_t(HWY_AVX3) : has;
}

// Our own choice, independent of Highway's for the process: other users of Highway are not
// affected.
hwy::ChosenTarget& chosen_target() {
  static hwy::ChosenTarget chosen;
  if (!chosen.IsInitialized()) chosen.Update(highway_target(SimdTarget::best));
  return chosen;
}

}  // namespace

std::atomic<std::size_t> detail::chosen_simd_index = 0;

std::size_t detail::choose_simd_target() {
  // With a single target, as on ARM, Highway's tables have a single place.
  constexpr bool kOne = (HWY_TARGETS & (HWY_TARGETS - 1)) == 0;
  const std::size_t index = kOne ? 0 : chosen_target().GetIndex();
  chosen_simd_index.store(index, std::memory_order_relaxed);
  return index;
}

bool simd_available(SimdTarget target) {
  if (target == SimdTarget::best) return true;
  const std::int64_t has = hwy::SupportedTargets() | kScalar;
  return (has & highway_target(target)) != 0;
}

Status force_simd(SimdTarget target) {
  if (!simd_available(target)) return Status::out_of_range;
  chosen_target().Update(highway_target(target));
  (void)detail::choose_simd_target();
  return Status::ok;
}

}  // namespace masu
