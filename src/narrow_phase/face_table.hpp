// SPDX-License-Identifier: MIT
// Planes of the faces of a polyhedron that grows, as SIMD reads them.
#pragma once

#include <cstdint>
#include <limits>

#include <masu/core/vec.hpp>
#include <masu/narrow_phase/epa_result.hpp>

namespace masu::detail {

// All x with normal . x <= offset lie behind face f. Where there is no face, and in the rest of the
// last block, the offset is +infinity: nothing sees it. A face without area has no normal that
// could be trusted: its offset is -infinity, so that every point sees it, its distance +infinity.
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

// One bit a face.
struct FaceSet {
  static constexpr int kWords = FaceTable::kMostFaces / 64;
  std::uint64_t word[kWords];

  bool contains(int f) const { return (word[f >> 6] >> (f & 63) & 1) != 0; }
  void insert(int f) { word[f >> 6] |= std::uint64_t{1} << (f & 63); }
};

// Triangles, counter-clockwise.
struct TriangleTable {
  static constexpr int kMost = kMostEpaVertices;
  double from[3][kMost];
  double to[3][kMost];
  double point[3][kMost];
  double normal[3][kMost];
  double offset[kMost];  // -infinity: without area
};

struct FaceKernels {
  // The first face of least distance among `count`, a multiple of kBlock.
  int (*nearest)(const FaceTable& faces, int count);
  // Those above whose plane w is by more than `slack`. Words beyond `count` are left alone.
  void (*seen)(const FaceTable& faces, int count, const Vec<3, double>& w, double slack,
               FaceSet& out);
  // Planes of the triangles, in whole blocks.
  void (*planes)(TriangleTable& table, int count);
};

// For the instruction set of this processor; the same bits on all.
const FaceKernels& face_kernels();

}  // namespace masu::detail
