// SPDX-License-Identifier: MIT
// The contact area of two outlines: a side of the one, cut to the side that holds it off.
#if defined(MASU_FLAT_MANIFOLD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_FLAT_MANIFOLD_INL_HPP
#undef MASU_FLAT_MANIFOLD_INL_HPP
#else
#define MASU_FLAT_MANIFOLD_INL_HPP
#endif

#include <masu/narrow_phase/manifold.hpp>

#include "narrow_phase/flat_pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// As of all features (docs/contact.md): 2.5 degrees.
inline constexpr double kFlatFacing = 0.99905;
inline constexpr double kFlatSlant = 0.0436;

// Number by number: what is picked by a computed place must not wait for wider loads.
struct FlatCut {
  double x[2];  // of the points on the other
  double y[2];
  double height[2];
  int count = 0;
};

// Of the two sides at the lowest corner of the other, the one that looks most against `down`, which
// is in its frame. Segments have no outside: they face what they are level with. -1: none does.
HWY_INLINE int opposite_side(const Outline& other, std::uint32_t corner, const Flat& down) {
  if (other.sides == 0) return -1;
  const std::uint32_t before = other.before(corner);
  const double here = dot(other.normal(corner), down);
  const double there = dot(other.normal(before), down);
  if (other.sides == 2) {
    const Flat normal = other.normal(0);
    if (!(std::fabs(cross(normal, down)) < kFlatSlant)) return -1;
  }
  const std::uint32_t either[2] = {before, corner};
  return static_cast<int>(either[here < there]);
}

// A side of the other as seen from the side that cuts it.
struct FacingSide {
  Flat end[2];
  double part[2];

  // The end, or where a line across an end of the other side cuts this one. Without branches, which
  // nobody could foresee.
  HWY_INLINE Flat before(int i, double length) const {
    const double whole = part[1 - i] - part[i];
    const double low = part[i] < 0 ? 0 : part[i];
    const double kept = low > length ? length : low;
    return end[i] + (end[1 - i] - end[i]) * ((kept - part[i]) / (whole == 0 ? 1 : whole));
  }
};

// Points that are too far away, or repeat the first, are left out. In the order in which the normal
// from a to b has them: from right to left.
HWY_INLINE FlatCut cut_to_side(const SeenOutline& own, const Outline& other, const SideFrame& side,
                               const FlatContact& c, double farthest, double slack) {
  FlatCut cut;
  const int facing = opposite_side(other, c.corner, own.to_other(side.normal));
  if (facing < 0) return cut;
  const std::uint32_t from = static_cast<std::uint32_t>(facing);
  FacingSide s;
  s.end[0] = own.from_other(other.corner(from));
  s.end[1] = own.from_other(other.corner(other.after(from)));
  s.part[0] = side.part(s.end[0]);
  s.part[1] = side.part(s.end[1]);
  const double low = s.part[0] < s.part[1] ? s.part[0] : s.part[1];
  const double high = s.part[0] < s.part[1] ? s.part[1] : s.part[0];
  if (high < 0 || low > side.length) return cut;
  const Flat p[2] = {s.before(0, side.length), s.before(1, side.length)};
  const double height[2] = {side.height(p[0]), side.height(p[1])};
  const bool same = largest_component(p[1] - p[0]) <= slack;
  const bool kept[2] = {height[0] <= farthest, height[1] <= farthest};
  const int both = kept[0] & kept[1] & !same;
  const int swapped = c.own_is_b == (s.part[0] < s.part[1]);
  const int first = (both & swapped) | (!both & !kept[0]);
  for (int i = 0; i < 2; ++i) {
    cut.x[i ^ first] = p[i][0];
    cut.y[i ^ first] = p[i][1];
    cut.height[i ^ first] = height[i];
  }
  cut.count = both + (kept[0] | kept[1]);
  return cut;
}

// Does a side at the corner look along d, which is unit?
HWY_INLINE bool looks_along(const Outline& o, std::uint32_t corner, const Flat& d) {
  if (o.sides == 0) return false;
  const double here = std::fabs(dot(o.normal(corner), d));
  return here >= kFlatFacing || std::fabs(dot(o.normal(o.before(corner)), d)) >= kFlatFacing;
}

// False: nearest corners whose sides face each other, or what flat_pair_kernel() leaves.
template <class T>
bool flat_manifold_kernel(const ShapeView<2, T>& a, const Transform<2, T>& at_a,
                          const ShapeView<2, T>& b, const Transform<2, T>& at_b, T margin,
                          Manifold<2, T>& m) {
  FlatPair<T> pair;
  if (!pair.find(a, at_a, b, at_b)) return false;
  const FlatContact& c = pair.contact;
  const FlatAnswer<T> answer{pair.places, c, {double(a.radius), double(b.radius)}};
  answer.separation(m.separation);
  m.count = 0;
  if (!(m.separation.distance <= margin)) return true;
  const SeenOutline& own = pair.places.seen[c.own_is_b];
  const Outline& other = pair.places.seen[!c.own_is_b].outline;
  if (c.on_side) {
    const SideFrame side(own.outline, c.edge);
    const double slack = 4 * double(std::numeric_limits<T>::epsilon()) * c.size;
    const FlatCut cut =
        cut_to_side(own, other, side, c, double(margin) + answer.radii() + slack, slack);
    m.count = cut.count;
    for (int i = 0; i < 2 && cut.count != 0; ++i) {  // a second may be beyond the count
      Vec<2, T>* const to[2] = {&m.points[i].point_a, &m.points[i].point_b};
      const Flat on_other{cut.x[i], cut.y[i]};
      *to[c.own_is_b] = answer.on_own(on_other - side.normal * cut.height[i]);
      *to[!c.own_is_b] = answer.on_other(on_other);
      m.points[i].distance = static_cast<T>(cut.height[i] - answer.radii());
    }
  } else if (looks_along(own.outline, c.edge, c.normal) ||
             looks_along(other, c.corner, own.to_other(c.normal))) {
    return false;
  }
  if (m.count != 0) return true;
  m.points[0] = {m.separation.point_a, m.separation.point_b, m.separation.distance};
  m.count = 1;
  return true;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
