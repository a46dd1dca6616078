// SPDX-License-Identifier: MIT
// A crowd among walls: start positions and directions. The same seed gives the same bits on every
// compiler.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <masu/corridor/mover.hpp>

#include "scenes/crowd/map_sides.hpp"
#include "scenes/generators/pcg32.hpp"

namespace masu::scenes {

// Returns `count` random positions, each more than twice the radius from all walls of the tree and
// inside of the map, or, if it has no sides, with walls on all sides. Fewer if there is hardly any
// free space. Calls found(number of positions so far) for each.
std::vector<Vec<2, float>> free_positions(const ChainTree<float>& tree, const MapSides& sides,
                                          std::size_t count, float radius, std::uint64_t seed,
                                          const std::function<void(std::size_t)>& found = {});

// Each moves straight on until a wall redirects it, and then continues in that direction; sliders
// choose a new direction from time to time, or when they are stuck.
class Wanderers {
 public:
  // `speed`: length of the displacement per frame.
  Wanderers(std::size_t count, double speed, std::uint64_t seed);

  std::span<const Vec<2, float>> displacements() const { return displacements_; }
  // Updates wanderer i after its move with the displacement as redirected by walls. Call it once
  // for each in each frame, in order.
  void go_on(std::size_t i, const Vec<2, float>& displacement, bool bounce);

 private:
  Vec<2, float> direction();

  std::vector<Vec<2, float>> displacements_;
  Pcg32 random_;
  double speed_;
};

// Returns the FNV-1a hash of position(i) for each i, by words of 32 bits.
template <class Position>
std::uint64_t hash_of_positions(std::size_t count, Position&& position) {
  std::uint64_t h = 14695981039346656037u;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec<2, float> p = position(i);
    for (int a = 0; a < 2; ++a) h = (h ^ std::bit_cast<std::uint32_t>(p[a])) * 1099511628211u;
  }
  return h;
}

}  // namespace masu::scenes
