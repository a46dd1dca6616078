// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/triangle_triangle.hpp>

#include <algorithm>

#include <masu/core/aabb.hpp>
#include <masu/hull/predicates.hpp>

namespace masu::detail {
namespace {

using Point = Vec<3, double>;
using Point2 = Vec<2, double>;

// A triangle's plane, for testing many corners that are at most `reach` from its own along any
// axis: the filter of orient3d() with one bound for all.
struct FilteredPlane {
  Vec<3, double> origin;
  Vec<3, double> normal;
  double bound;

  FilteredPlane(const Vec<3, double>* t, double reach) : origin(t[0]), normal{} {
    const Vec<3, double> u = t[1] - t[0];
    const Vec<3, double> v = t[2] - t[0];
    double terms = 0;
    for (int k = 0; k < 3; ++k) {
      const double plus = u[(k + 1) % 3] * v[(k + 2) % 3];
      const double minus = u[(k + 2) % 3] * v[(k + 1) % 3];
      normal[k] = plus - minus;
      terms += std::abs(plus) + std::abs(minus);
    }
    bound = kVolumeBound * (1 + 0x1p-40) * (reach * terms) + kUnderflow * (1 + 3 * reach);
  }

  double height(const Vec<3, double>& p) const {
    return (p[0] - origin[0]) * normal[0] + (p[1] - origin[1]) * normal[1] +
           (p[2] - origin[2]) * normal[2];
  }
};

// Three heights over such a plane.
struct Heights {
  double h[3];

  Heights(const FilteredPlane& plane, const Vec<3, double>* p)
      : h{plane.height(p[0]), plane.height(p[1]), plane.height(p[2])} {}
  bool above(double bound) const {
    return int(h[0] > bound) & int(h[1] > bound) & int(h[2] > bound);
  }
  bool below(double bound) const {
    return int(h[0] < -bound) & int(h[1] < -bound) & int(h[2] < -bound);
  }
  bool apart(double bound) const { return above(bound) || below(bound); }
};

// Drops one coordinate: exact.
Point2 project(const Point& p, int axis) {
  return {p[(axis + 1) % 3], p[(axis + 2) % 3]};
}

// Returns an axis along which the three do not project onto one line; -1 if they are collinear.
int axis_of(const Point& a, const Point& b, const Point& c) {
  for (int k = 0; k < 3; ++k) {
    if (orient2d(project(a, k), project(b, k), project(c, k)) != 0) return k;
  }
  return -1;
}

// Returns whether the boxes of pq and ab overlap.
template <int D>
bool boxes_touch(const Vec<D, double>& p, const Vec<D, double>& q, const Vec<D, double>& a,
                 const Vec<D, double>& b) {
  return overlaps_nonempty(Aabb<D, double>{min(p, q), max(p, q)},
                           Aabb<D, double>{min(a, b), max(a, b)});
}

bool segments_touch(const Point& p, const Point& q, const Point& a, const Point& b) {
  if (!boxes_touch(p, q, a, b) || orient3d(p, q, a, b) != 0) return false;
  int axis = axis_of(p, q, a);
  if (axis < 0) axis = axis_of(p, q, b);
  if (axis < 0) axis = axis_of(p, a, b);
  if (axis < 0) return true;  // all on one line, or p = q and a = b
  return detail::segments_touch(project(p, axis), project(q, axis), project(a, axis),
                                project(b, axis));
}

bool all_on_one_side(int x, int y, int z) {
  return (x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0);
}

// In the plane of the triangle, projected along an axis.
bool touch_in_plane(const Point2& p, const Point2& q, const Point2 (&t)[3]) {
  for (int k = 0; k < 3; ++k) {
    if (detail::segments_touch(p, q, t[k], t[(k + 1) % 3])) return true;
  }
  return all_on_one_side(orient2d(t[0], t[1], p), orient2d(t[1], t[2], p), orient2d(t[2], t[0], p));
}

bool segment_touches(const Point& p, const Point& q, const Point* t) {
  const int axis = axis_of(t[0], t[1], t[2]);
  if (axis < 0) {
    return segments_touch(p, q, t[0], t[1]) || segments_touch(p, q, t[1], t[2]) ||
           segments_touch(p, q, t[2], t[0]);
  }
  const int side_p = orient3d(t[0], t[1], t[2], p);
  const int side_q = orient3d(t[0], t[1], t[2], q);
  if (side_p * side_q > 0) return false;
  if (side_p == 0 && side_q == 0) {
    const Point2 flat[3] = {project(t[0], axis), project(t[1], axis), project(t[2], axis)};
    return touch_in_plane(project(p, axis), project(q, axis), flat);
  }
  return all_on_one_side(orient3d(p, q, t[0], t[1]), orient3d(p, q, t[1], t[2]),
                         orient3d(p, q, t[2], t[0]));
}

bool edges_touch(const Point* a, const Point* b) {
  return segment_touches(a[0], a[1], b) || segment_touches(a[1], a[2], b) ||
         segment_touches(a[2], a[0], b);
}

// The sides of the other's plane on which the corners of a triangle lie.
struct Sides {
  int sign[3];

