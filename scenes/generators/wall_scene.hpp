// SPDX-License-Identifier: MIT
// Seeded maps of walls to move between. The same name, size and seed give the same bits on every
// compiler.
//
// All walls belong to closed loops that neither touch nor cross; free space is inside an odd number
// of them (is_free). Walls have the free side to their left.
//
//   side_scroller  one loop: two long wavy walls about 8 apart, over x from 0 on, one step per wall
//   maze           one loop: around the rooms and passages of a spanning tree of a square grid
//   fractal_cave   a fractal outline and islands of about 200 walls in its center: half of all
//   spikes         one loop: a straight corridor 10 wide, with teeth as thin as 1/64 and 4 long
//   slits          one loop: a straight corridor 10 wide, with slits as thin as 1/64 and 20 deep
//   islands        a square sea of islands from 6 walls up, with lakes, and islets in these
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <masu/shapes/segment.hpp>

namespace masu::scenes {

// Returns the names in the order above.
std::span<const std::string_view> wall_scene_names();

// A disc without walls, in free space.
struct Pocket {
  Vec<2, double> center;
  double clearance;
};

struct WallScene {
  std::vector<Segment<2, double>> walls;
  std::vector<Pocket> pockets;  // at most about 65 536
};

// Makes n walls, or up to 7 fewer if the pattern requires it. Throws std::invalid_argument for an
// unknown name or n < 64. O(n).
WallScene make_wall_scene(std::string_view name, std::size_t n, std::uint64_t seed);

// Returns a radius for movers: a quarter of what fits into most pockets. O(pockets).
double usual_radius(const WallScene& scene);

// Returns centers of free discs of radius r, each in a random pocket. Throws std::invalid_argument
// if no pocket is as wide.
std::vector<Vec<2, double>> draw_starts(const WallScene& scene, std::size_t count, double r,
                                        std::uint64_t seed);

// Returns whether a point is in free space, by crossings of walls with the ray upwards from p,
// exactly. O(n).
bool is_free(std::span<const Segment<2, double>> walls, const Vec<2, double>& p);

}  // namespace masu::scenes
