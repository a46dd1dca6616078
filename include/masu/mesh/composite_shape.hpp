// SPDX-License-Identifier: MIT
// CompositeShape: what a shape made of convex sub-shapes must provide, as meshes, polylines, height
// fields and compounds do. Comments call a convex or composite shape a body.
#pragma once

#include <concepts>

#include <masu/core/block_target.hpp>
#include <masu/shapes/shape_view.hpp>

namespace masu {

// A convex sub-shape of a body. `pose` is its pose in the body's frame; nullptr: the shape is
// given in that frame. The sub-shape and its view are valid as long as the body is not changed.
template <int D, class T>
struct SubShape {
  ShapeView<D, T> shape;                  // convex, in its own frame
  const Transform<D, T>* pose = nullptr;  // of the shape's frame in the body's
};

// The index that stands for no sub-shape.
inline constexpr std::uint32_t kNoSubShape = 0xffff'ffffu;

// A visitor of sub-shapes.
template <int D, class T>
using SubShapeVisit = FunctionRef<bool(std::uint32_t id, const SubShape<D, T>& sub_shape)>;
// A visitor of sub-shapes that returns the new reach (see CompositeShape).
template <int D, class T>
using NearSubShapeVisit = FunctionRef<double(std::uint32_t id, const SubShape<D, T>& sub_shape)>;

// A body that is the union of its convex sub-shapes, each valid (see check()) and identified by a
// number.
//
// - `bounds()`: a box that contains all of it, in its own frame; empty if there are no sub-shapes.
// - `for_each_sub_shape(box, visit)`: calls visit(id, sub-shape) for each sub-shape whose box, in
//   the body's frame, overlaps `box`, in an order that depends only on the body and the box.
//   `visit` returns void, or false to stop: the status is then `stopped`.
// - `for_each_sub_shape_near(gap, reach, visit)`: gap(box) is a lower bound for the cost of
//   anything inside the box, such as a squared distance or a time. Sub-shapes are visited roughly
//   in the order of the gaps of their boxes; those whose gap exceeds `reach` are skipped. visit(id,
//   sub-shape) returns the new reach, which never grows; a reach below every gap ends the search.
template <class B>
concept CompositeShape =
    requires(const B& body, const Aabb<B::kDimension, typename B::Scalar>& box,
             FunctionRef<double(const Aabb<B::kDimension, typename B::Scalar>&)> gap,
             SubShapeVisit<B::kDimension, typename B::Scalar> visit,
             NearSubShapeVisit<B::kDimension, typename B::Scalar> near) {
  { body.bounds() } -> std::convertible_to<Aabb<B::kDimension, typename B::Scalar>>;
  { body.for_each_sub_shape(box, visit) } -> std::same_as<SearchResult>;
  { body.for_each_sub_shape_near(gap, 0.0, near) } -> std::same_as<QueryStats>;
};

// A composite shape with its own traversal along rays: `for_each_sub_shape_along(origin, direction,
// reach, visit)` calls visit(id, sub-shape), which returns the new reach, for all sub-shapes that
// the ray may hit at a t up to `reach`, roughly in that order. In the body's frame.
template <class B>
concept RayWalkedShape = CompositeShape<B> &&
    requires(const B& body, const Vec<B::kDimension, double>& v,
             NearSubShapeVisit<B::kDimension, typename B::Scalar> visit) {
  { body.for_each_sub_shape_along(v, v, 0.0, visit) } -> std::same_as<QueryStats>;
};

// A composite shape whose sub-shapes form one surface, so that edges between them are internal
// edges. For a contact of sub-shape `id` at `point` with the unit `normal` (which points away from
// the body; all in the frame of the sub-shape), `corrected_normal(id, point, normal)` returns the
// nearest normal that the surface can have there: on a flat floor of many triangles, that of the
// floor. Zero if there is none: the point is inside the body.
template <class B>
concept CorrectsNormals = CompositeShape<B> &&
    requires(const B& body, const Vec<B::kDimension, double>& v) {
  { body.corrected_normal(0u, v, v) } -> std::same_as<Vec<B::kDimension, double>>;
};

}  // namespace masu
