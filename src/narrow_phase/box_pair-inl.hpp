// SPDX-License-Identifier: MIT
// Two boxes: separating axes, and the nearest points by coordinate descent over the second.
#if defined(MASU_BOX_PAIR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_BOX_PAIR_INL_HPP
#undef MASU_BOX_PAIR_INL_HPP
#else
#define MASU_BOX_PAIR_INL_HPP
#endif

#include <cstdint>

#include "narrow_phase/closed_forms-inl.hpp"
#include "narrow_phase/frame_vec-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// Box b relative to the center of box a, along a's axes.
template <class V>
struct BoxPair {
  V half_a;
  V half_b;
  V center;
  RotationMatrix<V> rotation;  // columns: b's axes
  RotationMatrix<V> back;      // its transpose
  double size;

  // The pair seen from b.
  HWY_INLINE BoxPair swapped() const {
    return {half_b, half_a, opposite(back * center), back, rotation, size};
  }
};

// A direction from a to b of length 1, and the gap between the boxes along it.
template <class V>
struct SeparatingAxis {
  double gap;
  V normal;
  bool of_b = false;  // a face of b
  int edge_a = -1;    // across this edge of a and the edge of b at the 1
  V edge_b{};
};

// The largest gap along the normals of the faces. Source: S. Gottschalk, M. C. Lin, D. Manocha,
// "OBBTree", SIGGRAPH 1996.
template <class V>
HWY_INLINE SeparatingAxis<V> best_face(const BoxPair<V>& p) {
  const V of_a = magnitude(p.center) - (p.half_a + p.rotation.sizes_times(p.half_b));
  const V seen = p.back * p.center;
  const V of_b = magnitude(seen) - (p.half_b + p.back.sizes_times(p.half_a));
  const double most_a = largest_of(of_a);
  const double most_b = largest_of(of_b);
  if (!(most_a < most_b)) {
    const V axis = first_equal(of_a, most_a);
    return {most_a, by_sign(p.center, axis, opposite(axis)), false, -1, V::all(0)};
  }
  const V axis = first_equal(of_b, most_b);
  return {most_b, p.rotation * by_sign(seen, axis, opposite(axis)), true, -1, V::all(0)};
}

template <class V>
HWY_INLINE V unit_axis(int axis) {
  return V::from(axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0);
}

// Tests the axes across an edge of each; those of nearly parallel edges add nothing. The sizes of
// the cross products are computed, not derived from the orthogonality of the axes: so that gaps are
// as certain as those of faces, however short the product.
template <class V>
HWY_INLINE SeparatingAxis<V> best_edges(const BoxPair<V>& p) {
  constexpr double kParallel = 0x1p-96;
  SeparatingAxis<V> best{-std::numeric_limits<double>::infinity(), V::all(0), false, -1, V::all(0)};
  V gaps = V::all(0);
  int edge = 0;
  for (int i = 0; i < 3; ++i) {
    const int j = i == 2 ? 0 : i + 1;
    const int k = j == 2 ? 0 : j + 1;
    const V row_j = p.back.column[j];
    const V row_k = p.back.column[k];
    const V reach_a = magnitude(row_k) * p.half_a[j] + magnitude(row_j) * p.half_a[k];
    const V minors = rotated(magnitude(cross(row_j, row_k)));
    const V next = rotated(p.half_b);
    const V reach_b = next * rotated(minors) + rotated(next) * minors;
    const V along = row_j * p.center[k] - row_k * p.center[j];
    const V squared = row_j * row_j + row_k * row_k;
    const V here = over_root(magnitude(along) - (reach_a + reach_b), squared, kParallel);
    const double most = largest_of(here);
    if (best.gap < most) best.gap = most, gaps = here, edge = i;
  }
  best.edge_a = edge;
  best.edge_b = first_equal(gaps, best.gap);
  const V across = cross(unit_axis<V>(edge), p.rotation * best.edge_b);
  const double scale = 1 / root(dot(across, across));
  best.normal = across * (dot(across, p.center) < 0 ? -scale : scale);
  return best;
}

