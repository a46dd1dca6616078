// SPDX-License-Identifier: MIT
// A crowd among walls: where each begins, and which way it goes. The same seed gives the same bits
// on every compiler.
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

// `count` places at random, each more than twice the radius off all walls of the tree and inside of
// the map, or, where it has no sides, with walls all around. Fewer where there is next to no room.
// found(how many there are) for each.
std::vector<Vec<2, float>> free_places(const ChainTree<float>& tree, const MapSides& sides,
                                       std::size_t count, float radius, std::uint64_t seed,
                                       const std::function<void(std::size_t)>& found = {});

// Each goes straight on until a wall turns it, and then as the wall has it; sliders take a new
// direction now and then, or where they are held.
class Wanderers {
 public:
  // `speed`: the way in a frame.
  Wanderers(std::size_t count, double speed, std::uint64_t seed);

  std::span<const Vec<2, float>> ways() const { return ways_; }
  // After wanderer i has gone its way: how walls have turned it. Once for each in each frame, in
  // order.
  void go_on(std::size_t i, const Vec<2, float>& displacement, bool bounce);

 private:
  Vec<2, float> direction();

  std::vector<Vec<2, float>> ways_;
  Pcg32 random_;
  double speed_;
};

// place(i) for each: FNV-1a, by words of 32 bits.
template <class Place>
std::uint64_t hash_of_places(std::size_t count, Place&& place) {
  std::uint64_t h = 14695981039346656037u;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec<2, float> p = place(i);
    for (int a = 0; a < 2; ++a) h = (h ^ std::bit_cast<std::uint32_t>(p[a])) * 1099511628211u;
  }
  return h;
}

}  // namespace masu::scenes
