// SPDX-License-Identifier: MIT
// Which features of two small polyhedra may show the way out: a first look, in float.
#pragma once

#include "narrow_phase/core_difference.hpp"

namespace masu::detail {

enum class AxisKind : std::uint8_t { face_of_a, face_of_b, edges };

// A face and the vertex deepest below it, or two edges.
struct AxisCandidate {
  AxisKind kind;
  std::uint16_t a;
  std::uint16_t b;
  float depth;  // as a part of the screen's size
};

enum class ScreenOutcome : std::uint8_t {
  apart,     // a plane along a face holds them apart
  listed,    // the least depth is that of one of the candidates
  too_many,  // they do not fit, or the sizes are beyond float
};

struct AxisScreen {
  static constexpr std::size_t kMostVertices = 64;
  static constexpr std::size_t kMostFaces = 2 * kMostVertices;
  static constexpr std::size_t kMostEdges = 3 * kMostVertices;
  static constexpr int kMost = 64;  // bits of a word

  ScreenOutcome outcome;
  int count;
  std::uint32_t tests;  // of a face with a vertex, or an edge with an edge
  AxisCandidate candidate[kMost];
};

// For polyhedra that are sharp() and of at most kMostVertices vertices.
template <class T>
void screen_axes(const ConvexPolyhedron<T>& a, const ConvexPolyhedron<T>& b,
                 const PairFrame<3>& frame, AxisScreen& out);

}  // namespace masu::detail
