// SPDX-License-Identifier: MIT
// Walks through the tree of a world's objects that ask eight boxes at once.
#pragma once

#include <masu/broad_phase/detail/bvh_node.hpp>

namespace masu::detail {

// What is told of leaves: `take` gets the lanes that may be wanted, and a lower bound for each. It
// returns the limit from then on, which never grows; a negative one ends the walk.
template <int D, class T>
struct LeafVisit {
  T (*take)(void* context, const BvhNode<D, T>& leaf, std::uint32_t lanes, const T* at, T limit);
  void* context;
};

// Compiled once for each instruction set. Nodes no farther than the limit, the nearest child first;
// of equal ones the left one. Answers and counts are the same everywhere.
template <int D, class T>
struct ObjectKernels {
  // By the squared distance of a finite point from boxes, as distance_squared() rounds it.
  void (*near_point)(const BvhNodes<D, T>& nodes, const Vec<D, T>& point, T limit,
                     const LeafVisit<D, T>& leaf, BvhCounts& counts);
  // By the t at which a ray may enter a box, or a little sooner.
  void (*along_ray)(const BvhNodes<D, T>& nodes, const PreparedRay<D, T>& ray, T limit,
                    const LeafVisit<D, T>& leaf, BvhCounts& counts);
};

// The kernels for this processor (or the forced target). D = 2, 3; float and double.
template <int D, class T>
const ObjectKernels<D, T>& object_kernels();

}  // namespace masu::detail
