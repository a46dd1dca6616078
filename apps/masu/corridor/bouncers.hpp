// SPDX-License-Identifier: MIT
// The movers of the frame-rate experiment: discs that fly straight on and bounce.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wall_finder.hpp"

namespace masu::cli {

// They move by a fifth of their radius a frame. Where a wall would come within the radius, a disc
// stays and its velocity is mirrored at the nearest one, along the line from the wall to its
// centre. So it is always more than its radius from every wall, and no wall is passed.
class Bouncers {
 public:
  static constexpr float kRadius = 0.5f;
  static constexpr float kSpeed = 6;  // a second
  static constexpr int kFramesASecond = 62;

  explicit Bouncers(std::size_t count) : movers_(count) {}
  std::size_t size() const { return movers_.size(); }

  // To places in stretch `stretch` of a corridor that they do not leave within a second; the same
  // for the same seed.
  void enter(std::size_t stretch, std::uint64_t seed);

  // One frame of movers first .. end - 1.
  void move(std::size_t first, std::size_t end, WallFinder& walls);

  // Of all places, to be compared between methods.
  std::uint64_t hash() const;

 private:
  struct Mover {
    Vec<2, float> place;
    Vec<2, float> velocity;  // a frame
  };
  std::vector<Mover> movers_;
};

}  // namespace masu::cli
