// SPDX-License-Identifier: MIT
// The few walls around a mover, four per vector.
#if defined(MASU_NEAR_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_NEAR_LANES_INL_HPP
#undef MASU_NEAR_LANES_INL_HPP
#else
#define MASU_NEAR_LANES_INL_HPP
#endif

#include "corridor/chain_lanes-inl.hpp"
#include "corridor/near_list.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

inline void measure(NearList& list, const Vec2d& p) {
  const ChainTag<double> d;
  for (std::size_t i = 0; i < list.size; i += hn::MaxLanes(d)) {
    const auto offsets = wall_offsets(hn::Load(d, list.a[0] + i), hn::Load(d, list.a[1] + i),
                                      hn::Load(d, list.b[0] + i), hn::Load(d, list.b[1] + i), p);
    hn::Store(offsets.x, d, list.from_wall[0] + i);
    hn::Store(offsets.y, d, list.from_wall[1] + i);
    hn::Store(offsets.t, d, list.t + i);
    hn::Store(offsets.square, d, list.square + i);
  }
}

// Returns the walls that a mover on the path `displacement` may approach up to a distance, those
// already that near included. Mover and wall are convex: all of the wall lies behind the line
// across `from_wall` at its nearest point, and that line is reached, or missed by more than
// rounding: `slack` exceeds the rounding of products of `displacement` or a distance used here with
// from_wall. Bit i is wall from + i; 64 are tested.
inline std::uint64_t on_path(const NearList& list, std::uint32_t from, const Vec2d& displacement,
                             double distance_squared, double slack) {
  const ChainTag<double> d;
  const auto zero = hn::Zero(d);
  const auto reach = hn::Set(d, distance_squared);
  const auto more = hn::Set(d, distance_squared * (1 + 1e-6));
  const std::uint32_t size = list.size - from < 64 ? list.size - from : 64;
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < size; k += hn::MaxLanes(d)) {
    const std::size_t i = from + k;
    const auto square = hn::Load(d, list.square + i);
    const auto closing =
        hn::Add(hn::Mul(hn::Load(d, list.from_wall[0] + i), hn::Set(d, displacement[0])),
                hn::Mul(hn::Load(d, list.from_wall[1] + i), hn::Set(d, displacement[1])));
    const auto ahead = hn::Sub(hn::Add(square, closing), hn::Set(d, slack));
    const auto stays =
        hn::And(hn::Gt(ahead, zero), hn::Gt(hn::Mul(ahead, ahead), hn::Mul(more, square)));
    const auto comes = hn::AndNot(stays, hn::Lt(closing, hn::Set(d, slack)));
    bits |= std::uint64_t(lanes_of(d, hn::Or(hn::Le(square, reach), comes))) << k;
  }
  return bits & (~std::uint64_t(0) >> (64 - size));
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
