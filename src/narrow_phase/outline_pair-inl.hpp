// SPDX-License-Identifier: MIT
// Two convex outlines in 2D: the side along which they are farthest apart, and the nearest part of
// the other.
#if defined(MASU_OUTLINE_PAIR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_OUTLINE_PAIR_INL_HPP
#undef MASU_OUTLINE_PAIR_INL_HPP
#else
#define MASU_OUTLINE_PAIR_INL_HPP
#endif

#include <hwy/highway.h>

#include <bit>
#include <limits>

#include "narrow_phase/flat_pair.hpp"
#include "shapes/outline.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using SideTag = hn::CappedTag<double, Outline::kBlock>;
using Sides = hn::VFromD<SideTag>;
inline constexpr std::uint32_t kSideLanes = hn::MaxLanes(SideTag());

// The error bound of a line along a side, or the gap along a normal, as a share of the size.
inline constexpr double kSideSlack = 0x1p-49;
// The tolerance by which the gap along the normal of two corners may be below their distance.
inline constexpr double kCornerGap = 0x1p-48;

inline constexpr std::uint32_t kNoCorner = 0xffff'ffffu;

// An outline, and the frame of the other relative to its own: four consecutive numbers.
struct SeenOutline {
  double cosine;
  double sine;
  Vec<2, double> translation;
  Outline outline;

  HWY_INLINE Vec<2, double> to_other(const Vec<2, double>& d) const {
    return {cosine * d[0] + sine * d[1], cosine * d[1] - sine * d[0]};
  }
  HWY_INLINE Vec<2, double> from_other(const Vec<2, double>& p) const {
    return {(cosine * p[0] - sine * p[1]) + translation[0],
            (sine * p[0] + cosine * p[1]) + translation[1]};
  }
};

HWY_INLINE Sides along(Sides x, Sides u, Sides y, Sides v) {
  return hn::Add(hn::Mul(x, u), hn::Mul(y, v));
}
template <class Mask>
HWY_INLINE std::uint64_t bits_of(Mask mask) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(SideTag(), mask, bits);
  return bits[0];
}

// For each side the gap by which the other lies beyond its line, and the corner of the other
// nearest to it, the first of several.
struct SideGaps {
  alignas(64) double gap[Outline::kMost];
  alignas(64) double corner[Outline::kMost];
};

// The largest gap of each lane.
HWY_INLINE Sides side_gaps(const SeenOutline& own, const Outline& other, SideGaps& gaps) {
  const SideTag t;
  const Sides one = hn::Set(t, 1);
  const Sides cosine = hn::Set(t, own.cosine);
  const Sides sine = hn::Set(t, own.sine);
  const Sides translation_x = hn::Set(t, own.translation[0]);
  const Sides translation_y = hn::Set(t, own.translation[1]);
  Sides most = hn::Set(t, -std::numeric_limits<double>::infinity());
  for (std::uint32_t i = 0; i < own.outline.sides; i += kSideLanes) {
    const Sides x = hn::LoadU(t, own.outline.normal_x + i);
    const Sides y = hn::LoadU(t, own.outline.normal_y + i);
    const Sides u = along(cosine, x, sine, y);
    const Sides v = hn::Sub(hn::Mul(cosine, y), hn::Mul(sine, x));
    Sides least = along(u, hn::Set(t, other.x[0]), v, hn::Set(t, other.y[0]));
    Sides corner = hn::Zero(t);
    Sides number = one;
    for (std::uint32_t k = 1; k < other.corners; ++k) {
      const Sides here = along(u, hn::Set(t, other.x[k]), v, hn::Set(t, other.y[k]));
      corner = hn::IfThenElse(hn::Lt(here, least), number, corner);
      least = hn::Min(least, here);
      number = hn::Add(number, one);
    }
    hn::StoreU(corner, t, gaps.corner + i);
    const Sides off_x = hn::Sub(translation_x, hn::LoadU(t, own.outline.x + i));
    const Sides off_y = hn::Sub(translation_y, hn::LoadU(t, own.outline.y + i));
    const Sides gap = hn::Add(least, along(x, off_x, y, off_y));
    hn::StoreU(gap, t, gaps.gap + i);
    most = hn::Max(most, gap);
  }
  return most;
}

// Returns the lanes that are that large, a bit each.
HWY_INLINE std::uint64_t equal_sides(const double* gaps, std::uint32_t count, Sides value) {
  std::uint64_t bits = 0;
  for (std::uint32_t i = 0; i < count; i += kSideLanes) {
    bits |= bits_of(hn::Eq(hn::LoadU(SideTag(), gaps + i), value)) << i;
  }
  return bits;
}

