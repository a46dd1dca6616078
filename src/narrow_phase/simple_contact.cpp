// SPDX-License-Identifier: MIT
#include "narrow_phase/simple_contact.hpp"

#include "narrow_phase/contact_feature.hpp"
#include "narrow_phase/simple_pair.hpp"

namespace masu::detail {
namespace {

// The direction of a segment in the world; 0 for other kinds.
template <class T>
Vec<3, double> direction_of(const ShapeView<3, T>& s, const Transform<3, T>& pose) {
  if (s.kind != ShapeKind::segment) return {};
  return matrix_of(pose.rotation) * (vec_cast<double>(s.p[1]) - vec_cast<double>(s.p[0]));
}

// It faces the normal with one end, or is so short that it counts as one: see contact_feature().
bool shows_one_point(const Vec<3, double>& along, const Vec<3, double>& normal) {
  const double slope = dot(along, normal);
  return !(slope * slope < kSlant * kSlant * length_squared(along));
}

// Points, and segments that cross each other or stand on a face, have one contact point.
template <class T>
bool shares_one_point(const ShapeView<3, T>& a, const Transform<3, T>& pose_a,
                      const ShapeView<3, T>& b, const Transform<3, T>& pose_b,
                      const Vec<3, T>& normal) {
  if (a.kind == ShapeKind::point || b.kind == ShapeKind::point) return true;
  const auto n = vec_cast<double>(normal);
  const Vec<3, double> x = direction_of(a, pose_a);
  const Vec<3, double> y = direction_of(b, pose_b);
  if (a.kind == ShapeKind::segment && shows_one_point(x, n)) return true;
  if (b.kind == ShapeKind::segment && shows_one_point(y, n)) return true;
  const double limit = kSlant * kSlant * length_squared(x) * length_squared(y);
  return a.kind == b.kind && length_squared(cross(x, y)) > limit;
}

}  // namespace

template <class T>
bool simple_contact(const ShapeView<3, T>& a, const Transform<3, T>& pose_a,
                    const ShapeView<3, T>& b, const Transform<3, T>& pose_b, T margin,
                    Manifold<3, T>& m) {
  if (a.kind == ShapeKind::box && b.kind == ShapeKind::box) {
    return box_contact(a, pose_a, b, pose_b, margin, m);
  }
  Separation<3, T>& s = m.separation;
  std::uint32_t id = 0;
  const bool points = a.kind == ShapeKind::point && b.kind == ShapeKind::point;
  if (points ? !simple_pair(a, pose_a, b, pose_b, Depth::least, s)
             : !simple_corner(a, pose_a, b, pose_b, s, id)) {
    return false;
  }
  if (s.distance > margin) return true;
  if (!shares_one_point(a, pose_a, b, pose_b, s.normal)) return false;
  m.points[0] = {s.point_a, s.point_b, s.distance, id};
  m.count = 1;
  return true;
}

template bool simple_contact(const ShapeView<3, float>&, const Transform<3, float>&,
                             const ShapeView<3, float>&, const Transform<3, float>&, float,
                             Manifold<3, float>&);
template bool simple_contact(const ShapeView<3, double>&, const Transform<3, double>&,
                             const ShapeView<3, double>&, const Transform<3, double>&, double,
                             Manifold<3, double>&);

}  // namespace masu::detail
