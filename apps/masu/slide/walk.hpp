// SPDX-License-Identifier: MIT
// A character that walks through a level of tiles from left to right.
#pragma once

#include <string>
#include <vector>

#include <masu/mesh/tile_grid.hpp>
#include <masu/world/slide.hpp>

namespace masu::cli {

// A level; cells have sides of length 1.
struct Level {
  TileGrid<2, double> tiles;
  Vec<2, double> start{};  // center of the cell marked @
};

// Reads a level: one line for each row of cells, top row first: # solid, / and \ slopes, @ start of
// the character, blank empty. "-" is standard input. Throws readers::InputError.
Level read_level(const std::string& file);

struct WalkOptions {
  double radius = 0.3;
  double height = 1.2;    // of the capsule, including its caps
  double speed = 0.125;   // cells per frame
  double gravity = 0.02;  // added to the downward speed per frame
  double steepest = 45;   // degrees
  double step = 0.5;
  std::size_t frames = 600;
};

struct WalkPoint {
  Vec<2, double> position{};
  bool on_ground = false;
};

struct Walk {
  CapsuleMover<2, double> mover;  // at the end
  std::vector<WalkPoint> points;  // positions at the start and after each frame
  std::size_t contacts = 0;
};

Walk walk(const Level& level, const WalkOptions& options);

// Draws the level, the path of the character's center, and the character at regular distances.
std::string walk_picture(const Level& level, const Walk& walk, const std::string& title);

}  // namespace masu::cli
