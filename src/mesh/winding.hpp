// SPDX-License-Identifier: MIT
// The winding number of a closed surface around a point, by exact signs.
#pragma once

#include <masu/hull/predicates.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/narrow_phase/triangle_triangle.hpp>

namespace masu::detail {

// Sub-shapes that the ray from q along x crosses count 1 where it leaves, -1 where it enters. The
// test uses the point (q1 + e, q2 + e^2) with an arbitrarily small e, which lies on no edge's
// projection. Source: H. Edelsbrunner and E. P. Muecke, "Simulation of simplicity", 1990.
template <int D>
class Winding;

template <>
class Winding<2> {
 public:
  explicit Winding(const Vec<2, double>& q) : q_(q) {}

  void pass(const Vec<2, double> (&p)[2]) {
    on_ = on_ || segments_touch(q_, q_, p[0], p[1]);
    const bool up = p[0][1] <= q_[1];
    if (on_ || up == (p[1][1] <= q_[1])) return;
    const int side = orient2d(p[0], p[1], q_);
    if (up == (side > 0)) number_ += side;
  }
  bool on_surface() const { return on_; }
  int number() const { return number_; }

 private:
  Vec<2, double> q_;
  int number_ = 0;
  bool on_ = false;
};

template <>
class Winding<3> {
 public:
  explicit Winding(const Vec<3, double>& q) : q_(q) {}

  void pass(const Vec<3, double> (&p)[3]) {
    on_ = on_ || (box_of(p).contains(q_) && point_touches(q_, p));
    if (on_) return;
    const int side = side_of(p[0], p[1]);
    if (side == 0 || side_of(p[1], p[2]) != side || side_of(p[2], p[0]) != side) return;
    // Counterclockwise seen from large x: the normal points along the ray.
    if (orient3d(p[0], p[1], p[2], q_) * side < 0) number_ += side;
  }
  bool on_surface() const { return on_; }
  int number() const { return number_; }

 private:
  static Aabb<3, double> box_of(const Vec<3, double> (&p)[3]) {
    return {min(min(p[0], p[1]), p[2]), max(max(p[0], p[1]), p[2])};
  }

  // Returns the side of the edge ab, projected along x, on which the point lies; 0 if the
  // projection is a point.
  int side_of(const Vec<3, double>& a, const Vec<3, double>& b) const {
    const Vec<2, double> p{a[1], a[2]};
    const Vec<2, double> r{b[1], b[2]};
    const int side = orient2d(p, r, Vec<2, double>{q_[1], q_[2]});
    if (side != 0) return side;
    if (p[1] != r[1]) return r[1] < p[1] ? 1 : -1;
    return r[0] > p[0] ? 1 : (r[0] < p[0] ? -1 : 0);
  }

  Vec<3, double> q_;
  int number_ = 0;
  bool on_ = false;
};

}  // namespace masu::detail
