// SPDX-License-Identifier: MIT
// A map of walls as chains in float, and movers on their way through it.
#pragma once

#include <string>
#include <vector>

#include "peer_kit.hpp"

namespace masu_bench::corridor {

// side_scroller (many levels, one above the other), maze, fractal_cave, islands.
std::vector<std::string> map_names();

// Around the origin. Movers have a radius that the map has room for.
class WallMap {
 public:
  // About `walls` of them. Throws std::invalid_argument for an unknown name or fewer than 64.
  WallMap(const std::string& name, std::size_t walls, std::uint64_t seed);

  Map view() const;
  std::size_t wall_count() const { return wall_count_; }
  float radius() const { return radius_; }
  // What a mover may touch in a frame, and somewhat more.
  float reach() const { return 2 * radius_; }
  float within() const { return 1.5f * radius_; }
  // How far a mover wants to go in a frame.
  float step() const { return 0.5f * radius_; }
  // Centres of circles that are free of walls, one at random each.
  const std::vector<Point>& pockets() const { return pockets_; }
  // What it took to put the loose walls in order, seconds.
  double ordering_seconds() const { return ordering_seconds_; }

 private:
  std::vector<Point> vertices_;
  std::vector<masu_corridor_chain> chains_;
  std::vector<Point> pockets_;
  std::size_t wall_count_ = 0;
  float radius_;
  double ordering_seconds_ = 0;
};

struct Questions {
  std::vector<Point> at;
  std::vector<Point> way;

  // `size` of them from `first` on.
  masu_corridor_questions slice(std::size_t first, std::size_t size, float within) const {
    return {size, at[first].v, way[first].v, within};
  }
};

// Movers at walls all over the map, in no order.
Questions random_movers(const WallMap& map, std::size_t count, std::uint64_t seed);
// A few of them, frame after frame, sliding along walls: who was asked for is asked for again from
// nearby.
Questions coherent_movers(const WallMap& map, std::size_t movers, std::size_t frames,
                          std::uint64_t seed);
// On vertices of walls.
Questions movers_on_vertices(const WallMap& map, std::size_t count, std::uint64_t seed);

}  // namespace masu_bench::corridor
