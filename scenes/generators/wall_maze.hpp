// SPDX-License-Identifier: MIT
// WallMaze: the outline of a maze without cycles.
#pragma once

#include <array>
#include <vector>

#include "scenes/generators/pcg32.hpp"
#include "scenes/generators/wall_scene.hpp"

namespace masu::scenes {

// Rooms in the cells of a square grid, whose last row may be short, joined by passages along a
// spanning tree found by a random walk that backtracks when it is stuck. A closed side of a room is
// a wall, an open one two halves of a passage of two: four walls per room. Corners are moved by up
// to a tenth of a cell, which leaves at least 0.15 around the center of a room.
class WallMaze {
 public:
  WallMaze(std::size_t rooms, Pcg32& random) : rooms_(rooms), width_(1), random_(random) {
    while (width_ * width_ < rooms_) ++width_;
    open_.assign(rooms_, 0);
    dig();
  }

  WallScene scene() {
    WallScene scene;
    scene.walls.reserve(4 * rooms_);
    make_corners();
    const std::size_t step = rooms_ / 65536 + 1;
    for (std::size_t r = 0; r < rooms_; ++r) {
      add_room(r, scene.walls);
      if (r % step == 0) scene.pockets.push_back({center(r), 0.149});
    }
    return scene;
  }

 private:
  enum Side : std::uint8_t { kSouth = 0, kEast = 1, kNorth = 2, kWest = 3 };

  // Returns the adjacent room; rooms_ if there is none.
  std::size_t beyond(std::size_t room, int side) const {
    const std::size_t x = room % width_;
    if (side == kSouth) return room >= width_ ? room - width_ : rooms_;
    if (side == kNorth) return room + width_ < rooms_ ? room + width_ : rooms_;
    if (side == kWest) return x > 0 ? room - 1 : rooms_;
    return x + 1 < width_ && room + 1 < rooms_ ? room + 1 : rooms_;
  }

  void dig() {
    std::vector<std::uint32_t> path{0};
    while (!path.empty()) {
      const std::size_t room = path.back();
      int sides[4];
      std::uint32_t count = 0;
      for (int side = 0; side < 4; ++side) {
        const std::size_t next = beyond(room, side);
        if (next != rooms_ && next != 0 && open_[next] == 0) sides[count++] = side;
      }
      if (count == 0) {
        path.pop_back();
        continue;
      }
      const int side = sides[random_.below(count)];
      const std::size_t next = beyond(room, side);
      open_[room] = static_cast<std::uint8_t>(open_[room] | 1 << side);
      open_[next] = static_cast<std::uint8_t>(open_[next] | 1 << (side + 2) % 4);
      path.push_back(static_cast<std::uint32_t>(next));
    }
  }

  Vec<2, double> center(std::size_t room) const {
    const std::size_t row = room / width_;
    return {static_cast<double>(room % width_) + 0.5, static_cast<double>(row) + 0.5};
  }
  // South-west, south-east, north-east, north-west; multiples of 2^-16.
  void make_corners() {
    constexpr double kSign[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    corners_.resize(rooms_);
    for (std::size_t r = 0; r < rooms_; ++r) {
      for (int c = 0; c < 4; ++c) {
        for (int a = 0; a < 2; ++a) {
          const double off = (9831.0 + random_.below(13107)) / 65536;
          corners_[r][c][a] = center(r)[a] + kSign[c][a] * (0.5 - off);
        }
      }
    }
  }

  void add_room(std::size_t room, std::vector<Segment<2, double>>& walls) const {
    const auto& own = corners_[room];
    for (int side = 0; side < 4; ++side) {
      if ((open_[room] >> side & 1) == 0) walls.push_back({own[side], own[(side + 1) % 4]});
    }
    if ((open_[room] >> kEast & 1) != 0) {
      const auto& east = corners_[room + 1];
      walls.push_back({own[1], east[0]});
      walls.push_back({east[3], own[2]});
    }
    if ((open_[room] >> kNorth & 1) != 0) {
      const auto& north = corners_[room + width_];
      walls.push_back({own[2], north[1]});
      walls.push_back({north[0], own[3]});
    }
  }

  std::size_t rooms_;
  std::size_t width_;
  Pcg32& random_;
  std::vector<std::uint8_t> open_;  // one bit per side
  std::vector<std::array<Vec<2, double>, 4>> corners_;
};

}  // namespace masu::scenes
