// SPDX-License-Identifier: MIT
// Pairs of pieces of two bodies that keep theirs in hierarchies: both are gone down at once.
#pragma once

#include <masu/mesh/detail/body.hpp>
#include <masu/mesh/detail/piece_tree.hpp>
#include <masu/mesh/detail/placed_join.hpp>
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
template <class T>
struct PlacedCorners {
  Vec<3, double> p[3];

  explicit PlacedCorners(const ShapeView<3, T>& triangle)
      : p{vec_cast<double>(triangle.p[0]), vec_cast<double>(triangle.p[1]),
          vec_cast<double>(triangle.p[2])} {}
  PlacedCorners(const ShapeView<3, T>& triangle, const PairFrame<3>& at) : PlacedCorners(triangle) {
    for (Vec<3, double>& q : p) q = at.turn * q + at.place;
  }
};

template <int D, class T>
bool pieces_touch(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairPlace<D>& at,
                  double margin) {
  if constexpr (D == 3) {
    if (margin == 0 && is_triangle(a) && is_triangle(b)) {
      return triangles_touch(PlacedCorners<T>(a).p, PlacedCorners<T>(b, at).p);
    }
  }
  return placed_within(a, b, at, margin);
}

// Which candidates touch. Those of one piece of b come one after the other.
template <TreeBody A, TreeBody B, int D>
class PieceTouch {
 public:
  using T = typename A::Scalar;

  PieceTouch(const A& a, const B& b, const PairPlace<D>& at, double margin)
      : a_(a), b_(b), at_(at), margin_(margin) {}

  template <class Visit>
  bool take(std::uint32_t id_a, std::uint32_t id_b, Visit& visit) {
    const Piece<D, T> x = a_.piece(id_a);
    if (id_b != id_b_) take_b(id_b);
    if constexpr (D == 3) {
      if (of_triangle_ && x.place == nullptr && is_triangle(x.shape)) {
        if (!triangles_touch(PlacedCorners<T>(x.shape).p, corners_b_.p)) return true;
        return visit(PiecePair<D, T>{id_a, id_b, x.shape, piece_b_.shape, at_});
      }
    }
    const PairPlace<D> place = with_piece_of_b(with_piece_of_a(at_, x), piece_b_);
    if (!pieces_touch(x.shape, piece_b_.shape, place, margin_)) return true;
    return visit(PiecePair<D, T>{id_a, id_b, x.shape, piece_b_.shape, place});
  }

 private:
  void take_b(std::uint32_t id_b) {
    id_b_ = id_b;
    piece_b_ = b_.piece(id_b);
    if constexpr (D == 3) {
      of_triangle_ = margin_ == 0 && piece_b_.place == nullptr && is_triangle(piece_b_.shape);
      if (of_triangle_) corners_b_ = PlacedCorners<T>(piece_b_.shape, at_);
    }
  }

  const A& a_;
  const B& b_;
  const PairPlace<D>& at_;
  double margin_;
  std::uint32_t id_b_ = kNoPiece;
  Piece<D, T> piece_b_;
  bool of_triangle_ = false;
  PlacedCorners<T> corners_b_{ShapeView<3, T>{}};
};

// visit(pair) -> go on, for each pair of pieces no farther apart than `margin`.
template <TreeBody A, TreeBody B, int D, class T, class Visit>
SearchResult touching_in_trees(const A& a, const B& b, const PairPlace<D>& at,
                               const JoinFrame<D, T>& frame, double margin, Visit& visit) {
  struct Context {
    PieceTouch<A, B, D> touch;
    Visit& visit;
    std::uint64_t looked_at = 0;
  } context{{a, b, at, margin}, visit};
  JoinBlock block;
  block.context = &context;
  block.flush = [](JoinBlock& found) {
    Context& c = *static_cast<Context*>(found.context);
    for (std::uint32_t i = 0; i < found.size; ++i) {
      ++c.looked_at;
      if (!c.touch.take(found.data[i].a, found.data[i].b, c.visit)) return false;
    }
    found.size = 0;
    return true;
  };
  BvhCounts counts;
  const bool on =
      join_kernels<D, T>().join(a.tree().nodes(), b.tree().nodes(), frame, block, counts);
  return {on ? Status::ok : Status::stopped,
          {.nodes = counts.nodes, .tests = counts.tests, .results = context.looked_at}};
}

}  // namespace masu::detail
