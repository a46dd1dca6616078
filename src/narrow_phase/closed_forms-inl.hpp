// SPDX-License-Identifier: MIT
// Closed forms for the nearest points of points, segments and boxes.
#if defined(MASU_CLOSED_FORMS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_CLOSED_FORMS_INL_HPP
#undef MASU_CLOSED_FORMS_INL_HPP
#else
#define MASU_CLOSED_FORMS_INL_HPP
#endif

#include <limits>

#include "narrow_phase/register_vec-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// The result for two cores. `exact`: the bounds prove that it is as good as rounding allows;
// otherwise another method must be used. V is a vector, or one for each lane.
template <class V>
struct ClosedForm {
  using Number = typename V::Number;
  using Mask = decltype(Number() < Number());

  Number distance;
  Number lower;
  Number size;  // the largest coordinate used
  V normal;
  V point_a;
  V point_b;
  Mask exact;
};

// Below this share of the size the direction between the nearest points is mostly rounding.
inline constexpr double kNearPart = 0x1p-42;
// The tolerance by which the gap along the normal may be below the distance.
inline constexpr double kGapPart = 0x1p-48;

// Nearer to touching than this share of the size, distance() and intersects() also use the search
// for the depth, so that all queries agree on which shapes touch.
inline constexpr double kDoubtPart = 0x1p-46;

// The square of a smaller distance has few digits, and so has the normal.
inline constexpr double kLeastDistance = 0x1p-450;

// `between` leads from the nearest point of a to that of b.
template <class V, class N = typename V::Number>
HWY_INLINE void measure(const V& between, ClosedForm<V>& r) {
  r.distance = root(dot(between, between));
  r.normal = between * (constant<N>(1) / r.distance);
  r.lower = r.distance;
  r.exact = r.distance > r.size * constant<N>(kNearPart);
}
// The gap along the normal is a lower bound; where it is the distance, nothing is nearer.
template <class V, class N = typename V::Number>
HWY_INLINE void bound_below(N gap, ClosedForm<V>& r) {
  r.lower = lesser(gap, r.distance);
  const auto tight = r.distance - gap <= r.size * constant<N>(kGapPart);
  r.exact = both(tight, constant<N>(kLeastDistance) < r.distance);
}

// The points center + t half for |t| <= 1.
template <class V>
struct LineSegment {
  V center;
  V half;
};
template <class V>
HWY_INLINE V sizes_of(const V& p) {
  return magnitude(p);
}
template <class V>
HWY_INLINE V sizes_of(const LineSegment<V>& s) {
  return magnitude(s.center) + magnitude(s.half);
}
template <class V>
HWY_INLINE typename V::Number largest(const LineSegment<V>& s) {
  return largest_of(sizes_of(s));
}

// `apart` leads from the origin of a's coordinates to that of b's: nothing is lost far from the
// world's origin.
template <class V>
HWY_INLINE ClosedForm<V> between_points(const V& a, const V& b, const V& apart) {
  ClosedForm<V> r;
  r.point_a = a;
  r.point_b = b;
  r.size = largest_of(greater(greater(sizes_of(a), sizes_of(b)), magnitude(apart)));
  measure(apart + (b - a), r);
  return r;
}

// Returns above / below, clamped to [-1, 1]; 0 unless `below` is positive.
template <class N>
HWY_INLINE N part_of(N above, N below) {
  const N one = constant<N>(1);
  const N zero = constant<N>(0);
  const N safe = when(below > zero, below, one);
  return clamped(when(below > zero, above, zero) / safe, one);
}

template <class V, class N = typename V::Number>
HWY_INLINE ClosedForm<V> between_segment_and_point(const LineSegment<V>& a, const V& b,
                                                   const V& apart) {
  ClosedForm<V> r;
  r.size = largest_of(greater(greater(sizes_of(a), sizes_of(b)), magnitude(apart)));
  const V displacement = apart + (b - a.center);
  const N t = part_of(dot(displacement, a.half), dot(a.half, a.half));
  r.point_a = a.center + a.half * t;
  r.point_b = b;
  measure(displacement - a.half * t, r);
  bound_below(dot(r.normal, displacement) - magnitude(dot(r.normal, a.half)), r);
  return r;
}

// Returns the parameter at which the line of a passes that of b. Uses the cross product of the
// directions: the determinant of the normal equations has the angle between them only to the square
// root of the rounding.
template <class V>
HWY_INLINE typename V::Number passing(const V& a, const V& b, const V& displacement) {
  const auto n = cross(a, b);
  if constexpr (V::kDimension == 2) {
    return part_of(cross(displacement, b) * n, n * n);
  } else {
    return part_of(dot(cross(displacement, b), n), dot(n, n));
  }
}

