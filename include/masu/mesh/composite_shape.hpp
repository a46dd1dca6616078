// SPDX-License-Identifier: MIT
// What a body made of convex pieces must offer: meshes, polylines, height fields, compounds.
#pragma once

#include <concepts>

#include <masu/core/block_target.hpp>
#include <masu/shapes/shape_view.hpp>

namespace masu {

// A convex part of a body. `place` is where it is in the body's frame; null: it is given in that
// frame. The piece, like its view, lives as long as the body stays as it is.
template <int D, class T>
struct Piece {
  ShapeView<D, T> shape;
  const Transform<D, T>* place = nullptr;
};

// Stands for: no piece.
inline constexpr std::uint32_t kNoPiece = 0xffff'ffffu;

// A visitor of pieces.
template <int D, class T>
using PieceVisit = FunctionRef<bool(std::uint32_t id, const Piece<D, T>& piece)>;
// A visitor of pieces that returns the new reach.
template <int D, class T>
using NearPieceVisit = FunctionRef<double(std::uint32_t id, const Piece<D, T>& piece)>;

// A body that is the union of its pieces, each of them valid (see check()) and named by a number.
//
// - `bounds()`: a box around all of it, in its own frame; empty, if there are no pieces.
// - `for_each_piece(box, visit)`: visit(id, piece) for each piece whose box, in the body's frame,
//   overlaps `box`, in any order that depends on body and box alone. `visit` returns nothing, or
//   false to stop: the status is then `stopped`.
// - `for_each_piece_near(gap, reach, visit)`: gap(box) is the least that anything inside the box
//   could cost the asker: a squared distance, a time. Pieces come about in the order of the gaps of
//   their boxes; those whose gap exceeds `reach` stay away. visit(id, piece) returns the reach from
//   then on, which never grows; below any gap, it ends the search.
template <class B>
concept CompositeShape =
    requires(const B& body, const Aabb<B::kDimension, typename B::Scalar>& box,
             FunctionRef<double(const Aabb<B::kDimension, typename B::Scalar>&)> gap,
             PieceVisit<B::kDimension, typename B::Scalar> visit,
             NearPieceVisit<B::kDimension, typename B::Scalar> near) {
  { body.bounds() } -> std::convertible_to<Aabb<B::kDimension, typename B::Scalar>>;
  { body.for_each_piece(box, visit) } -> std::same_as<SearchResult>;
  { body.for_each_piece_near(gap, 0.0, near) } -> std::same_as<QueryStats>;
};

// A body that walks along rays by itself: `for_each_piece_along(origin, direction, reach, visit)`
// tells visit(id, piece), which returns the new reach, of all pieces that the ray may meet at a t
// up to `reach`, about in that order. In the body's frame.
template <class B>
concept RayWalkedShape = CompositeShape<B> &&
    requires(const B& body, const Vec<B::kDimension, double>& v,
             NearPieceVisit<B::kDimension, typename B::Scalar> visit) {
  { body.for_each_piece_along(v, v, 0.0, visit) } -> std::same_as<QueryStats>;
};

// A body whose pieces belong to one surface, so that their edges are seams of it. Where something
// touches piece `id` at `point` with the unit `normal` (from the body to it, all in the frame of
// the piece), `seam_free_normal(id, point, normal)` is the normal that the surface can have there
// nearest to that: on a flat floor of many triangles, that of the floor. Zero: none, the place is
// inside of the body.
template <class B>
concept SeamlessShape = CompositeShape<B> &&
    requires(const B& body, const Vec<B::kDimension, double>& v) {
  { body.seam_free_normal(0u, v, v) } -> std::same_as<Vec<B::kDimension, double>>;
};

}  // namespace masu
