// SPDX-License-Identifier: MIT
// Answers about bodies of many pieces: those about two shapes, and which two pieces they are about.
#pragma once

#include <masu/mesh/composite_shape.hpp>
#include <masu/narrow_phase/separation.hpp>

namespace masu {

// A convex shape is one piece, number 0. kNoPiece: there is no such pair. The counters are those of
// the search through the bodies: `results` counts pairs of pieces looked at.
struct PieceIntersection {
  Status status = Status::ok;
  bool overlapping = false;
  std::uint32_t piece_a = kNoPiece;
  std::uint32_t piece_b = kNoPiece;
  QueryStats stats{};

  PieceIntersection flipped() const { return {status, overlapping, piece_b, piece_a, stats}; }
};

// How far two bodies are apart, and between which pieces.
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

// What a ray hits first.
template <int D, class T>
struct PieceRayCast {
  RayCast<D, T> cast;
  std::uint32_t piece = kNoPiece;
  QueryStats stats{};
};

// The piece nearest to a point.
template <int D, class T>
struct PieceSurfacePoint {
  SurfacePoint<D, T> nearest;
  std::uint32_t piece = kNoPiece;
  QueryStats stats{};
};

// How two pieces lie to each other.
template <int D, class T>
struct PieceContact {
  std::uint32_t piece_a;
  std::uint32_t piece_b;
  Separation<D, T> separation;

  PieceContact flipped() const { return {piece_b, piece_a, separation.flipped()}; }
};

// Where two pieces touch.
template <int D, class T>
struct PieceManifold {
  std::uint32_t piece_a;
  std::uint32_t piece_b;
  Manifold<D, T> manifold;

  PieceManifold flipped() const { return {piece_b, piece_a, masu::flipped(manifold)}; }
};

}  // namespace masu
