// SPDX-License-Identifier: MIT
// Pairs of pieces of two bodies that keep theirs in hierarchies: both are gone down at once.
#pragma once

#include <masu/mesh/detail/body.hpp>
#include <masu/mesh/detail/piece_tree.hpp>
#include <masu/mesh/detail/placed_join.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/narrow_phase/triangle_triangle.hpp>

namespace masu::detail {

// A body that shows its hierarchy, whose places are the numbers of the pieces.
template <class B>
concept TreeBody = CompositeShape<B> && requires(const B& body, std::uint32_t id) {
  { body.tree() } -> std::same_as<const PieceTree<B::kDimension, typename B::Scalar>&>;
  { body.piece(id) } -> std::same_as<Piece<B::kDimension, typename B::Scalar>>;
};

// Two pieces in the frame of the first.
template <int D, class T>
struct PiecePair {
  std::uint32_t id_a;
  std::uint32_t id_b;
  const ShapeView<D, T>& a;
  const ShapeView<D, T>& b;
  const PairPlace<D>& at;
};

// Triangles in space, as such.
template <int D, class T>
bool is_triangle(const ShapeView<D, T>& shape) {
  return D == 3 && shape.kind == ShapeKind::triangle && shape.radius == 0;
}

// Corners of a triangle in the frame of another piece.
struct PlacedCorners {
  Vec<3, double> p[3];

  template <class T>
  explicit PlacedCorners(const Triangle<3, T>& t)
      : p{vec_cast<double>(t.a), vec_cast<double>(t.b), vec_cast<double>(t.c)} {}
  template <class T>
  explicit PlacedCorners(const ShapeView<3, T>& t)
      : PlacedCorners(Triangle<3, T>{t.p[0], t.p[1], t.p[2]}) {}
  template <class S>
  PlacedCorners(const S& triangle, const PairFrame<3>& at) : PlacedCorners(triangle) {
    for (Vec<3, double>& q : p) q = at.turn * q + at.place;
  }
};

template <int D, class T>
bool pieces_touch(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairPlace<D>& at,
                  double margin) {
  if constexpr (D == 3) {
    if (margin == 0 && is_triangle(a) && is_triangle(b)) {
      return triangles_touch(PlacedCorners(a).p, PlacedCorners(b, at).p);
    }
  }
  return placed_within(a, b, at, margin);
}

// Which candidates touch.
template <TreeBody A, TreeBody B, int D>
class PieceTouch {
 public:
  using T = typename A::Scalar;

  PieceTouch(const A& a, const B& b, const PairPlace<D>& at, double margin)
      : a_(a), b_(b), at_(at), margin_(margin) {}

  template <class Visit>
  bool take(std::uint32_t id_a, std::uint32_t id_b, bool, Visit& visit) const {
    const Piece<D, T> x = a_.piece(id_a);
    const Piece<D, T> y = b_.piece(id_b);
    const PairPlace<D> place = with_piece_of_b(with_piece_of_a(at_, x), y);
    if (!pieces_touch(x.shape, y.shape, place, margin_)) return true;
    return visit(PiecePair<D, T>{id_a, id_b, x.shape, y.shape, place});
  }

 private:
  const A& a_;
  const B& b_;
  const PairPlace<D>& at_;
  double margin_;
};

// Triangles of meshes; the search knows of most whether they touch.
template <class T>
class TriangleTouch {
 public:
  using Mesh = SurfaceMesh<3, T>;

  TriangleTouch(const Mesh& a, const Mesh& b, const PairPlace<3>& at) : a_(a), b_(b), at_(at) {}

  template <class Visit>
  bool take(std::uint32_t id_a, std::uint32_t id_b, bool sure, Visit& visit) const {
    const Triangle<3, T> x = a_.triangle(id_a);
    const Triangle<3, T> y = b_.triangle(id_b);
    if (!sure) {
      const PlacedCorners placed(y, at_);
      if (!triangles_touch(PlacedCorners(x).p, placed.p)) return true;
    }
    const ShapeView<3, T> view_x = x.view();
    const ShapeView<3, T> view_y = y.view();
    return visit(PiecePair<3, T>{id_a, id_b, view_x, view_y, at_});
  }

 private:
  const Mesh& a_;
  const Mesh& b_;
  const PairPlace<3>& at_;
};

// `join(block, counts)` finds the candidates.
template <class Touch, class Visit, class Join>
SearchResult touching_by(const Touch& touch, Visit& visit, Join&& join) {
  struct Context {
    const Touch& touch;
    Visit& visit;
    std::uint64_t looked_at = 0;
  } context{touch, visit};
  JoinBlock block;
  block.context = &context;
  block.flush = [](JoinBlock& found) {
    Context& c = *static_cast<Context*>(found.context);
    for (std::uint32_t i = 0; i < found.size; ++i) {
      ++c.looked_at;
      const bool sure = (found.sure >> i & 1) != 0;
      if (!c.touch.take(found.data[i].a, found.data[i].b, sure, c.visit)) return false;
    }
    found.size = 0;
    return true;
  };
  BvhCounts counts;
  const bool on = join(block, counts);
  return {on ? Status::ok : Status::stopped,
          {.nodes = counts.nodes, .tests = counts.tests, .results = context.looked_at}};
}

// visit(pair) -> go on, for each pair of pieces no farther apart than `margin`.
template <TreeBody A, TreeBody B, int D, class T, class Visit>
SearchResult touching_in_trees(const A& a, const B& b, const PairPlace<D>& at,
                               const JoinFrame<D, T>& frame, double margin, Visit& visit) {
  if constexpr (std::same_as<A, SurfaceMesh<3, T>> && std::same_as<B, SurfaceMesh<3, T>>) {
    if (margin == 0) {
      return touching_by(TriangleTouch<T>(a, b, at), visit, [&](auto& block, auto& counts) {
        return triangle_join_kernels<T>().join(a.leaves(), b.leaves(), frame, block, counts);
      });
    }
  }
  return touching_by(PieceTouch<A, B, D>(a, b, at, margin), visit, [&](auto& block, auto& counts) {
    return join_kernels<D, T>().join(a.tree().nodes(), b.tree().nodes(), frame, block, counts);
  });
}

}  // namespace masu::detail
