// SPDX-License-Identifier: MIT
// A map of walls as chains in float, and movers on it.
#pragma once

#include <string>
#include <vector>

#include "peer_kit.hpp"

namespace masu_bench::corridor {

// Returns the names: side_scroller (many levels, one above the other), maze, fractal_cave, islands.
std::vector<std::string> map_names();

// A map centered at the origin. The radius of movers fits its passages.
class WallMap {
 public:
  // Makes about `walls` of them. Throws std::invalid_argument for an unknown name or fewer than 64.
  WallMap(const std::string& name, std::size_t walls, std::uint64_t seed);

  Map view() const;
  std::size_t wall_count() const { return wall_count_; }
  float radius() const { return radius_; }
  // Returns slightly more than the distance at which a mover may touch walls in a frame.
  float reach() const { return 2 * radius_; }
  float within() const { return 1.5f * radius_; }
  // Returns the length of a mover's displacement per frame.
  float step() const { return 0.5f * radius_; }
  // Returns centers of circles that are free of walls, each at a random position.
  const std::vector<Point>& pockets() const { return pockets_; }
  // Returns the seconds it took to connect the loose walls.
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
  std::vector<Point> positions;
  std::vector<Point> displacements;

  // Returns `size` queries from `first` on.
  masu_corridor_questions slice(std::size_t first, std::size_t size, float within) const {
    return {size, positions[first].v, displacements[first].v, within};
  }
};

// Returns movers at walls all over the map, in random order.
Questions random_movers(const WallMap& map, std::size_t count, std::uint64_t seed);
// Returns a few movers, frame after frame, sliding along walls: each query is near the mover's
// previous one.
Questions coherent_movers(const WallMap& map, std::size_t movers, std::size_t frames,
                          std::uint64_t seed);
// Returns movers on vertices of walls.
Questions movers_on_vertices(const WallMap& map, std::size_t count, std::uint64_t seed);

}  // namespace masu_bench::corridor
