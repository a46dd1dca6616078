// SPDX-License-Identifier: MIT
// Results of queries of composite shapes: those of two shapes, plus the indices of the pieces. The
// indices are members of the result itself: distance(a, at_a, b, at_b).distance compiles for
// shapes, meshes and compounds alike.
#pragma once

#include <masu/mesh/composite_shape.hpp>
#include <masu/narrow_phase/separation.hpp>

namespace masu {

// The pieces of two bodies to which a result belongs. A convex shape is one piece, index 0.
struct PieceIds {
  std::uint32_t piece_a = kNoPiece;  // piece of the first body
  std::uint32_t piece_b = kNoPiece;  // piece of the second body
};

// Result of distance() of composite shapes: a Separation and its two pieces, or kNoPiece if there
// are none. `stats` counts the search through the bodies: `results` is the number of pairs of
// pieces tested.
template <int D, class T>
struct PieceSeparation : Separation<D, T> {
  std::uint32_t piece_a = kNoPiece;  // piece of a
  std::uint32_t piece_b = kNoPiece;  // piece of b
  QueryStats stats{};                // work of the search

  // Returns the result without the pieces.
  Separation<D, T>& separation() { return *this; }
  const Separation<D, T>& separation() const { return *this; }
  // Returns the result with the bodies exchanged.
  PieceSeparation flipped() const { return {separation().flipped(), piece_b, piece_a, stats}; }
};

// Result of time_of_impact() and shape_cast() of composite shapes: an Impact and its two pieces.
template <int D, class T>
struct PieceImpact : Impact<D, T> {
  std::uint32_t piece_a = kNoPiece;  // piece of a
  std::uint32_t piece_b = kNoPiece;  // piece of b
  QueryStats stats{};                // work of the search

  // Returns the result without the pieces.
  Impact<D, T>& impact() { return *this; }
  const Impact<D, T>& impact() const { return *this; }
  // Returns the result with the bodies exchanged.
  PieceImpact flipped() const { return {impact().flipped(), piece_b, piece_a, stats}; }
};

}  // namespace masu
