// SPDX-License-Identifier: MIT
// Bouncers: the movers of the frame-rate experiment, discs that fly straight and bounce.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wall_finder.hpp"

namespace masu::cli {

// Discs that move by a fifth of their radius per frame. Where a wall would come within the radius,
// the disc stays and its velocity is mirrored at the nearest wall, along the line from the wall to
// its center. So the distance to every wall always exceeds the radius, and no wall is passed.
class Bouncers {
 public:
  static constexpr float kRadius = 0.5f;
  static constexpr float kSpeed = 6;  // per second
  static constexpr int kFramesASecond = 62;

  explicit Bouncers(std::size_t count) : movers_(count) {}
  std::size_t size() const { return movers_.size(); }

  // Puts the movers at positions in stretch `stretch` of a corridor, which they cannot leave within
  // a second. The same seed gives the same positions.
  void enter(std::size_t stretch, std::uint64_t seed);

  // Moves the movers [first, end) by one frame.
  void move(std::size_t first, std::size_t end, WallFinder& walls);

  // Returns a hash of all positions, to compare methods.
  std::uint64_t hash() const;

 private:
  struct Mover {
    Vec<2, float> position;
    Vec<2, float> velocity;  // per frame
  };
  std::vector<Mover> movers_;
};

}  // namespace masu::cli
