// SPDX-License-Identifier: MIT
#include <masu/mesh/signed_distance.hpp>

#include <masu/core/answered.hpp>
#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_point.hpp>

#include "core/instantiate.hpp"
#include "core/round_outward.hpp"
#include "mesh/solid_exit.hpp"

namespace masu::detail {
namespace {

template <int D, class T>
SubShapeSeparation<D, T> refused(Status s) {
  SubShapeSeparation<D, T> r;
  r.status = s;
  return r;
}

// Negates the distance, for a point inside, whose nearest point of the surface is the same.
template <int D, class T>
void flip_inside(Separation<D, T>& s) {
  const T lower = s.lower;
  s.distance = -s.distance;
  s.lower = -s.upper;
  s.upper = -lower;
  s.normal = -s.normal;
}

// The point is within rounding of the surface: its side is not known.
template <int D, class T>
SubShapeSeparation<D, T> on_surface(const SurfaceMesh<D, T>& mesh, const Transform<D, T>& pose,
                                    SubShapeSeparation<D, T> r) {
  r.lower = -r.upper;
  const Vec<D, double> n = outward_normal(mesh, r.sub_shape_a);
  r.normal = vec_cast<T>(matrix_of(pose.rotation) * n);
  return r;
}

// Shape and surface are apart: the whole shape lies on one side.
template <int D, class T>
bool is_inside(const SurfaceMesh<D, T>& mesh, const Transform<D, T>& pose,
               const SubShapeSeparation<D, T>& apart, Status& status) {
  const PointInside p = point_inside(mesh, pose, apart.point_b);
  status = p.status;
  return p.inside;
}

}  // namespace

template <int D, class T>
SubShapeSeparation<D, T> signed_distance_of_view(const SurfaceMesh<D, T>& mesh,
                                                 const Transform<D, T>& pose,
                                                 const ShapeView<D, T>& shape,
                                                 const Transform<D, T>& shape_pose) {
  SubShapeSeparation<D, T> r = distance(mesh, pose, shape, shape_pose);
  if (!answered(r.status)) return r;
  if (!mesh.closed()) return refused<D, T>(Status::open_surface);
  if (shape.kind == ShapeKind::half_space) return refused<D, T>(Status::unbounded);
  const bool is_point = shape.kind == ShapeKind::point && shape.radius == 0;
  const bool overlapping = r.overlapping();
  if (is_point && overlapping) return on_surface(mesh, pose, r);
  if (!overlapping) {
    Status status = Status::ok;
    const bool inside = is_inside(mesh, pose, r, status);
    if (status != Status::ok) return refused<D, T>(status);
    if (inside && is_point) flip_inside(r.separation());
    if (!inside || is_point) return r;
  }
  SolidExit<D, T> exit(mesh, pose, shape, shape_pose);
  SubShapeSeparation<D, T> found = exit.find();
  found.stats += r.stats;
  return found;
}

#define MASU_INSTANTIATE(D, T)                                                  \
  template SubShapeSeparation<D, T> signed_distance_of_view(                    \
      const SurfaceMesh<D, T>&, const Transform<D, T>&, const ShapeView<D, T>&, \
      const Transform<D, T>&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
