// SPDX-License-Identifier: MIT
// WalkKernels: best-first traversals of a tree of boxes, eight boxes at once.
#pragma once

#include "broad_phase/bvh_node.hpp"
#include "core/round_outward.hpp"

namespace masu::detail {

// The callback for leaves: `take` gets the lanes that may matter, and a lower bound for each. It
// returns the limit from then on, which never grows; a negative one ends the traversal.
template <int D, class T>
struct LeafVisit {
  T (*take)(void* context, const BvhNode<D, T>& leaf, std::uint32_t lanes, const T* at, T limit);
  void* context;
};

// Returns the least T that is not below `reach`.
template <class T>
T limit_of(double reach) {
  constexpr double kMost = double(std::numeric_limits<T>::max());
  return reach < kMost ? round_up<T>(reach) : std::numeric_limits<T>::infinity();
}

// Compiled once for each instruction set. Visits nodes no farther than the limit, the nearest child
// first. Results and counts are the same everywhere.
template <int D, class T>
struct WalkKernels {
  // By the squared distance of a finite point from boxes, as distance_squared() rounds it. Without
  // a limit, the leaf with the least bound comes first, so that there is a limit soon.
  void (*near_point)(const BvhNodes<D, T>& nodes, const Vec<D, T>& point, T limit,
                     const LeafVisit<D, T>& leaf, BvhCounts& counts);
  // By the t at which a ray may enter a box that is `slack` larger on all sides, or a little
  // earlier.
  void (*along_ray)(const BvhNodes<D, T>& nodes, const PreparedRay<D, T>& ray, T slack, T limit,
                    const LeafVisit<D, T>& leaf, BvhCounts& counts);
};

// The kernels for this processor (or the forced target). D = 2, 3; float and double.
template <int D, class T>
const WalkKernels<D, T>& walk_kernels();

}  // namespace masu::detail
