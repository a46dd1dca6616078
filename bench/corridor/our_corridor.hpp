// SPDX-License-Identifier: MIT
// A map as a Corridor of the library.
#pragma once

#include <algorithm>
#include <cmath>
#include <masu/corridor/corridor.hpp>
#include <stdexcept>
#include <vector>

#include "peer_kit.hpp"

namespace masu_bench::corridor {

// Returns the distance of our movers from walls: so small that all methods stop at the same
// positions within their tolerances, and above the rounding of floats.
inline float skin_of(const Map& map) {
  float largest = 0;
  for (std::size_t i = 0; i < 2 * map.raw.vertex_count; ++i) {
    largest = std::max(largest, std::abs(map.raw.vertices[i]));
  }
  return std::max(0x1p-19f * largest, map.raw.radius / 256);
}

// Builds a corridor. `reach`: 0 leaves the grid out. Throws std::runtime_error.
inline void build(const Map& map, float reach, masu::Corridor<float>& corridor) {
  std::vector<masu::WallChain> chains;
  chains.reserve(map.raw.chain_count);
  for (std::size_t c = 0; c < map.raw.chain_count; ++c) {
    chains.push_back({map.raw.chains[c].first, map.raw.chains[c].count});
  }
  const std::span<const Point> vertices(reinterpret_cast<const Point*>(map.raw.vertices),
                                        map.raw.vertex_count);
  masu::CorridorOptions<float> options;
  options.reach = reach;
  options.skin = skin_of(map);
  if (corridor.build(vertices, chains, options) != masu::Status::ok) {
    throw std::runtime_error("the map is no corridor");
  }
}

}  // namespace masu_bench::corridor
