// SPDX-License-Identifier: MIT
// A map as the library's corridor.
#pragma once

#include <algorithm>
#include <cmath>
#include <masu/corridor/corridor.hpp>
#include <stdexcept>
#include <vector>

#include "peer_kit.hpp"

namespace masu_bench::corridor {

// `reach`: 0 leaves the grid out. Throws std::runtime_error.
inline void build(const Map& map, float reach, masu::Corridor<float>& corridor) {
  std::vector<masu::WallChain> chains;
  chains.reserve(map.raw.chain_count);
  for (std::size_t c = 0; c < map.raw.chain_count; ++c) {
    chains.push_back({map.raw.chains[c].first, map.raw.chains[c].count});
  }
  const std::span<const Point> vertices(reinterpret_cast<const Point*>(map.raw.vertices),
                                        map.raw.vertex_count);
  float largest = 0;
  for (const Point& p : vertices) {
    largest = std::max({largest, std::abs(p[0]), std::abs(p[1])});
  }
  masu::CorridorOptions<float> options;
  options.reach = reach;
  // So near that all methods stop at the same places, as far as anyone can tell.
  options.skin = std::max(0x1p-19f * largest, map.raw.radius / 256);
  if (corridor.build(vertices, chains, options) != masu::Status::ok) {
    throw std::runtime_error("the map is no corridor");
  }
}

}  // namespace masu_bench::corridor
