// SPDX-License-Identifier: MIT
// Two outlines in the frame of the first, and the time for which their sides keep them apart.
#if defined(MASU_FLAT_CORE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_FLAT_CORE_INL_HPP
#undef MASU_FLAT_CORE_INL_HPP
#else
#define MASU_FLAT_CORE_INL_HPP
#endif

#include "narrow_phase/flat_pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class T>
bool flat_outlines_kernel(const ShapeView<2, T>& a, const ShapeView<2, T>& b, FlatCores& cores) {
  return outline_of(a, cores.numbers[0], cores.outlines[0]) &&
         outline_of(b, cores.numbers[1], cores.outlines[1]);
}

// Each side's line separates the shapes until its gap is closed.
HWY_INLINE void take_longest(const SeenOutline& own, const SideGaps& gaps, const Flat& velocity,
                             const Approach& approach, double rest, bool own_is_b,
                             SideStep<2>& step) {
  const SideTag t;
  const Sides never = hn::Set(t, std::numeric_limits<double>::infinity());
  const Sides x = hn::Set(t, velocity[0]);
  const Sides y = hn::Set(t, velocity[1]);
  const Sides turning = hn::Set(t, approach.turning);
  alignas(64) double times[Outline::kMost];
  Sides most = hn::Neg(never);
  for (std::uint32_t i = 0; i < own.outline.sides; i += kSideLanes) {
    const Sides along_normal =
        along(x, hn::LoadU(t, own.outline.normal_x + i), y, hn::LoadU(t, own.outline.normal_y + i));
    const Sides speed = hn::Add(along_normal, turning);
    const Sides left = hn::Sub(hn::Load(t, gaps.gap + i), hn::Set(t, rest));
    const Sides until = hn::IfThenElse(hn::Gt(speed, hn::Zero(t)), hn::Div(left, speed), never);
    const Sides time = hn::IfThenElse(hn::Gt(left, hn::Zero(t)), until, hn::Neg(never));
    hn::Store(time, t, times + i);
    most = hn::Max(most, time);
  }
  const Sides longest = hn::MaxOfLanes(t, most);
  // Of infinities, MaxOfLanes() may return the lowest number instead.
  if (!(hn::GetLane(longest) > larger(step.time, 0.0))) return;
  const std::uint64_t best = equal_sides(times, own.outline.sides, longest);
  const auto side = static_cast<std::uint32_t>(std::countr_zero(best));
  const Flat normal = own.outline.normal(side);
  step.time = hn::GetLane(longest);
  step.gap = gaps.gap[side] - approach.radii;
  step.normal = own_is_b ? -own.to_other(normal) : normal;
}

inline bool flat_core_kernel(const FlatCores& cores, const PairFrame<2>& frame,
                             const Approach& approach, CoreDistance<2>& r, SideStep<2>& step) {
  const double cosine = frame.rotation.row[0][0];
  const double sine = frame.rotation.row[1][0];
  const Flat back = transposed_times(frame.rotation, frame.translation);
  const SeenOutline seen[2] = {{cosine, sine, frame.translation, cores.outlines[0]},
                               {cosine, -sine, -back, cores.outlines[1]}};
  const double reach = seen[0].outline.reach + seen[1].outline.reach;
  const double off = largest_component(frame.translation);
  SideGaps gaps[2];
  FlatContact c;
  c.size = off + reach;
  const bool found = between_outlines(
      seen, [] { return true; }, gaps, c);
  r.size = larger(off, larger(seen[0].outline.reach, seen[1].outline.reach));
  const double rest = approach.radii + approach.near * r.size;
  step = {};
  take_longest(seen[0], gaps[0], approach.velocity, approach, rest, false, step);
  take_longest(seen[1], gaps[1], -seen[0].to_other(approach.velocity), approach, rest, true, step);
  if (!found) return false;
  r.status = Status::ok;
  r.distance = c.distance;
  r.lower = c.lower;
  r.upper = c.upper;
  r.normal = c.own_is_b ? -seen[1].to_other(c.normal) : c.normal;
  r.point_a = c.own_is_b ? seen[0].from_other(c.on_other) : c.on_own;
  r.point_b = c.own_is_b ? seen[0].from_other(c.on_own) : c.on_other;
  return true;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
