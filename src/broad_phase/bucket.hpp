// SPDX-License-Identifier: MIT
// Bucket: the boxes of four objects of one cell, in structure of arrays for the kernels.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include <masu/core/aabb.hpp>

namespace masu::detail {

// Structure of arrays. A lane without an object has a NaN corner, which overlaps nothing. Two cache
// lines for floats in 2D or 3D: in 2D 96 bytes, so that every other bucket begins in the middle of
// a line.
template <int D, class T>
struct alignas(D == 2 ? 32 : 64) Bucket {
  static constexpr std::uint32_t kSize = 4;

  T lo[D][kSize];
  T hi[D][kSize];
  std::uint32_t ids[kSize];
  std::uint32_t next;  // in the chain of its cell, or in the list of free buckets
  std::uint16_t count;
  std::uint16_t is_head;  // 1: first of a chain; the others are full

  Aabb<D, T> box(std::uint32_t lane) const {
    Aabb<D, T> b;
    for (int a = 0; a < D; ++a) b.min[a] = lo[a][lane], b.max[a] = hi[a][lane];
    return b;
  }
  void set(std::uint32_t lane, std::uint32_t id, const Aabb<D, T>& b) {
    for (int a = 0; a < D; ++a) lo[a][lane] = b.min[a], hi[a][lane] = b.max[a];
    ids[lane] = id;
  }
  void vacate(std::uint32_t lane) { lo[0][lane] = std::numeric_limits<T>::quiet_NaN(); }
  std::uint32_t lane_of(std::uint32_t id) const {
    std::uint32_t lane = 0;
    while (ids[lane] != id) ++lane;
    return lane;
  }
};

template <int D, class T>
struct BucketKernels {
  // Writes the ids of all objects in the listed buckets that overlap the box, not empty, in their
  // order, and returns how many; `ids` has space for kSize per bucket.
  std::uint32_t (*overlapping)(const Bucket<D, T>* buckets, const std::uint32_t* list,
                               std::uint32_t count, const Aabb<D, T>& box, std::uint32_t* ids);
};

// The kernels for this processor (or the forced target). D = 1..4; float and double.
template <int D, class T>
const BucketKernels<D, T>& bucket_kernels();

}  // namespace masu::detail
