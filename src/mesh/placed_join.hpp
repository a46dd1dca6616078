// SPDX-License-Identifier: MIT
// Searches two hierarchies, each in its own frame, for sub-shapes whose boxes may overlap.
#pragma once

#include <masu/core/aabb.hpp>
#include <masu/core/pair.hpp>

#include "mesh/corner_leaf.hpp"
#include "narrow_phase/pair_frame.hpp"

namespace masu::detail {

// b's frame relative to a's, rounded to T; `slack` bounds the rounding error.
template <int D, class T>
struct JoinFrame {
  T rotation[D][D];
  T absolute[D][D];
  T translation[D];
  T slack;
  PairFrame<D> exact;
};

// Pairs of sub-shapes: the first of a, the second of b. `flush` consumes them all and returns false
// to stop. Blocks are small, so that a search for one contact finds few needlessly.
struct JoinBlock {
  static constexpr std::uint32_t kCapacity = 64;
  Pair data[kCapacity];
  std::uint64_t sure = 0;  // bit i: pair i touches certainly; otherwise it may
  std::uint32_t size = 0;
  bool (*flush)(JoinBlock& block) = nullptr;
  void* context = nullptr;
};

template <int D, class T>
struct JoinKernels {
  // Returns false if stopped.
  bool (*join)(const BvhNodes<D, T>& a, const BvhNodes<D, T>& b, const JoinFrame<D, T>& frame,
               JoinBlock& out, BvhCounts& counts);
};
template <int D, class T>
const JoinKernels<D, T>& join_kernels();

template <int D, class T>
struct MeshKernels {
  // Computes the boxes of all leaves from the current vertices, and in 3D the corners of each leaf.
  void (*fit_leaves)(const MeshLeaves<D, T>& mesh, BvhNode<D, T>* leaves,
                     TriangleCorners<T>* corners);
};
template <int D, class T>
const MeshKernels<D, T>& mesh_kernels();

template <class T>
struct TriangleJoinKernels {
  // Finds only pairs that touch, or are too near to decide. Returns false if stopped.
  bool (*join)(const MeshLeaves<3, T>& a, const MeshLeaves<3, T>& b, const JoinFrame<3, T>& frame,
               JoinBlock& out, BvhCounts& counts);
};
template <class T>
const TriangleJoinKernels<T>& triangle_join_kernels();

// Returns false if numbers are so large or small that rounding in T could not be bounded.
template <int D, class T>
bool make_join_frame(const PairFrame<D>& frame, const Aabb<D, T>& a, const Aabb<D, T>& b,
                     double margin, JoinFrame<D, T>& made);

}  // namespace masu::detail
