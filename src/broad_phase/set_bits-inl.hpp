// SPDX-License-Identifier: MIT
// store_set(): selects numbers out of eight by a mask, without a branch.
#if defined(MASU_SET_BITS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_SET_BITS_INL_HPP
#undef MASU_SET_BITS_INL_HPP
#else
#define MASU_SET_BITS_INL_HPP
#endif

#include <hwy/highway.h>

#include "broad_phase/set_bits.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The bytes of a vector of 128 bits that `row` says.
template <class D_, class V>
HWY_INLINE V chosen_bytes(D_ d, V from, const std::uint8_t* row) {
  const hn::Repartition<std::uint8_t, D_> bytes;
  const auto order = hn::Load(bytes, row);
  return hn::BitCast(d, hn::TableLookupBytes(hn::BitCast(bytes, from), order));
}

// Writes those of eight aligned numbers whose bit is set to `out`, first to last or last to first;
// `out` has space for eight more. Returns how many.
template <bool kDown>
HWY_INLINE std::uint32_t store_set(const std::uint32_t* HWY_RESTRICT from, std::uint32_t bits,
                                   std::uint32_t* HWY_RESTRICT out) {
  const hn::CappedTag<std::uint32_t, 8> d;
  const hn::Rebind<std::uint8_t, decltype(d)> d8;
  constexpr std::uint32_t kLanes = static_cast<std::uint32_t>(hn::MaxLanes(d));
  std::uint32_t size = 0;
  for (std::uint32_t part = 0; part < 8; part += kLanes) {
    const std::uint32_t i = kDown ? 8 - kLanes - part : part;
    const std::uint32_t here = bits >> i & ((1u << kLanes) - 1);
    if constexpr (kLanes == 4) {
      const std::uint8_t* const row = kDown ? kSetBytes.down[here] : kSetBytes.up[here];
      hn::StoreU(chosen_bytes(d, hn::Load(d, from + i), row), d, out + size);
    } else {
      const std::uint8_t* const row = kDown ? kSetBits.down[here] : kSetBits.up[here];
      const auto order = hn::IndicesFromVec(d, hn::PromoteTo(d, hn::LoadU(d8, row)));
      hn::StoreU(hn::TableLookupLanes(hn::Load(d, from + i), order), d, out + size);
    }
    size += static_cast<std::uint32_t>(hwy::PopCount(here));
  }
  return size;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
