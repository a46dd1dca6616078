// SPDX-License-Identifier: MIT
// Shapes at poses in plain double: to make scenes and judge results, independent of all code that
// is measured.
#pragma once

#include <array>
#include <cmath>

#include "narrow_peer.h"

namespace masu_bench::narrow {

using Point = std::array<double, 3>;

inline Point operator+(const Point& a, const Point& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Point operator-(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Point operator*(const Point& a, double s) {
  return {a[0] * s, a[1] * s, a[2] * s};
}
inline double dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double length(const Point& a) {
  return std::sqrt(dot(a, a));
}
inline Point point_of(const double* p) {
  return {p[0], p[1], p[2]};
}

// A pose as a matrix. Rotations are normalized first.
class RigidTransform {
 public:
  RigidTransform(const masu_narrow_pose& pose, int dim);

  Point to_world(const Point& p) const { return rotated(p) + position_; }
  Point rotated(const Point& p) const {
    return {dot(row_[0], p), dot(row_[1], p), dot(row_[2], p)};
  }
  Point rotated_back(const Point& p) const {
    return row_[0] * p[0] + row_[1] * p[1] + row_[2] * p[2];
  }
  Point to_local(const Point& p) const { return rotated_back(p - position_); }
  const Point& position() const { return position_; }

 private:
  Point row_[3];
  Point position_;
};

// Returns the extent of the shape along d, in its own frame.
double reach(const masu_narrow_shape& shape, int dim, const Point& d);

// Returns the gap from a to b along the unit normal n, in the world: at most their signed distance,
// which is the maximum over all n.
double gap_along(const masu_narrow_shape& a, const RigidTransform& pose_a,
                 const masu_narrow_shape& b, const RigidTransform& pose_b, int dim, const Point& n);

// Returns the t at which the ray enters the shape (0 inside; negative for a miss), by planes of
// faces, slabs and squared distances. Not for capsules and cylinders.
double enter(const masu_narrow_shape& shape, const RigidTransform& pose, int dim,
             const Point& origin, const Point& direction);

}  // namespace masu_bench::narrow
