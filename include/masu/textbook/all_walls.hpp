// SPDX-License-Identifier: MIT
// Every wall, every time: what the other ways of looking for walls are measured and tested against.
#pragma once

#include <masu/corridor/chain_tree.hpp>

namespace masu {

// ChainTree's questions, answered by asking all walls: O(n) each. Reads the caller's arrays, which
// must outlive it.
template <class T>
class AllWalls {
 public:
  // Walls are those of the chains, between these vertices.
  AllWalls(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains)
      : vertices_(vertices), chains_(chains) {}

  // The nearest wall, of equal ones the lowest.
  NearestWall<T> nearest(const Vec<2, T>& p,
                         T max_distance = std::numeric_limits<T>::infinity()) const;

  // visit(wall, distance_squared) for each wall within `radius`; it may return false to stop.
  SearchResult for_each_within(const Vec<2, T>& p, T radius,
                               const BlockTarget<WallDistance<T>>& visit) const;

  // The first wall on the ray.
  WallHit<T> ray_cast(const Ray<2, T>& ray) const;

  // The first wall that a circle meets on its way.
  WallHit<T> circle_cast(const Vec<2, T>& p, T radius, const Vec<2, T>& translation) const {
    return capsule_cast(p, {}, radius, translation);
  }

  // The first wall that a capsule, from p - half to p + half, meets on its way.
  WallHit<T> capsule_cast(const Vec<2, T>& p, const Vec<2, T>& half, T radius,
                          const Vec<2, T>& translation) const;

 private:
  std::span<const Vec<2, T>> vertices_;
  std::span<const WallChain> chains_;
};

}  // namespace masu