// The point of b nearest to a: `local`, along b's axes; |local| <= half_b.
template <class V>
struct NearestToBox {
  V local;
  V off;  // from the nearest point of a
  double squared;

  static HWY_INLINE NearestToBox of(const BoxPair<V>& p, const V& local) {
    const V x = p.center + p.rotation * local;
    const V off = x - clamped(x, p.half_a);
    return {local, off, dot(off, off)};
  }
};

// The squared distance is convex in the three coordinates of b. Each step moves the coordinate with
// the largest gain to its minimum (see nearest_to_box()), or all together to the corner that lies
// farthest towards a. The sum of the possible gains bounds the distance from below: when it is
// rounding, the search has converged. It does unless a corner of a lies before a face of b, which
// swapped() boxes find at once.
template <class V>
HWY_NOINLINE bool descend(const BoxPair<V>& p, int rounds, NearestToBox<V>& best, double& lower) {
  for (int round = 0; round < rounds; ++round) {
    const V slope = p.back * best.off;
    const V promised = best.local * slope + magnitude(slope) * p.half_b;
    const double distance = root(best.squared);
    const double short_of = sum_of(promised) / distance;
    lower = distance - short_of;
    if (short_of <= p.size * kGapPart) return distance > p.size * kGapPart;
    const auto corner = NearestToBox<V>::of(p, by_sign(slope, opposite(p.half_b), p.half_b));
    if (corner.squared < best.squared) {
      best = corner;
      continue;
    }
    const V axis = first_equal(promised, largest_of(promised));
    const V extent = axis * p.half_b;
    const V rest = best.local - axis * best.local;
    const LineSegment<V> edge = {p.center + p.rotation * rest, p.rotation * extent};
    const double t = nearest_to_box(p.half_a, edge);
    const auto next = NearestToBox<V>::of(p, rest + extent * t);
    // Between nearly parallel faces the displacement is longer than the squares can resolve.
    if (next.squared > best.squared * (1 + 0x1p-50)) return false;
    best = next;
  }
  return false;
}

// A face or edge nearer to level than this has no single deepest corner.
inline constexpr double kLevel = 0x1p-30;

// Starts at the corner, edge or face opposite to `normal`.
template <class V>
HWY_INLINE NearestToBox<V> start_along(const BoxPair<V>& p, const V& normal) {
  const V slope = p.back * normal;
  const V level = positive(magnitude(slope) - V::all(kLevel));
  return NearestToBox<V>::of(p, by_sign(slope, opposite(p.half_b), p.half_b) * level);
}

// For boxes that are apart; `normal` is a guess. The result is along a's axes, from a's center.
template <class V>
HWY_NOINLINE bool nearest_points(const BoxPair<V>& p, const SeparatingAxis<V>& axis,
                                 ClosedForm<V>& r) {
  constexpr int kFew = 3;
  constexpr int kMost = 12;
  NearestToBox<V> best;
  double lower = 0;
  bool swap = axis.of_b;
  for (const int rounds : {kFew, kMost, kMost}) {
    const BoxPair<V> seen = swap ? p.swapped() : p;
    best = start_along(seen, swap ? opposite(p.back * axis.normal) : axis.normal);
    if (descend(seen, rounds, best, lower)) {
      const V there = seen.center + seen.rotation * best.local;
      const V here = there - best.off;
      r.distance = root(best.squared);
      r.lower = lesser(lower, r.distance);
      const V normal = best.off * (1 / r.distance);
      r.normal = swap ? opposite(p.rotation * normal) : normal;
      r.point_a = swap ? p.center + p.rotation * there : here;
      r.point_b = swap ? p.center + p.rotation * here : there;
      return true;
    }
    swap = !swap;
  }
  return false;
}

// The tolerance of the deepest points relative to the line along the normal.
inline constexpr double kRestPart = 0x1p-45;

