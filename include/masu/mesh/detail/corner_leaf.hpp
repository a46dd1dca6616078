// SPDX-License-Identifier: MIT
// The vertices that the pieces in each leaf of a mesh's hierarchy name, lane by lane.
#pragma once

#include <masu/broad_phase/detail/bvh_node.hpp>

namespace masu::detail {

// Unused lanes repeat the first.
template <int D>
struct alignas(32) CornerNames {
  std::uint32_t vertex[D][kBvhWidth];
};

// Behind the last vertex there must be room for one number more, which may be read.
template <int D, class T>
struct MeshLeaves {
  BvhNodes<D, T> nodes;
  const CornerNames<D>* names;
  const Vec<D, T>* vertices;
};

}  // namespace masu::detail
