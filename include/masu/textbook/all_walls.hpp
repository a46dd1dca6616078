// SPDX-License-Identifier: MIT
// AllWalls: brute force over all walls, the reference that tests and benchmarks compare with.
#pragma once

#include <masu/corridor/chain_tree.hpp>

namespace masu {

// The queries of ChainTree, by testing all walls: O(n) each. Reads the caller's arrays, which must
// outlive it. Use it in tests, or for a handful of walls.
//
//    const masu::AllWalls<float> walls(chains.vertices(), chains.chains());
//    use(walls.nearest({3, 1}).wall);
//
// Threads: safe in many threads while the arrays do not change. It does not check its input: the
// only status besides ok is stopped.
template <class T>
class AllWalls {
 public:
  // The walls are those of `chains`, between `vertices`.
  AllWalls(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains)
      : vertices_(vertices), chains_(chains) {}

  // Returns the nearest wall; of equal ones the one with the lowest number.
  NearestWall<T> nearest(const Vec<2, T>& p,
                         T max_distance = std::numeric_limits<T>::infinity()) const;

  // Calls visit(wall, distance_squared) for each wall within `radius`, until it returns false.
  SearchResult for_each_within(const Vec<2, T>& p, T radius,
                               const BlockTarget<WallDistance<T>>& visit) const;

  // Returns the first wall that the ray hits.
  WallHit<T> ray_cast(const Ray<2, T>& ray) const;

  // Returns the first wall that a circle hits as it moves by `translation`.
  WallHit<T> circle_cast(const Vec<2, T>& p, T radius, const Vec<2, T>& translation) const {
    return capsule_cast(p, {}, radius, translation);
  }

  // Returns the first wall that a capsule, from p - half to p + half, hits as it moves by
  // `translation`.
  WallHit<T> capsule_cast(const Vec<2, T>& p, const Vec<2, T>& half, T radius,
                          const Vec<2, T>& translation) const;

 private:
  std::span<const Vec<2, T>> vertices_;
  std::span<const WallChain> chains_;
};

}  // namespace masu
