// SPDX-License-Identifier: MIT
// Two walls in zigzag, between which movers walk.
#pragma once

#include <cstdint>
#include <vector>

#include <masu/core/vec.hpp>
#include <masu/corridor/wall_chain.hpp>

namespace masu::test {

struct Zigzag {
  std::vector<Vec2f> vertices;
  std::vector<WallChain> chains;

  // Each wall has `count` parts.
  explicit Zigzag(int count) {
    for (const float y : {-2.f, 2.f}) {
      chains.push_back({std::uint32_t(vertices.size()), std::uint32_t(count + 1)});
      for (int i = 0; i <= count; ++i) {
        vertices.push_back({float(i), y + (i % 2 == 0 ? 0.f : 0.7f)});
      }
    }
  }
};

}  // namespace masu::test
