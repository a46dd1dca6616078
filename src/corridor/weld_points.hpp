// SPDX-License-Identifier: MIT
// WeldPoints: points that are near each other, directly or by a chain of others, become one.
#pragma once

#include <cmath>

#include "corridor/point_table.hpp"

namespace masu::detail {

// Sets of vertices by union and find. The least point of a set represents it, so that sets do not
// depend on the order of joining.
template <class T>
class WeldPoints {
 public:
  using Vertices = std::span<const WallVertex<T>>;

  explicit WeldPoints(Allocator allocator)
      : parent_(allocator), first_(allocator), next_(allocator) {}

  // Tests the distances of all pairs of points in adjacent cells, a little wider than the weld:
  // quotients below 2^48 are off by less than 2^-5, so that points within the weld lie no farther.
  bool join(Vertices vertices, double weld) {
    const std::size_t n = vertices.size();
    const std::size_t size = std::bit_ceil(n + n / 2 + 16);
    if (!parent_.resize(n) || !next_.resize(n) || !first_.resize(size)) return false;
    std::fill(first_.begin(), first_.end(), kNone);
    for (std::uint32_t v = 0; v < n; ++v) {
      parent_[v] = v;
      const Cell cell = cell_of(vertices[v].p, weld);
      for (std::int64_t y = cell.y - 1; y <= cell.y + 1; ++y) {
        for (std::int64_t x = cell.x - 1; x <= cell.x + 1; ++x) {
          join_with_cell(vertices, v, {x, y}, weld);
        }
      }
      std::uint32_t& first = first_[bucket_of(cell)];
      next_[v] = first;
      first = v;
    }
    return true;
  }

  std::uint32_t of(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffff'ffffu;
  struct Cell {
    std::int64_t x;
    std::int64_t y;
  };

  static Cell cell_of(const Vec<2, T>& p, double weld) {
    const double side = weld * 1.0625;
    return {static_cast<std::int64_t>(std::floor(double(p[0]) / side)),
            static_cast<std::int64_t>(std::floor(double(p[1]) / side))};
  }
  std::size_t bucket_of(const Cell& cell) const {
    return mixed(static_cast<std::uint64_t>(cell.x) * 0x9e3779b97f4a7c15u ^
                 static_cast<std::uint64_t>(cell.y)) &
           (first_.size() - 1);
  }

  // The distance distinguishes cells that share a bucket.
  void join_with_cell(Vertices vertices, std::uint32_t v, const Cell& cell, double weld) {
    const Vec<2, T>& p = vertices[v].p;
    for (std::uint32_t w = first_[bucket_of(cell)]; w != kNone; w = next_[w]) {
      const double dx = double(vertices[w].p[0]) - double(p[0]);
      const double dy = double(vertices[w].p[1]) - double(p[1]);
      if (dx * dx + dy * dy > weld * weld) continue;
      const std::uint32_t a = of(v);
      const std::uint32_t b = of(w);
      if (a == b) continue;
      const bool a_first = less_xy(vertices[a].p, vertices[b].p);
      parent_[a_first ? b : a] = a_first ? a : b;
    }
  }

  Buffer<std::uint32_t> parent_;
  Buffer<std::uint32_t> first_;  // of a bucket
  Buffer<std::uint32_t> next_;   // in it
};

}  // namespace masu::detail
