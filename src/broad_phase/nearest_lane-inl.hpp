// SPDX-License-Identifier: MIT
// The smallest of eight distances.
#if defined(MASU_NEAREST_LANE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_NEAREST_LANE_INL_HPP
#undef MASU_NEAREST_LANE_INL_HPP
#else
#define MASU_NEAREST_LANE_INL_HPP
#endif

#include <cstdint>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// Returns the lane of the smallest of eight aligned values, none of them negative or NaN; of values
// that differ only in the last three bits, the first. The bits of such numbers have the order of
// the numbers, so three of them can hold the lane.
template <class T>
HWY_INLINE std::uint32_t nearest_lane(const T* HWY_RESTRICT values) {
  namespace hn = hwy::HWY_NAMESPACE;
  constexpr std::uint32_t kWidth = 8;
  const hn::CappedTag<T, kWidth> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  using Bits = hn::TFromD<decltype(du)>;
  const auto high = hn::Set(du, static_cast<Bits>(~Bits(kWidth - 1)));
  auto least = hn::Set(du, static_cast<Bits>(~Bits(0)));
  for (std::uint32_t i = 0; i < kWidth; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
    const auto bits = hn::And(hn::BitCast(du, hn::Load(d, values + i)), high);
    least = hn::Min(least, hn::Or(bits, hn::Iota(du, static_cast<Bits>(i))));
  }
  return static_cast<std::uint32_t>(hn::GetLane(hn::MinOfLanes(du, least)) & (kWidth - 1));
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
