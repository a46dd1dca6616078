// SPDX-License-Identifier: MIT
// NearestSearch: the nearest of walls that are offered one by one.
#pragma once

#include <cmath>

#include <masu/corridor/chain_tree.hpp>

#include "corridor/wall_distance.hpp"

namespace masu::detail {

// Finds the nearest within `max_distance`, of equally near ones the lowest: the same in any order.
template <class T>
class NearestSearch {
 public:
  NearestSearch(const Vec<2, T>& p, T max_distance)
      : p_(p), best_(max_distance * max_distance), distance_(max_distance) {}

  // Returns whether the wall from a to b is the nearest so far.
  bool offer(std::uint32_t wall, const Vec<2, T>& a, const Vec<2, T>& b) {
    const WallOffset<T> offset = wall_offset(a, b, p_);
    ++tests_;
    if (offset.distance_squared > best_) return false;
    if (offset.distance_squared == best_ && found_.wall < wall) return false;
    best_ = offset.distance_squared;
    distance_ = std::sqrt(best_);
    found_.wall = wall;
    found_.point = a + offset.t * (b - a);
    found_.distance = distance_;
    return true;
  }

  // Walls farther than this need not be offered.
  T distance() const { return distance_; }

  // `stats`: the work of the search besides the tests of walls.
  NearestWall<T> finish(QueryStats stats = {}) const {
    NearestWall<T> found = found_;
    stats.tests = tests_;
    stats.results = found.wall != kNoWall;
    found.stats = stats;
    return found;
  }

 private:
  Vec<2, T> p_;
  T best_;
  T distance_;
  std::uint64_t tests_ = 0;
  NearestWall<T> found_;
};

}  // namespace masu::detail
