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

struct FlatCut {
  Flat on_own[2];
  Flat on_other[2];
  double distance[2];
  int count = 0;

  // Unless it is too far away, or a repetition.
  HWY_INLINE void add(const SideFrame& side, const Flat& p, double farthest, double slack) {
    const double height = side.height(p);
    if (height > farthest) return;
    if (count == 1 && largest_component(p - on_other[0]) <= slack) return;
    on_own[count] = p - side.normal * height;
    on_other[count] = p;
    distance[count++] = height;
  }
  HWY_INLINE void turn_around() {
    std::swap(on_own[0], on_own[1]);
    std::swap(on_other[0], on_other[1]);
    std::swap(distance[0], distance[1]);
  }
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
  return static_cast<int>(here < there ? corner : before);
}

// In the order in which the normal from a to b has it: from right to left.
HWY_INLINE FlatCut cut_to_side(const SeenOutline& own, const Outline& other, const FlatContact& c,
                               double farthest, double slack) {
  FlatCut cut;
  const SideFrame side(own.outline, c.edge);
  const int facing = opposite_side(other, c.corner, own.to_other(side.normal));
  if (facing < 0) return cut;
  const std::uint32_t from = static_cast<std::uint32_t>(facing);
  const Flat p = own.from_other(other.corner(from));
  const Flat q = own.from_other(other.corner(other.after(from)));
  const double part_p = side.part(p);
  const double part_q = side.part(q);
  if ((part_p < 0 && part_q < 0) || (part_p > side.length && part_q > side.length)) return cut;
  const auto within = [&](double part, const Flat& here) {
    if (part >= 0 && part <= side.length) return here;
    const double end = part < 0 ? 0 : side.length;
    return p + (q - p) * ((end - part_p) / (part_q - part_p));
  };
  cut.add(side, within(part_p, p), farthest, slack);
  cut.add(side, within(part_q, q), farthest, slack);
  if (cut.count == 2 && c.own_is_b == (part_p < part_q)) cut.turn_around();
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
  FlatCut cut;
  if (c.on_side) {
    const double slack = 4 * double(std::numeric_limits<T>::epsilon()) * c.size;
    cut = cut_to_side(own, other, c, double(margin) + answer.radii() + slack, slack);
  } else if (looks_along(own.outline, c.edge, c.normal) ||
             looks_along(other, c.corner, own.to_other(c.normal))) {
    return false;
  }
  m.count = cut.count;
  for (int i = 0; i < cut.count; ++i) {
    const Vec<2, T> on_own = answer.on_own(cut.on_own[i]);
    const Vec<2, T> on_other = answer.on_other(cut.on_other[i]);
    Vec<2, T>* const to[2] = {&m.points[i].point_a, &m.points[i].point_b};
    *to[c.own_is_b] = on_own;
    *to[!c.own_is_b] = on_other;
    m.points[i].distance = static_cast<T>(cut.distance[i] - answer.radii());
  }
  if (cut.count != 0) return true;
  m.points[0] = {m.separation.point_a, m.separation.point_b, m.separation.distance};
  m.count = 1;
  return true;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