template <class V>
HWY_INLINE bool within_box(const V& p, const V& half, double slack) {
  return largest(p - clamped(p, half)) <= slack;
}

// Finds the point where the two edges cross, seen along the normal.
template <class V>
HWY_INLINE bool crossing_edges(const BoxPair<V>& p, const SeparatingAxis<V>& axis, double slack,
                               ClosedForm<V>& r) {
  const V along_a = unit_axis<V>(axis.edge_a);
  const V along_b = p.rotation * axis.edge_b;
  const V one = V::all(1);
  const V slope = p.back * axis.normal;
  const V on_a = by_sign(axis.normal, p.half_a, opposite(p.half_a)) * (one - along_a);
  const V on_b =
      p.center + p.rotation * (by_sign(slope, opposite(p.half_b), p.half_b) * (one - axis.edge_b));
  const V displacement = on_b - on_a;
  const V across = cross(along_a, along_b);
  const double scale = 1 / dot(across, across);
  const double s = dot(cross(displacement, along_b), across) * scale;
  const double t = dot(cross(displacement, along_a), across) * scale;
  r.point_a = on_a + along_a * clamped(s, dot(p.half_a, along_a));
  r.point_b = on_b + along_b * clamped(t, dot(p.half_b, axis.edge_b));
  return largest((r.point_b - r.point_a) - axis.normal * axis.gap) <= slack;
}

// Most overlapping boxes: a corner in a face, or two edges. Not for level features.
template <class V>
HWY_INLINE bool deepest_corner_or_edges(const BoxPair<V>& p, const SeparatingAxis<V>& axis,
                                        ClosedForm<V>& r) {
  const double slack = p.size * kRestPart;
  if constexpr (V::kDimension == 3) {
    if (axis.edge_a >= 0) return crossing_edges(p, axis, slack, r);
  }
  if (axis.of_b) {
    if (least_of(magnitude(axis.normal)) <= kLevel) return false;
    r.point_a = by_sign(axis.normal, p.half_a, opposite(p.half_a));
    r.point_b = r.point_a + axis.normal * axis.gap;
    return within_box(p.back * (r.point_b - p.center), p.half_b, slack);
  }
  const V slope = p.back * axis.normal;
  if (least_of(magnitude(slope)) <= kLevel) return false;
  r.point_b = p.center + p.rotation * by_sign(slope, opposite(p.half_b), p.half_b);
  r.point_a = r.point_b - axis.normal * axis.gap;
  return within_box(r.point_a, p.half_a, slack);
}

// Moves b out along the separating axis until they are as far apart as they are large: there the
// nearest points are those of the deepest contact, and well defined.
template <class V>
HWY_NOINLINE bool deepest_points(const BoxPair<V>& p, const SeparatingAxis<V>& axis,
                                 ClosedForm<V>& r) {
  if (deepest_corner_or_edges(p, axis, r)) {
    r.normal = axis.normal;
    r.distance = r.lower = axis.gap;
    return true;
  }
  const V away = axis.normal * (p.size - axis.gap);
  BoxPair<V> moved = p;
  moved.center = p.center + away;
  if (!nearest_points(moved, axis, r)) return false;
  r.normal = axis.normal;
  r.distance = r.lower = axis.gap;
  r.point_b = r.point_b - away;
  const V rest = (r.point_b - r.point_a) - axis.normal * axis.gap;
  const double slack = p.size * kRestPart;
  if (largest(rest) <= slack) return true;
  // Faces so nearly level that the corner found lies beyond the other's side: use the face.
  const V on_b = r.point_a + axis.normal * axis.gap;
  const V local_b = p.back * (on_b - p.center);
  if (within_box(local_b, p.half_b, slack)) {
    r.point_b = on_b;
    return true;
  }
  r.point_a = r.point_b - axis.normal * axis.gap;
  return within_box(r.point_a, p.half_a, slack);
}

