// SPDX-License-Identifier: MIT
// The planes of the faces of an expanding polyhedron, in SIMD layout.
#pragma once

#include <cstdint>
#include <limits>

#include <masu/core/vec.hpp>
#include <masu/narrow_phase/epa_result.hpp>

namespace masu::detail {

// All x with normal . x <= offset lie behind face f. Where there is no face, and in the rest of the
// last block, the offset is +infinity: nothing sees it. The normal of a face without area is not
// reliable: its offset is -infinity, so that every point sees it, its distance +infinity.
struct FaceTable {
  static constexpr int kBlock = 4;
  static constexpr int kMostFaces = 2 * kMostEpaVertices;  // 2 V - 4, in whole blocks

  double normal[3][kMostFaces];
  double offset[kMostFaces];
  double distance[kMostFaces];  // of the plane from the origin

  Vec<3, double> normal_of(int f) const { return {normal[0][f], normal[1][f], normal[2][f]}; }
  void remove(int f) {
    for (int a = 0; a < 3; ++a) normal[a][f] = 0;
    offset[f] = distance[f] = std::numeric_limits<double>::infinity();
  }
};

// One bit per face.
struct FaceSet {
  static constexpr int kWords = FaceTable::kMostFaces / 64;
  std::uint64_t word[kWords];

  bool contains(int f) const { return (word[f >> 6] >> (f & 63) & 1) != 0; }
  void insert(int f) { word[f >> 6] |= std::uint64_t{1} << (f & 63); }
};

// Triangles, counterclockwise.
struct TriangleTable {
  static constexpr int kMost = kMostEpaVertices;
  double from[3][kMost];
  double to[3][kMost];
  double point[3][kMost];
  double normal[3][kMost];
  double offset[kMost];  // -infinity for faces without area
};

struct FaceKernels {
  // Returns the first face of least distance among `count`, a multiple of kBlock.
  int (*nearest)(const FaceTable& faces, int count);
  // Sets the bits of those whose plane w is above by more than `slack`. Words beyond `count` stay.
  void (*seen)(const FaceTable& faces, int count, const Vec<3, double>& w, double slack,
               FaceSet& out);
  // Computes the planes of the triangles, in whole blocks.
  void (*planes)(TriangleTable& table, int count);
};

// For the instruction set of this processor; the same bits on all.
const FaceKernels& face_kernels();

}  // namespace masu::detail
