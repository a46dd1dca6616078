// SPDX-License-Identifier: MIT
// The features of two small polyhedra that may have the least penetration depth: a first pass, in
// float.
#pragma once

#include "narrow_phase/core_difference.hpp"

namespace masu::detail {

enum class AxisKind : std::uint8_t { face_of_a, face_of_b, edges };

// A face and the vertex deepest below it, or two edges.
struct AxisCandidate {
  AxisKind kind;
  std::uint16_t a;
  std::uint16_t b;
  float depth;  // as a share of the screen's size
};

enum class ScreenOutcome : std::uint8_t {
  apart,     // the plane of a face separates them
  listed,    // the least depth is that of one of the candidates
  too_many,  // they do not fit, or the sizes exceed float
};

struct AxisScreen {
  static constexpr std::size_t kMostVertices = 64;
  static constexpr std::size_t kMostFaces = 2 * kMostVertices;
  static constexpr std::size_t kMostEdges = 3 * kMostVertices;
  static constexpr int kMost = 64;  // bits of a word

  ScreenOutcome outcome;
  int count;
  std::uint32_t tests;  // of a face against a vertex, or an edge against an edge
  AxisCandidate candidate[kMost];
};

// For polyhedra that are sharp() and have at most kMostVertices vertices.
template <class T>
void screen_axes(const ConvexPolyhedron<T>& a, const ConvexPolyhedron<T>& b,
                 const PairFrame<3>& frame, AxisScreen& out);

}  // namespace masu::detail