  // 0 where rounding may hide it.
  Sides(const Heights& of, double bound)
      : sign{sign_beyond(of.h[0], bound).sign, sign_beyond(of.h[1], bound).sign,
             sign_beyond(of.h[2], bound).sign} {}

  // Replaces undecided signs by exact ones, for `of` relative to `t`.
  void settle(const Point* t, const Point* of) {
    for (int i = 0; i < 3; ++i) {
      if (sign[i] == 0) sign[i] = orient3d(t[0], t[1], t[2], of[i]);
    }
  }
  bool apart() const { return sign[0] == sign[1] && sign[1] == sign[2] && sign[0] != 0; }
  bool some_zero() const { return sign[0] * sign[1] * sign[2] == 0; }
  // Returns the corner that is alone on its side.
  int lonely() const { return sign[0] == sign[1] ? 2 : (sign[0] == sign[2] ? 1 : 0); }
};

// Orders the corners: the one alone on its side first; the others so that it is on the positive
// side.
struct OrderedTriangle {
  const Point* p[3];

  OrderedTriangle(const Point* t, int lonely)
      : p{t + lonely, t + (lonely + 1) % 3, t + (lonely + 2) % 3} {}
  void flip() { std::swap(p[1], p[2]); }
};

// The rest of triangles_touch(), if neither plane separates. With a0 alone above the plane of b,
// and b0 alone above that of a, the line between the planes leads, along the cross product of the
// normals, through a from the edge a0 a2 to a0 a1, through b from b0 b1 to b0 b2: they have a
// common part if b begins before a ends, and a before b ends.
bool triangles_touch_between(const Point* a, const Heights& heights_a, double bound_a,
                             const Point* b, const Heights& heights_b, double bound_b) {
  Sides of_a(heights_a, bound_a);
  Sides of_b(heights_b, bound_b);
  if (of_a.some_zero() || of_b.some_zero()) {
    of_a.settle(b, a);
    of_b.settle(a, b);
    if (of_a.apart() || of_b.apart()) return false;
    if (of_a.some_zero() || of_b.some_zero()) return edges_touch(a, b) || edges_touch(b, a);
  }
  OrderedTriangle x(a, of_a.lonely());
  OrderedTriangle y(b, of_b.lonely());
  if (of_a.sign[of_a.lonely()] < 0) y.flip();
  if (of_b.sign[of_b.lonely()] < 0) x.flip();
  return orient3d(*x.p[0], *x.p[1], *y.p[0], *y.p[1]) <= 0 &&
         orient3d(*x.p[0], *x.p[2], *y.p[0], *y.p[2]) >= 0;
}

// triangles_touch() with the known plane of b, for corners within `reach` of each other.
bool touch_with_plane(const Point* a, const Point* b, const FilteredPlane& plane_b, double reach) {
  const Heights of_a(plane_b, a);
  if (of_a.apart(plane_b.bound)) return false;
  const FilteredPlane plane_a(a, reach);
  const Heights of_b(plane_a, b);
  if (of_b.apart(plane_a.bound)) return false;
  return triangles_touch_between(a, of_a, plane_b.bound, b, of_b, plane_a.bound);
}

}  // namespace

bool point_touches(const Point& p, const Point* t) {
  return segment_touches(p, p, t);
}

// On a line both products are 0, and the boxes decide.
bool segments_touch(const Vec<2, double>& p, const Vec<2, double>& q, const Vec<2, double>& a,
                    const Vec<2, double>& b) {
  return boxes_touch(p, q, a, b) && orient2d(a, b, p) * orient2d(a, b, q) <= 0 &&
         orient2d(p, q, a) * orient2d(p, q, b) <= 0;
}

bool triangles_touch(const Point* a, const Point* b) {
  double reach = 0;
  for (int axis = 0; axis < 3; ++axis) {
    double low = a[0][axis];
    double high = low;
    for (int i = 0; i < 3; ++i) {
      low = std::min({low, a[i][axis], b[i][axis]});
      high = std::max({high, a[i][axis], b[i][axis]});
    }
    reach = std::max(reach, high - low);
  }
  return touch_with_plane(a, b, FilteredPlane(b, reach), reach);
}

}  // namespace masu::detail
