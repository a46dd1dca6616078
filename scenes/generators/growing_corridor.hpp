// SPDX-License-Identifier: MIT
// A corridor whose walls get finer from stretch to stretch, for frame rates over detail. The same
// arguments give the same bits on every compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <masu/shapes/segment.hpp>

namespace masu::scenes {

// One loop around the free space, which is to the left of its walls: a floor with y in [0, 1), a
// ceiling with y in (7, 8], over x from 0 on. Stretch i is the part with x from i kLength to (i +
// 1) kLength.
struct GrowingCorridor {
  static constexpr double kLength = 32;
  static constexpr double kLow = 1;  // between these it is free
  static constexpr double kHigh = 7;
  static constexpr std::size_t kFewest = 64;  // walls of the first stretch

  std::vector<Segment<2, double>> walls;
  std::vector<std::size_t> walls_of;  // by stretch; the two ends of the corridor are not counted
};

// Makes n walls, or one fewer. The number of walls grows by the same factor from stretch to
// stretch, up to rounding. Throws std::invalid_argument without stretches, or for fewer than
// kFewest walls per stretch and the two ends. O(n).
GrowingCorridor make_growing_corridor(std::size_t n, std::size_t stretches, std::uint64_t seed);

}  // namespace masu::scenes