// Returns the corner lowest along d, the first of several.
HWY_INLINE std::uint32_t lowest_corner(const Outline& o, const Vec<2, double>& d) {
  const SideTag t;
  const Sides x = hn::Set(t, d[0]);
  const Sides y = hn::Set(t, d[1]);
  alignas(64) double heights[Outline::kMost];
  Sides least = hn::Set(t, std::numeric_limits<double>::infinity());
  for (std::uint32_t i = 0; i < o.corners; i += kSideLanes) {
    const Sides here = along(x, hn::LoadU(t, o.x + i), y, hn::LoadU(t, o.y + i));
    hn::StoreU(here, t, heights + i);
    least = hn::Min(least, here);
  }
  const std::uint64_t bits = equal_sides(heights, o.corners, hn::MinOfLanes(t, least));
  return static_cast<std::uint32_t>(std::countr_zero(bits));
}

// Returns whether p, in the outline's own frame, is inside.
HWY_INLINE bool holds(const Outline& o, const Vec<2, double>& p) {
  const SideTag t;
  const Sides x = hn::Set(t, p[0]);
  const Sides y = hn::Set(t, p[1]);
  std::uint64_t outside = 0;
  for (std::uint32_t i = 0; i < o.sides; i += kSideLanes) {
    const Sides off_x = hn::Sub(x, hn::LoadU(t, o.x + i));
    const Sides off_y = hn::Sub(y, hn::LoadU(t, o.y + i));
    const Sides height =
        along(off_x, hn::LoadU(t, o.normal_x + i), off_y, hn::LoadU(t, o.normal_y + i));
    outside |= bits_of(hn::Gt(height, hn::Zero(t)));
  }
  return o.sides != 0 && outside == 0;
}

// A side of an outline. For a point of the other relative to the side's first corner: `height`
// outward, `part` along the side, both as lengths.
struct SideFrame {
  Vec<2, double> end[2];
  Vec<2, double> normal;
  double length;

  HWY_INLINE SideFrame(const Outline& own, std::uint32_t side)
      : end{own.corner(side), own.corner(own.after(side))}, normal(own.normal(side)) {
    length = part(end[1]);
  }
  HWY_INLINE double height(const Vec<2, double>& p) const {
    return normal[0] * (p[0] - end[0][0]) + normal[1] * (p[1] - end[0][1]);
  }
  HWY_INLINE double part(const Vec<2, double>& p) const {
    return normal[0] * (p[1] - end[0][1]) - normal[1] * (p[0] - end[0][0]);
  }
};

// Returns whether no neighbor of the corner lies farther along d.
HWY_INLINE bool tops(const Outline& o, std::uint32_t corner, const Vec<2, double>& d) {
  const Vec<2, double> p = o.corner(corner);
  const double after = dot(d, o.corner(o.after(corner)) - p);
  const double before = dot(d, o.corner(o.before(corner)) - p);
  return (after <= 0) & (before <= 0);
}

// Accepts two corners if their distance is proved to be the least: by the gap along the line
// through both. If all neighbors of both lie behind them it is the distance; otherwise the gap is
// computed.
HWY_INLINE bool prove_corners(const SeenOutline& own, const Outline& other, std::uint32_t of_own,
                              std::uint32_t of_other, FlatContact& r) {
  r.edge = of_own;
  r.corner = of_other;
  r.on_side = false;
  r.on_own = own.outline.corner(of_own);
  r.on_other = own.from_other(other.corner(of_other));
  const Vec<2, double> between = r.on_other - r.on_own;
  r.distance = r.upper = r.lower = std::sqrt(dot(between, between));
  if (!(r.distance > 0)) return false;
  r.normal = between * (1 / r.distance);
  const Vec<2, double> seen = own.to_other(r.normal);
  if (tops(own.outline, of_own, r.normal) && tops(other, of_other, -seen)) return true;
  const Vec<2, double> high = own.outline.corner(lowest_corner(own.outline, -r.normal));
  r.lower = dot(r.normal, own.from_other(other.corner(lowest_corner(other, seen))) - high);
  return r.distance - r.lower <= kCornerGap * r.size;
}

// The nearest of all pairs of corners.
HWY_INLINE bool among_corners(const SeenOutline& own, const Outline& other, FlatContact& r) {
  const SideTag t;
  double least = std::numeric_limits<double>::infinity();
  std::uint32_t of_own = 0;
  std::uint32_t of_other = 0;
  for (std::uint32_t k = 0; k < other.corners; ++k) {
    const Vec<2, double> p = own.from_other(other.corner(k));
    alignas(64) double squares[Outline::kMost];
    Sides lowest = hn::Set(t, std::numeric_limits<double>::infinity());
    for (std::uint32_t i = 0; i < own.outline.corners; i += kSideLanes) {
      const Sides x = hn::Sub(hn::LoadU(t, own.outline.x + i), hn::Set(t, p[0]));
      const Sides y = hn::Sub(hn::LoadU(t, own.outline.y + i), hn::Set(t, p[1]));
      const Sides squared = along(x, x, y, y);
      hn::StoreU(squared, t, squares + i);
      lowest = hn::Min(lowest, squared);
    }
    const Sides best = hn::MinOfLanes(t, lowest);
    if (!(hn::GetLane(best) < least)) continue;
    least = hn::GetLane(best);
    of_own = static_cast<std::uint32_t>(
        std::countr_zero(equal_sides(squares, own.outline.corners, best)));
    of_other = k;
  }
  return prove_corners(own, other, of_own, of_other, r);
}

