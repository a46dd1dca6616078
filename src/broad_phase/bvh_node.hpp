// SPDX-License-Identifier: MIT
// BvhNode, BvhKernels: the nodes of a tree of boxes, and the functions that search it, for each
// instruction set.
#pragma once

#include <cstdint>

#include <masu/broad_phase/detail/bvh_nodes.hpp>
#include <masu/broad_phase/query_results.hpp>
#include <masu/core/aabb.hpp>
#include <masu/core/pair.hpp>
#include "broad_phase/prepared_ray.hpp"
#include "core/radix_sort.hpp"

namespace masu::detail {

// The most wide nodes from the root to a leaf, both included; BvhTree divides chains before.
inline constexpr std::uint32_t kBvhMaxDepth = 64;
// The largest stack of a depth-first traversal.
inline constexpr std::uint32_t kBvhStack = kBvhMaxDepth * (kBvhWidth - 1) + 1;

// Structure of arrays. Lanes from `count` on are inf to -inf, which only infinite boxes overlap;
// code that tests all lanes at once masks them.
template <int D, class T>
struct alignas(64) BvhNode {
  T lo[D][kBvhWidth];
  T hi[D][kBvhWidth];
  std::uint32_t child[kBvhWidth];  // node numbers; in a leaf indices of boxes
  Aabb<D, T> box;                  // around all lanes
  std::uint32_t count;

  Aabb<D, T> lane(std::uint32_t i) const {
    Aabb<D, T> b;
    for (int a = 0; a < D; ++a) b.min[a] = lo[a][i], b.max[a] = hi[a][i];
    return b;
  }
  void set_lane(std::uint32_t i, const Aabb<D, T>& b) {
    for (int a = 0; a < D; ++a) lo[a][i] = b.min[a], hi[a][i] = b.max[a];
  }
  // Makes lanes from `used` on unused, and `box` from the others.
  void close(std::uint32_t used) {
    count = used;
    for (int a = 0; a < D; ++a) {
      T low = lo[a][0];
      T high = hi[a][0];
      for (std::uint32_t i = 1; i < used; ++i) {
        low = lo[a][i] < low ? lo[a][i] : low;
        high = high < hi[a][i] ? hi[a][i] : high;
      }
      box.min[a] = low;
      box.max[a] = high;
    }
    for (std::uint32_t i = used; i < kBvhWidth; ++i) {
      set_lane(i, Aabb<D, T>::nothing());
      child[i] = kBvhNone;
    }
  }
};

// The results of kernels, block by block. `flush` takes the first `size` and returns false to stop.
template <class Found>
struct BvhBlock {
  static constexpr std::uint32_t kCapacity = 1024;
  Found data[kCapacity];
  std::uint32_t size = 0;
  bool (*flush)(BvhBlock& block) = nullptr;
  void* context = nullptr;
};

// Maps positions in the domain to Morton codes of cubic cells.
template <int D, class T>
struct BvhKeyMap {
  Vec<D, T> origin;
  T scale;  // cells per unit of length
};
template <int D>
inline constexpr int kBvhKeyBits = D == 1 ? 24 : 32 / D;

// The functions compiled once for each instruction set.
template <int D, class T>
struct BvhKernels {
  // The code of each box's center, in order. Centers outside, or NaN, count as in border cells.
  void (*keys)(const Aabb<D, T>* boxes, std::size_t size, const BvhKeyMap<D, T>& map,
               KeyedItem<std::uint32_t>* keys);
  // The indices of all boxes that overlap a non-empty one, leaf by leaf. Returns false if stopped.
  bool (*overlapping)(const BvhNodes<D, T>& nodes, const Aabb<D, T>& box,
                      BvhBlock<std::uint32_t>& out, BvhCounts& counts);
  // Pairs of overlapping indices, the first in `a`, the second in `b`.
  bool (*pairs_between)(const BvhNodes<D, T>& a, const BvhNodes<D, T>& b, BvhBlock<Pair>& out,
                        BvhCounts& counts);
  // Each unordered pair of indices of one tree once.
  bool (*pairs_within)(const BvhNodes<D, T>& nodes, BvhBlock<Pair>& out, BvhCounts& counts);
  // The squared distances of a non-empty box to the lanes, and the lanes within `limit`.
  std::uint32_t (*near_box)(const BvhNode<D, T>& node, const Aabb<D, T>& box, T limit, T* at);
  // The lanes of an inner node that the ray may hit at t <= limit, and a lower bound of that t.
  std::uint32_t (*ray_inner)(const BvhNode<D, T>& node, const PreparedRay<D, T>& ray, T limit,
                             T* t);
  // The lanes that it hits by ray_box() at t <= limit, and that t.
  std::uint32_t (*ray_leaf)(const BvhNode<D, T>& node, const PreparedRay<D, T>& ray, T limit, T* t);
  // All boxes that the ray hits by ray_box(), leaf by leaf. Returns false if stopped.
  bool (*on_ray)(const BvhNodes<D, T>& nodes, const PreparedRay<D, T>& ray,
                 BvhBlock<RayMeeting<T, std::uint32_t>>& out, BvhCounts& counts);
};

// The kernels for this processor (or the forced target). D = 1..4; float and double.
template <int D, class T>
const BvhKernels<D, T>& bvh_kernels();

}  // namespace masu::detail
