// SPDX-License-Identifier: MIT
// Simple polygons from bytes.
#pragma once

#include <algorithm>
#include <vector>

#include "fuzz/fuzz_input.hpp"

namespace masu::fuzz {

// A loop around a center: up to 16 corners, each in the next direction at a distance that a byte
// gives, from 1 to 9 times the scale. Its edges never cross: it is star-shaped.
template <class T>
std::vector<Vec<2, T>> star_loop(FuzzInput& bytes, const Vec<2, T>& center, T scale,
                                 bool clockwise = false) {
  constexpr int kDirections[16][2] = {{4, 0},  {4, 2},  {3, 3},  {2, 4},   {0, 4},   {-2, 4},
                                      {-3, 3}, {-4, 2}, {-4, 0}, {-4, -2}, {-3, -3}, {-2, -4},
                                      {0, -4}, {2, -4}, {3, -3}, {4, -2}};
  const std::uint32_t every = 1 + bytes.below(5);  // 16, 8, 6, 4 or 4 corners
  std::vector<Vec<2, T>> loop;
  for (std::uint32_t i = 0; i < 16; i += every) {
    const T far = scale * (1 + T(bytes.byte()) / 32) / 4;
    loop.push_back(center + Vec<2, T>{T(kDirections[i][0]), T(kDirections[i][1])} * far);
  }
  if (clockwise) std::reverse(loop.begin(), loop.end());
  return loop;
}

}  // namespace masu::fuzz
