// SPDX-License-Identifier: MIT
// The contact area of two outlines: a side of one, clipped to the reference side of the other.
#if defined(MASU_FLAT_MANIFOLD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_FLAT_MANIFOLD_INL_HPP
#undef MASU_FLAT_MANIFOLD_INL_HPP
#else
#define MASU_FLAT_MANIFOLD_INL_HPP
#endif

#include <masu/narrow_phase/manifold.hpp>

#include "narrow_phase/feature_code.hpp"
#include "narrow_phase/flat_pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// As for all features (docs/contact.md): 2.5 degrees.
inline constexpr double kFlatFacing = 0.99905;
inline constexpr double kFlatSlant = 0.0436;

// Of the two sides at the lowest corner of the other, the far end of the one whose normal is most
// opposite to `down`, which is in its frame. Segments have no outside: they face what they are
// level with.
HWY_INLINE std::uint32_t far_end(const Outline& other, std::uint32_t corner, const Flat& down) {
  if (other.sides == 0) return kNoCorner;
  const std::uint32_t before = other.before(corner);
  const double here = dot(other.normal(corner), down);
  const double there = dot(other.normal(before), down);
  if (other.sides == 2 && !(std::fabs(cross(other.normal(0), down)) < kFlatSlant)) return kNoCorner;
  const std::uint32_t end[2] = {before, other.after(corner)};
  const bool after = here < there;
  // A box that is flat has two sides of length 0.
  return end[other.corner(end[after]) == other.corner(corner) ? !after : after];
}

// The number of the side between two adjacent corners.
HWY_INLINE std::uint32_t side_between(const Outline& o, std::uint32_t corner, std::uint32_t next) {
  return next == o.after(corner) ? corner : next;
}

// The tables of outline_codes(), first that of the shape with the reference side.
struct FlatCodes {
  const std::uint16_t* own;
  const std::uint16_t* other;
  bool own_is_b;

  // By numbers in the tables.
  HWY_INLINE std::uint32_t id(std::uint32_t of_own, std::uint32_t of_other) const {
    return std::rotl(feature_id_of(own[of_own], other[of_other]), own_is_b ? 16 : 0);
  }
};

// An end of the side below a side of the other. Rare.
inline HWY_NOINLINE std::uint32_t id_of_end(const Outline& own, const Outline& other,
                                            const FlatContact& c, const FlatCodes& codes) {
  const SideFrame side(own, c.edge);
  const bool at_end = 2 * side.part(c.on_other) > side.length;
  return codes.id(at_end ? own.after(c.edge) : c.edge,
                  OutlineCodes::kSides + side_between(other, c.corner, c.far));
}

// The nearest points: two corners, a corner over a side, or an end of the side below a side.
template <class T>
HWY_INLINE std::uint32_t first_id(const FlatAnswer<T>& answer, const FlatCodes& codes) {
  const FlatContact& c = answer.contact;
  if (c.on_side && c.far != kNoCorner) {
    return id_of_end(answer.poses.seen[c.own_is_b].outline, answer.poses.seen[!c.own_is_b].outline,
                     c, codes);
  }
  return codes.id((c.on_side ? OutlineCodes::kSides : 0) + c.edge, c.corner);
}

// The end of the other's side that begins at the nearest point, or the point where it leaves the
// clipping side across its ends. Without branches: the processor could not predict them.
struct SecondPoint {
  Flat on_other;
  double height;
  bool comes_first;
  bool before;  // the other's side leaves this one across its first end
  bool after;   // across its last

  HWY_INLINE SecondPoint(const SeenOutline& own, const Outline& other, const SideFrame& side,
                         const FlatContact& c, std::uint32_t far) {
    const Flat end = own.from_other(other.corner(far));
    const double part = side.part(end);
    const double low = part < 0 ? 0 : part;
    const double clamped = low > side.length ? side.length : low;
    before = part < 0;
    after = part > side.length;
    const double back = side.part(c.on_other) - part;
    on_other = end + (c.on_other - end) * ((clamped - part) / (back == 0 ? 1 : back));
    height = side.height(on_other);
    comes_first = c.own_is_b == (back < 0);
  }

