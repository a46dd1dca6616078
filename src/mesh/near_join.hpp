// SPDX-License-Identifier: MIT
// Searches two hierarchies, each in its own frame, for the nearest pair of sub-shapes.
#pragma once

#include <limits>

#include <masu/core/aabb.hpp>

#include "mesh/corner_leaf.hpp"
#include "narrow_phase/pair_frame.hpp"

namespace masu::detail {

// Lower and upper bound of a distance.
struct SubShapeGap {
  double lower;
  double upper;
};

template <int D>
struct NearQuery {
  PairFrame<D> frame;
  double slack;  // bound of the rounding error of a box or a distance
  double tie;    // distances that differ by less count as equal
  // Returns the distance of two sub-shapes; upper <= 0 ends the search.
  SubShapeGap (*measure)(void* context, std::uint32_t a, std::uint32_t b);
  void* context;
};

// Pairs that were not measured are no nearer than `upper - tie`, measured ones no nearer than
// `lower`.
struct NearestPair {
  std::uint32_t a = kBvhNone;
  std::uint32_t b = kBvhNone;
  double lower = std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

struct NearCounts : BvhCounts {
  std::uint64_t pairs = 0;
};

template <int D, class T>
struct NearKernels {
  NearestPair (*nearest)(const BvhNodes<D, T>& a, const BvhNodes<D, T>& b,
                         const NearQuery<D>& query, NearCounts& counts);
};
template <int D, class T>
const NearKernels<D, T>& near_kernels();

// Calls `measure` only for triangles whose distance is in doubt.
template <class T>
struct TriangleNearKernels {
  NearestPair (*nearest)(const MeshLeaves<3, T>& a, const MeshLeaves<3, T>& b,
                         const NearQuery<3>& query, NearCounts& counts);
};
template <class T>
const TriangleNearKernels<T>& triangle_near_kernels();

// The slack is 2^-46 of the largest number that any sum can reach, which is a hundred roundings.
// Returns false if boxes are unbounded.
template <int D, class T>
bool make_near_query(const PairFrame<D>& frame, const Aabb<D, T>& a, const Aabb<D, T>& b,
                     NearQuery<D>& made) {
  const auto reach = [](const Aabb<D, T>& box) {
    return larger(largest_component(vec_cast<double>(box.min)),
                  largest_component(vec_cast<double>(box.max)));
  };
  const double size = larger(reach(a), D * reach(b) + largest_component(frame.translation));
  if (!(size < 0x1p160)) return false;
  made = {frame, 0x1p-46 * size, 0x1p-44 * size, nullptr, nullptr};
  return true;
}

}  // namespace masu::detail