// The lowest corner lies past the side's end. Where a nearly parallel side of the other leads back
// over the end of this one, the nearest point is on it.
HWY_INLINE bool leads_back(const SeenOutline& own, const Outline& other, const SideFrame& side,
                           double part, FlatContact& r) {
  const bool before = part < 0;
  const std::uint32_t back[2] = {other.after(r.corner), other.before(r.corner)};
  const Vec<2, double> q = own.from_other(other.corner(back[before]));
  const double sign = before ? 1 : -1;
  const double missing = (before ? -part : part - side.length);
  const double gained = (side.part(q) - part) * sign;
  const double rise = side.height(q) - r.distance;
  const bool over = missing <= gained;
  if (!(over & (rise * missing <= kSideSlack * r.size * gained))) return false;
  const double share = missing / gained;
  r.on_other = r.on_other + (q - r.on_other) * share;
  r.far = back[before];
  r.upper = rise > 0 ? r.distance + rise * share : r.distance;
  return true;
}

// The lowest corner lies past the side's end, over the next side, which is nearly level with it.
HWY_INLINE bool goes_on(const SeenOutline& own, const SideFrame& side, double part,
                        FlatContact& r) {
  const bool before = part < 0;
  const Outline& o = own.outline;
  const std::uint32_t next = before ? o.before(r.edge) : o.after(r.edge);
  const Vec<2, double> q = o.corner(before ? next : o.after(next));
  const double missing = before ? -part : part - side.length;
  const double gained = before ? -side.part(q) : side.part(q) - side.length;
  const double drop = -side.height(q);
  const bool over = missing <= gained;
  if (!(over & (drop * missing <= kSideSlack * r.size * gained))) return false;
  r.edge = next;
  return true;
}

// Finds the part of the other nearest to the side along which they are farthest apart; its lowest
// corner is known. In doubt: false.
HWY_INLINE bool nearest_to_side(const SeenOutline& own, const Outline& other, FlatContact& r) {
  const SideFrame side(own.outline, r.edge);
  r.on_side = true;
  r.far = kNoCorner;
  r.normal = side.normal;
  r.on_other = own.from_other(other.corner(r.corner));
  r.distance = r.lower = r.upper = side.height(r.on_other);
  const double part = side.part(r.on_other);
  const double slack = kSideSlack * r.size;
  const bool over = (part >= -slack) & (part <= side.length + slack);
  if (over || leads_back(own, other, side, part, r) || goes_on(own, side, part, r)) {
    r.on_own = r.on_other - r.normal * r.distance;
    return true;
  }
  if (!(r.distance > 0)) return false;
  const std::uint32_t end[2] = {own.outline.after(r.edge), r.edge};
  return prove_corners(own, other, end[part < 0], r.corner, r) || among_corners(own, other, r);
}

// The largest gap along the normal of a side is the signed distance, or, if that leads past the
// side's ends, the nearest points are corners. `a_first()` decides whose side counts if both have
// an equally good one. Source of the first part: S. Gottschalk, "Separating axis theorem", 1996.
template <class First>
HWY_INLINE bool between_outlines(const SeenOutline (&seen)[2], First&& a_first, SideGaps (&gaps)[2],
                                 FlatContact& r) {
  const SideTag t;
  const Sides of_a = side_gaps(seen[0], seen[1].outline, gaps[0]);
  const Sides of_b = side_gaps(seen[1], seen[0].outline, gaps[1]);
  const Sides most = hn::MaxOfLanes(t, hn::Max(of_a, of_b));
  std::uint64_t best_a = equal_sides(gaps[0].gap, seen[0].outline.sides, most);
  std::uint64_t best_b = equal_sides(gaps[1].gap, seen[1].outline.sides, most);
  if ((best_a | best_b) == 0) return false;
  if ((best_a != 0) & (best_b != 0)) (a_first() ? best_b : best_a) = 0;
  // One of them is 0. Whose side it is cannot be predicted: no branches.
  const std::uint32_t own = best_a == 0;
  r.own_is_b = own != 0;
  r.edge = static_cast<std::uint32_t>(std::countr_zero(best_a | best_b));
  r.corner = static_cast<std::uint32_t>(gaps[own].corner[r.edge]);
  return nearest_to_side(seen[own], seen[1 - own].outline, r);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
