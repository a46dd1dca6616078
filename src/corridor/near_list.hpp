// SPDX-License-Identifier: MIT
// NearList: a few walls and their distances, as arrays for SIMD.
#pragma once

#include <cstdint>

#include "corridor/wall_distance.hpp"

namespace masu::detail {

// In double whatever the scalar of the walls.
struct NearList {
  static constexpr std::uint32_t kMost = 192;  // full vectors

  std::uint32_t size = 0;
  std::uint32_t wall[kMost];
  alignas(32) double a[2][kMost];
  alignas(32) double b[2][kMost];
  // WallOffset of each, as measured last.
  alignas(32) double from_wall[2][kMost];
  alignas(32) double t[kMost];
  alignas(32) double square[kMost];

  Vec2d begin(std::uint32_t i) const { return {a[0][i], a[1][i]}; }
  Vec2d end(std::uint32_t i) const { return {b[0][i], b[1][i]}; }
  WallOffset<double> offset(std::uint32_t i) const {
    return {{from_wall[0][i], from_wall[1][i]}, t[i], square[i]};
  }
  void set_offset(std::uint32_t i, const WallOffset<double>& o) {
    for (int axis = 0; axis < 2; ++axis) from_wall[axis][i] = o.from_wall[axis];
    t[i] = o.t;
    square[i] = o.distance_squared;
  }
};

}  // namespace masu::detail
