// SPDX-License-Identifier: MIT
// Contact normals that the surface of a compound can have.
#include <masu/shapes/convex_polytope.hpp>

#include "core/instantiate.hpp"
#include "mesh/compound.hpp"
#include "mesh/lies_behind.hpp"

namespace masu {
namespace {

constexpr double kRounding = 0x1p-20;

// Calls visit(normal, offset) for the faces of a core, normals outward. Smooth cores have none.
template <class T, class Visit>
void for_each_face(const ShapeView<2, T>& shape, Visit&& visit) {
  if (shape.kind != ShapeKind::polygon) return;
  const auto& p = *static_cast<const ConvexPolygon<T>*>(shape.object);
  for (std::size_t i = 0; i < p.size(); ++i) {
    visit(p.normal(i), dot(p.normal(i), vec_cast<double>(p.vertex(i))));
  }
}
template <class T, class Visit>
void for_each_face(const ShapeView<3, T>& shape, Visit&& visit) {
  if (shape.kind != ShapeKind::polyhedron) return;
  const auto& p = *static_cast<const ConvexPolyhedron<T>*>(shape.object);
  for (std::size_t f = 0; f < p.face_count(); ++f) visit(p.plane(f).normal, p.plane(f).offset);
}
template <int D, class T, class Visit>
void for_each_side(const ShapeView<D, T>& shape, Visit&& visit) {
  if (shape.kind != ShapeKind::box) return for_each_face(shape, visit);
  const auto half = vec_cast<double>(shape.p[0]);
  const auto center = vec_cast<double>(shape.p[1]);
  for (int a = 0; a < D; ++a) {
    for (const double sign : {-1.0, 1.0}) {
      Vec<D, double> n{};
      n[a] = sign;
      visit(n, half[a] + sign * center[a]);
    }
  }
}

}  // namespace

// The normal stays if all other children lie behind the plane of the contact. Otherwise it becomes
// that of the nearest face of the child that is not covered, if the point lies in that half of the
// child.
template <int D, class T>
Vec<D, double> Compound<D, T>::corrected_normal(std::uint32_t id, const Vec<D, double>& point,
                                                const Vec<D, double>& normal) const {
  const ShapeView<D, T>& shape = children_[id].shape;
  const auto same = Matrix<D, double>::identity();
  const auto box = detail::box_of_b(shape, detail::PairFrame<D>{same, same, {}});
  double width = box.max[0] - box.min[0];
  for (int a = 1; a < D; ++a) width = std::fmin(width, box.max[a] - box.min[a]);
  width *= detail::kInternalEdgeWidth;
  const Matrix<D, double> rotation = matrix_of(children_[id].pose.rotation);
  const auto position = vec_cast<double>(children_[id].pose.translation);
  const auto shown = [&](const Vec<D, double>& p, const Vec<D, double>& n) {
    return detail::lies_behind(search(), id, rotation * p + position, rotation * n, width);
  };
  // The adjacent child's edge may be so near that its angle is lost in rounding: use the face's
  // normal.
  Vec<D, double> straight = normal;
  for_each_side(shape, [&](const Vec<D, double>& n, double) {
    const double lean = length(n - normal);
    if (lean > kRounding && lean < 4 * detail::kInternalEdgeWidth && shown(point, n)) straight = n;
  });
  if (!(straight == normal) || shown(point, normal)) return straight;
  detail::NearestFace<D> nearest(normal, width);
  for_each_side(shape, [&](const Vec<D, double>& n, double offset) {
    const double depth = offset + double(shape.radius) - dot(n, point);
    const double thickness = offset - dot(n, support_of_core(shape, -n).point);
    const double half = thickness * 0.5 + double(shape.radius);
    if (shown(point + n * depth, n)) nearest.take(n, depth, half);
  });
  return nearest.normal();
}

#define MASU_INSTANTIATE(D, T)                                                                   \
  template Vec<D, double> Compound<D, T>::corrected_normal(std::uint32_t, const Vec<D, double>&, \
                                                           const Vec<D, double>&) const;
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