// Source: C. Ericson, "Real-time collision detection", 2005, 5.1.9: one parameter from the lines,
// the other from it, and the first again; each kept on its segment.
template <class V, class N = typename V::Number>
HWY_INLINE ClosedForm<V> between_segments(const LineSegment<V>& a, const LineSegment<V>& b,
                                          const V& apart) {
  ClosedForm<V> r;
  r.size = largest_of(greater(greater(sizes_of(a), sizes_of(b)), magnitude(apart)));
  const V displacement = apart + (b.center - a.center);
  const N mixed = dot(a.half, b.half);
  const N first = passing(a.half, b.half, displacement);
  const N t = part_of(first * mixed - dot(displacement, b.half), dot(b.half, b.half));
  const N s = part_of(dot(displacement, a.half) + t * mixed, dot(a.half, a.half));
  r.point_a = a.center + a.half * s;
  r.point_b = b.center + b.half * t;
  measure(displacement + (b.half * t - a.half * s), r);
  const N sides = magnitude(dot(r.normal, a.half)) + magnitude(dot(r.normal, b.half));
  bound_below(dot(r.normal, displacement) - sides, r);
  return r;
}

// Returns a unit vector perpendicular to two others that are not both 0. Nearly parallel ones are
// first orthogonalized: the error of their cross product itself is the rounding over the angle.
template <class V>
HWY_INLINE V across(const V& x, const V& y) {
  const bool use_y = dot(x, x) < dot(y, y);
  const V& longer = use_y ? y : x;
  if constexpr (V::kDimension == 2) {
    const V n = V::from(longer[1] * -1, longer[0]);
    return n * (1 / root(dot(n, n)));
  } else {
    // Squares of the sine of the angle.
    constexpr double kParallel = 0x1p-96;
    constexpr double kNearlyParallel = 0x1p-10;
    V n = cross(x, y);
    const double squared = dot(n, n);
    const double sides = dot(x, x) * dot(y, y);
    if (squared < kNearlyParallel * sides) {
      n = cross(longer, cross(n, longer)) * (1 / dot(longer, longer));
    }
    if (!(squared > kParallel * sides)) {
      const bool along_x = longer[0] * longer[0] > 0.5 * dot(longer, longer);
      n = cross(longer, V::from(along_x ? 0 : 1, along_x ? 1 : 0, 0));
    }
    return n * (1 / root(dot(n, n)));
  }
}

// Two segments, or a segment and a point, that are nearly parallel or nearly touch. There the
// difference of the nearest points has too few digits for a normal, and between_segments() is not
// exact; the directions of the segments give it better. `displacement` leads from the center of a
// to that of b.
template <class V>
struct NearSegments {
  const LineSegment<V>& a;
  const LineSegment<V>& b;
  const V& displacement;
  double size;
  V across_both;  // unit; in 2D perpendicular to the longer
  double sine;    // of the angle between the segments

  HWY_INLINE NearSegments(const LineSegment<V>& first, const LineSegment<V>& second, const V& apart,
                          double size_of_both)
      : a(first),
        b(second),
        displacement(apart),
        size(size_of_both),
        across_both(across(a.half, b.half)) {
    const double sides = root(dot(a.half, a.half) * dot(b.half, b.half));
    sine = sides > 0 ? magnitude(spanned()) / sides : 0;
  }

  // The signed area that the halves span. Measured along the unit vector: the error of the cross
  // product of the halves is the rounding over the angle.
  HWY_INLINE double spanned() const {
    if constexpr (V::kDimension == 2) {
      return cross(a.half, b.half);
    } else {
      return dot(cross(a.half, b.half), across_both);
    }
  }
  // Returns the parameter at which the line of a passes that of b.
  HWY_INLINE double crossing() const {
    const double whole = spanned();
    double part = 0;
    if constexpr (V::kDimension == 2) {
      part = cross(displacement, b.half);
    } else {
      part = dot(cross(displacement, b.half), across_both);
    }
    return whole < 0 ? part_of(-part, -whole) : part_of(part, whole);
  }
  HWY_INLINE double nearest_on_a(double t) const {
    return part_of(dot(displacement + b.half * t, a.half), dot(a.half, a.half));
  }
  HWY_INLINE double nearest_on_b(double s) const {
    return part_of(dot(a.half * s - displacement, b.half), dot(b.half, b.half));
  }

  // Makes `between` orthogonal to `half` if it is so within rounding; otherwise returns false.
  HWY_INLINE bool level(const V& half, V& between) const {
    constexpr double kLevelPart = 0x1p-48;
    const double squared = dot(half, half);
    const double along = dot(between, half);
    if (!(along * along <= squared * ((size * kLevelPart) * (size * kLevelPart)))) return false;
    if (squared > 0) between = between - half * (along / squared);
    return true;
  }
  // Returns the normal for two nearest points. Where these are nearer than the segments diverge, it
  // is the vector perpendicular to both segments. An end need not be level.
  HWY_INLINE V normal_of(V between, bool end_of_a, bool end_of_b) const {
    const double squared = dot(between, between);
    const bool across_a = !end_of_a && level(a.half, between);
    const bool across_b = !end_of_b && level(b.half, between);
    const double short_of = size * greater(sine, kNearPart);
    V n = across_both;
    if (!(across_a && across_b) || squared > short_of * short_of) {
      if (squared < kLeastDistance * kLeastDistance) between = between * 0x1p600;
      n = between * (1 / root(dot(between, between)));
      if constexpr (V::kDimension == 2) {
        const V none = V::all(0);
        if (across_a || across_b) n = across(across_a ? a.half : none, across_b ? b.half : none);
      }
    }
    return dot(n, displacement) < 0 ? opposite(n) : n;
  }

