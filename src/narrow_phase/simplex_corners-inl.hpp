// SPDX-License-Identifier: MIT
// nearest_on_simplex.hpp with a vector in each register, while nothing rare happens.
#if defined(MASU_SIMPLEX_CORNERS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_SIMPLEX_CORNERS_INL_HPP
#undef MASU_SIMPLEX_CORNERS_INL_HPP
#else
#define MASU_SIMPLEX_CORNERS_INL_HPP
#endif

#include "narrow_phase/frame_vec-inl.hpp"

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

using Solid = RegisterVec<3>;

template <int A>
HWY_INLINE Solid spread(const Solid& x) {
  return picked<A, A, A, A>(x);
}

// The point of a simplex nearest to the origin, and the corners it is mixed of.
struct NearestCorners {
  Solid v;
  double squared;
  double weight[3];
  int index[3];
  int size;
};

// Corners of a simplex by index; each of the functions is that of nearest_on_simplex.hpp. False: a
// case that is rare.
struct SimplexCorners {
  const Solid* pool;
  const int* slot;

  HWY_INLINE const Solid& at(int i) const { return pool[slot[i]]; }

  HWY_INLINE void on_point(int i, NearestCorners& r) const {
    r.v = at(i);
    r.squared = dot(r.v, r.v);
    r.weight[0] = 1;
    r.index[0] = i;
    r.size = 1;
  }
  HWY_INLINE void on_segment(int i, int j, NearestCorners& r) const {
    const Solid p = at(i);
    const Solid q = at(j);
    const Solid along = q - p;
    const double whole = dot(along, along);
    const double part = -dot(p, along);
    if (!(part > 0)) return on_point(i, r);
    if (!(part < whole)) return on_point(j, r);
    const double t = part / whole;
    const bool first_half = t < 0.5;
    r.v = (first_half ? p : q) + along * (first_half ? t : -(1 - t));
    r.squared = dot(r.v, r.v);
    constexpr double kShort = 0x1p-20;
    if (r.squared < kShort * dot(p, p)) {
      r.v = cross(along, cross(p, along)) * (1 / whole);
      r.squared = dot(r.v, r.v);
    }
    r.weight[0] = 1 - t;
    r.weight[1] = t;
    r.index[0] = i;
    r.index[1] = j;
    r.size = 2;
  }
  bool on_triangle(int i, int j, int k, NearestCorners& r) const {
    const QuadTag d;
    const Solid p = at(i);
    const Solid e = at(j) - p;
    const Solid f = at(k) - p;
    const Solid n = cross(e, f);
    const double squared = dot(n, n);
    constexpr double kThin = 0x1p-100;
    if (!(squared > kThin * dot(e, e) * dot(f, f))) return false;
    const Solid foot = n * (dot(n, p) / squared);
    // Of products of sides as seen from the foot, the component in which the triangle is largest.
    // rotated() comes last in cross(): here the lanes are rotated back instead.
    const Solid corner[3] = {p - foot, at(j) - foot, at(k) - foot};
    const Solid next[3] = {rotated(corner[0]), rotated(corner[1]), rotated(corner[2])};
    const Solid part[3] = {corner[1] * next[2] - next[1] * corner[2],
                           corner[2] * next[0] - next[2] * corner[0],
                           corner[0] * next[1] - next[0] * corner[1]};
    const Solid sizes = magnitude(n);
    int axis = sizes[1] > sizes[0] ? 1 : 0;
    axis = sizes[2] > (axis == 0 ? sizes[0] : sizes[1]) ? 2 : axis;
    const int lane = axis == 2 ? 0 : axis + 1;
    const Quad area = picked<2, 0, 1, 3>(n).v;
    const Quad zero = hn::Zero(d);
    int beyond = 0;
    for (int m = 0; m < 3; ++m) {
      const auto up = hn::And(hn::Gt(part[m].v, zero), hn::Gt(area, zero));
      const auto down = hn::And(hn::Lt(part[m].v, zero), hn::Lt(area, zero));
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hn::Or(up, down), bits);
      beyond |= (~bits[0] >> lane & 1) << m;
    }
    if (beyond != 0) {
      on_edges(i, j, k, beyond, r);
      return true;
    }
    r.v = foot;
    r.squared = dot(foot, foot);
    alignas(32) double all[3][4];
    for (int m = 0; m < 3; ++m) part[m].spill(all[m]);
    const double whole = all[0][lane] + all[1][lane] + all[2][lane];
    for (int m = 0; m < 3; ++m) r.weight[m] = all[m][lane] / whole;
    r.index[0] = i, r.index[1] = j, r.index[2] = k;
    r.size = 3;
    return true;
  }
  HWY_INLINE void on_edges(int i, int j, int k, int beyond, NearestCorners& r) const {
    const int v[5] = {i, j, k, i, j};
    bool first = true;
    for (int m = 0; m < 3; ++m) {
      if ((beyond >> m & 1) == 0) continue;
      if (first) {
        on_segment(v[m + 1], v[m + 2], r);
        first = false;
      } else {
        NearestCorners other;
        on_segment(v[m + 1], v[m + 2], other);
        if (other.squared < r.squared) r = other;
      }
    }
  }
  // False, too: around the origin.
  HWY_INLINE bool on_tetrahedron(NearestCorners& r) const {
    const Solid p = at(0);
    const Solid q = at(1);
    const Solid cd = cross(at(2), at(3));
    const double part[4] = {dot(q, cd), -dot(p, cd), dot(p, cross(q, at(3))),
                            -dot(p, cross(q, at(2)))};
    const double volume = dot(q - p, cross(at(2) - p, at(3) - p));
    bool found = false;
    for (int m = 0; m < 4; ++m) {
      if ((part[m] > 0 && volume > 0) || (part[m] < 0 && volume < 0)) continue;
      const int i = (m + 1) & 3, j = (m + 2) & 3, k = (m + 3) & 3;
      if (!found) {
        if (!on_triangle(i, j, k, r)) return false;
        found = true;
      } else {
        NearestCorners other;
        if (!on_triangle(i, j, k, other)) return false;
        if (other.squared < r.squared) r = other;
      }
    }
    return found;
  }
  HWY_INLINE bool nearest(int size, NearestCorners& r) const {
    if (size == 4) return on_tetrahedron(r);
    if (size == 3) return on_triangle(0, 1, 2, r);
    if (size == 2) {
      on_segment(0, 1, r);
    } else {
      on_point(0, r);
    }
    return true;
  }
};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