  HWY_INLINE std::uint32_t id(const FlatCodes& codes, const Outline& own, const Outline& other,
                              const FlatContact& c, std::uint32_t far) const {
    constexpr std::uint32_t kSides = OutlineCodes::kSides;
    const std::uint32_t end = after ? own.after(c.edge) : c.edge;
    const std::uint32_t crossed = kSides + side_between(other, c.corner, far);
    const bool leaves = before | after;
    return codes.id(leaves ? end : kSides + c.edge, leaves ? crossed : far);
  }
};

// The nearest points, and a second pair unless it is too far apart or repeats them. In the order of
// the normal from a to b: from right to left.
template <class T>
HWY_INLINE void cut_to_side(const FlatAnswer<T>& answer, const FlatCodes& codes, T margin,
                            Manifold<2, T>& m) {
  const FlatContact& c = answer.contact;
  const SeenOutline& own = answer.poses.seen[c.own_is_b];
  const Outline& other = answer.poses.seen[!c.own_is_b].outline;
  const SideFrame side(own.outline, c.edge);
  const std::uint32_t far =
      c.far != kNoCorner ? c.far : far_end(other, c.corner, own.to_other(side.normal));
  if (far == kNoCorner) return;
  const SecondPoint second(own, other, side, c, far);
  const double slack = 4 * double(std::numeric_limits<T>::epsilon()) * c.size;
  if (second.height > double(margin) + answer.radii() + slack) return;
  if (largest_component(second.on_other - c.on_other) <= slack) return;
  m.points[1] = m.points[0];
  ManifoldPoint<2, T>& p = m.points[second.comes_first ? 0 : 1];
  Vec<2, T>* const to[2] = {&p.point_a, &p.point_b};
  *to[c.own_is_b] = answer.on_own(second.on_other - side.normal * second.height);
  *to[!c.own_is_b] = answer.on_other(second.on_other);
  p.distance = static_cast<T>(second.height - answer.radii());
  p.feature_id = second.id(codes, own.outline, other, c, far);
  m.count = 2;
}

// Returns whether a side at the corner faces d, which is unit.
HWY_INLINE bool faces_along(const Outline& o, std::uint32_t corner, const Flat& d) {
  if (o.sides == 0) return false;
  const double here = std::fabs(dot(o.normal(corner), d));
  return here >= kFlatFacing || std::fabs(dot(o.normal(o.before(corner)), d)) >= kFlatFacing;
}

// Returns false for nearest corners whose sides face each other, and if flat_pair_kernel() does.
template <class T>
bool flat_manifold_kernel(const ShapeView<2, T>& a, const Transform<2, T>& pose_a,
                          const ShapeView<2, T>& b, const Transform<2, T>& pose_b, T margin,
                          Manifold<2, T>& m) {
  FlatPair<T> pair;
  if (!pair.find(a, pose_a, b, pose_b)) return false;
  const FlatContact& c = pair.contact;
  const FlatAnswer<T> answer{pair.poses, c, {double(a.radius), double(b.radius)}};
  answer.separation(m.separation);
  m.count = 0;
  if (!(m.separation.distance <= margin)) return true;
  const FlatCodes codes{outline_codes(c.own_is_b ? b : a), outline_codes(c.own_is_b ? a : b),
                        c.own_is_b};
  m.points[0] = {m.separation.point_a, m.separation.point_b, m.separation.distance,
                 first_id(answer, codes)};
  m.count = 1;
  if (c.on_side) {
    cut_to_side(answer, codes, margin, m);
    return true;
  }
  const SeenOutline& own = pair.poses.seen[c.own_is_b];
  const Outline& other = pair.poses.seen[!c.own_is_b].outline;
  return !faces_along(own.outline, c.edge, c.normal) &&
         !faces_along(other, c.corner, own.to_other(c.normal));
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