  // Stores the result if the points at s and t are nearest to each other, as the gap along their
  // normal proves. O(1).
  HWY_INLINE bool proved(double s, double t, bool end_of_a, bool end_of_b, ClosedForm<V>& r) const {
    const V between = displacement + (b.half * t - a.half * s);
    const V n = normal_of(between, end_of_a, end_of_b);
    const double gap =
        dot(n, displacement) - (magnitude(dot(n, a.half)) + magnitude(dot(n, b.half)));
    const double slack = size * kGapPart;
    if (!(root(dot(between, between)) - gap <= 1.75 * slack)) return false;
    if (!(largest(between - n * gap) <= slack)) return false;
    r.normal = n;
    r.distance = r.lower = gap;
    r.point_a = a.center + a.half * s;
    r.point_b = b.center + b.half * t;
    r.exact = true;
    return true;
  }
};

// Tries the points where the lines pass each other, then the ends. Segments that cross in 2D stay
// inexact. Source: C. Ericson, "Real-time collision detection", 2005, 5.1.9.
template <class V>
HWY_NOINLINE void settle_segments(const LineSegment<V>& a, const LineSegment<V>& b,
                                  const V& displacement, ClosedForm<V>& r) {
  if (!(largest(a.half) + largest(b.half) > 0)) return;
  const NearSegments<V> pair(a, b, displacement, r.size);
  const double t = pair.nearest_on_b(pair.crossing());
  if (pair.proved(pair.nearest_on_a(t), t, false, false, r)) return;
  for (const double end : {-1.0, 1.0}) {
    if (pair.proved(pair.nearest_on_a(end), end, false, true, r)) return;
    if (pair.proved(end, pair.nearest_on_b(end), true, false, r)) return;
  }
}

// `b` relative to the center of a box. Beyond one face, or inside, the result is exact, including
// its normal: there the signed distance is the largest of those of the faces.
template <class V, class N = typename V::Number>
HWY_INLINE ClosedForm<V> between_box_and_point(const V& half, const V& b, N size) {
  ClosedForm<V> r;
  r.size = size;
  r.point_b = b;
  const V off = b - clamped(b, half);
  measure(off, r);
  const V gap = magnitude(b) - half;
  const N most = largest_of(gap);
  const auto one_face = sum_of(positive(gap)) < constant<N>(1.5);
  const V axis = first_equal(gap, most);
  const V face = by_sign(b, axis, opposite(axis));
  r.exact = either(one_face, r.exact);
  r.distance = when(one_face, most, r.distance);
  r.lower = r.distance;
  r.normal = when(one_face, face, r.normal);
  r.point_a = when(one_face, b - face * most, b - off);
  return r;
}

// Half of the slope of the squared distance from the box, at t.
template <class V>
HWY_INLINE typename V::Number slope_at(const V& half, const LineSegment<V>& s,
                                       typename V::Number t) {
  const V x = s.center + s.half * t;
  return dot(x - clamped(x, half), s.half);
}

// The squared distance along the segment is convex, and its slope is linear except where the
// segment crosses the plane of a face: these points narrow down where the slope is 0.
template <class V, class N = typename V::Number>
HWY_INLINE N nearest_to_box(const V& half, const LineSegment<V>& s) {
  const N zero = constant<N>(0);
  N low = constant<N>(-1);
  N high = constant<N>(1);
  N at_low = slope_at(half, s, low);
  N at_high = slope_at(half, s, high);
  const V passed[2] = {(half - s.center) / s.half, (opposite(half) - s.center) / s.half};
  for (const V& crossings : passed) {
    for (int i = 0; i < V::kDimension; ++i) {
      const N t = crossings[i];
      const auto between = both(low < t, t < high);
      if constexpr (kOneLane<N>) {
        if (!between) continue;
      }
      const N here = slope_at(half, s, t);
      const auto up = both(between, here <= zero);
      const auto down = both(between, zero < here);
      low = when(up, t, low);
      at_low = when(up, here, at_low);
      high = when(down, t, high);
      at_high = when(down, here, at_high);
    }
  }
  const N part = when(at_low < at_high, at_low / (at_low - at_high), constant<N>(0.5));
  N t = low + (high - low) * part;
  t = when(zero <= at_low, when(at_high <= zero, t, low), t);
  return when(at_high <= zero, when(zero <= at_low, t, high), t);
}

// Only for cores that are apart: otherwise not exact.
template <class V, class N = typename V::Number>
HWY_INLINE ClosedForm<V> between_box_and_segment(const V& half, const LineSegment<V>& b, N size) {
  const N t = nearest_to_box(half, b);
  ClosedForm<V> r = between_box_and_point(half, b.center + b.half * t, size);
  const N reach = magnitude(dot(r.normal, b.half)) + dot(half, magnitude(r.normal));
  bound_below(dot(r.normal, b.center) - reach, r);
  r.exact = both(r.exact, constant<N>(0) < r.distance);
  return r;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
