// SPDX-License-Identifier: MIT
// Answers about bodies of many pieces: those about two shapes, and which two pieces they are about.
#pragma once

#include <masu/mesh/composite_shape.hpp>
#include <masu/narrow_phase/separation.hpp>

namespace masu {

// How far two bodies are apart, and between which pieces. A convex shape is one piece, number 0.
// kNoPiece: there is no such pair. The counters are those of the search through the bodies:
// `results` counts pairs of pieces looked at.
template <int D, class T>
struct PieceSeparation {
  Separation<D, T> separation;
  std::uint32_t piece_a = kNoPiece;
  std::uint32_t piece_b = kNoPiece;
  QueryStats stats{};

  PieceSeparation flipped() const { return {separation.flipped(), piece_b, piece_a, stats}; }
};

// When two bodies first touch, and with which pieces.
template <int D, class T>
struct PieceImpact {
  Impact<D, T> impact;
  std::uint32_t piece_a = kNoPiece;
  std::uint32_t piece_b = kNoPiece;
  QueryStats stats{};

  PieceImpact flipped() const { return {impact.flipped(), piece_b, piece_a, stats}; }
};

}  // namespace masu
