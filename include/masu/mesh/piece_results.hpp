// SPDX-License-Identifier: MIT
// Results of queries on bodies of many pieces: those of two shapes, and which pieces they are of.
// The numbers are members of the result itself, as for shapes: distance(a, at_a, b, at_b).distance
// compiles for shapes, meshes and compounds alike.
#pragma once

#include <masu/mesh/composite_shape.hpp>
#include <masu/narrow_phase/separation.hpp>

namespace masu {

// Which pieces of two bodies a result is of. A convex shape is one piece, number 0.
struct PieceIds {
  std::uint32_t piece_a = kNoPiece;
  std::uint32_t piece_b = kNoPiece;
};

// How far two bodies are apart, and between which pieces: a Separation with more members. kNoPiece:
// there is no such pair. The counters are those of the search through the bodies: `results` counts
// pairs of pieces tested.
template <int D, class T>
struct PieceSeparation : Separation<D, T> {
  std::uint32_t piece_a = kNoPiece;
  std::uint32_t piece_b = kNoPiece;
  QueryStats stats{};

  // The numbers alone.
  Separation<D, T>& separation() { return *this; }
  const Separation<D, T>& separation() const { return *this; }
  PieceSeparation flipped() const { return {separation().flipped(), piece_b, piece_a, stats}; }
};

// When two bodies first touch, and with which pieces: an Impact with more members.
template <int D, class T>
struct PieceImpact : Impact<D, T> {
  std::uint32_t piece_a = kNoPiece;
  std::uint32_t piece_b = kNoPiece;
  QueryStats stats{};

  // The numbers alone.
  Impact<D, T>& impact() { return *this; }
  const Impact<D, T>& impact() const { return *this; }
  PieceImpact flipped() const { return {impact().flipped(), piece_b, piece_a, stats}; }
};

}  // namespace masu