// Finds a common point by alternating projections onto each box.
template <class V>
HWY_INLINE bool common_point(const BoxPair<V>& p, const V& start, ClosedForm<V>& r) {
  V x = clamped(start, p.half_a);
  for (int round = 0; round < 16; ++round) {
    const V local = clamped(p.back * (x - p.center), p.half_b);
    const V there = p.center + p.rotation * local;
    x = clamped(there, p.half_a);
    if (largest(there - x) > p.size * kGapPart) continue;
    r.point_a = r.point_b = x;
    r.normal = V::all(0);
    r.distance = r.lower = 0;
    return true;
  }
  return false;
}

// Between level faces the search from the center is slow, that from the deepest point short.
template <class V>
HWY_NOINLINE bool any_common_point(const BoxPair<V>& p, const SeparatingAxis<V>& axis,
                                   ClosedForm<V>& r) {
  if (common_point(p, p.center, r)) return true;
  return deepest_points(p, axis, r) && common_point(p, V(r.point_b), r);
}

// Below this gap the nearest points are less accurate than those by the separating axis.
inline constexpr double kTouchPart = 0x1p-40;

// What is computed: everything; everything except the depth; only whether the distance exceeds a
// reach.
enum class Ask : std::uint8_t { depth, distance, reach };

template <class V>
HWY_INLINE SeparatingAxis<V> best_axis(const BoxPair<V>& p) {
  SeparatingAxis<V> axis = best_face(p);
  if constexpr (V::kDimension == 3) {
    if (axis.gap <= p.size * kTouchPart) {
      const SeparatingAxis<V> edges = best_edges(p);
      if (axis.gap + p.size * kGapPart < edges.gap) axis = edges;
    }
  }
  return axis;
}

template <class V>
HWY_NOINLINE ClosedForm<V> between_boxes(const BoxPair<V>& p, Ask ask, double reach) {
  ClosedForm<V> r;
  r.size = p.size;
  const double touching = p.size * kTouchPart;
  const double doubt = p.size * kDoubtPart;
  const SeparatingAxis<V> axis = best_axis(p);
  r.distance = axis.gap;
  r.exact = ask == Ask::reach && (axis.gap > reach + doubt || axis.gap <= -doubt);
  if (r.exact) return r;
  if (axis.gap <= touching) {
    const bool overlap = ask != Ask::depth && axis.gap <= -doubt;
    r.exact = overlap ? any_common_point(p, axis, r) : deepest_points(p, axis, r);
    if (r.exact) return r;
  }
  r.exact = axis.gap > 0 && nearest_points(p, axis, r);
  return r;
}

template <class V>
HWY_INLINE V first_unit() {
  if constexpr (V::kDimension == 2) {
    return V::from(1, 0);
  } else {
    return V::from(1, 0, 0);
  }
}

// A segment is a box with one extent: its other axes are arbitrary.
template <class V>
HWY_NOINLINE ClosedForm<V> through_box(const V& half, const LineSegment<V>& s, double size, Ask ask,
                                       double reach) {
  const double extent = root(dot(s.half, s.half));
  if (!(extent > size * kNearPart)) {
    ClosedForm<V> none{};
    none.exact = false;
    return none;
  }
  const V along = s.half * (1 / extent);
  RotationMatrix<V> rotation;
  rotation.column[0] = along;
  if constexpr (V::kDimension == 2) {
    rotation.column[1] = V::from(-along[1], along[0]);
  } else {
    // Perpendicular to it, and away from the axis nearest to it.
    const bool x = std::fabs(along[0]) < 0.5;
    const V across = cross(along, V::from(x ? 1 : 0, x ? 0 : 1, 0));
    rotation.column[1] = across * (1 / root(dot(across, across)));
    rotation.column[2] = cross(along, rotation.column[1]);
  }
  const V extents = first_unit<V>() * extent;
  const BoxPair<V> boxes = {half, extents, s.center, rotation, rotation.transposed(), size};
  return between_boxes(boxes, ask, reach);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
