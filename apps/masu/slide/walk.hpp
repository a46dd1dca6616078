// SPDX-License-Identifier: MIT
// A character that walks through a level of tiles, from left to right.
#pragma once

#include <string>
#include <vector>

#include <masu/mesh/tile_grid.hpp>
#include <masu/world/slide.hpp>

namespace masu::cli {

// Cells have a side of 1.
struct Level {
  TileGrid<2, double> tiles;
  Vec<2, double> start{};  // the middle of the cell marked @
};

// A row of characters a row of cells, the topmost first: # solid, / and \ slopes, @ where the
// character starts, blank nothing. "-" is standard input. Throws readers::InputError.
Level read_level(const std::string& file);

struct WalkOptions {
  double radius = 0.3;
  double height = 1.2;    // of the capsule, its ends included
  double speed = 0.125;   // cells a frame
  double gravity = 0.02;  // of the speed downwards, a frame
  double steepest = 45;   // degrees
  double step = 0.5;
  std::size_t frames = 600;
};

struct Place {
  Vec<2, double> at{};
  bool on_ground = false;
};

struct Walk {
  CapsuleMover<2, double> mover;  // at the end
  std::vector<Place> places;      // at the start and after each frame
  std::size_t contacts = 0;
};

Walk walk(const Level& level, const WalkOptions& options);

// The level, the way of the character's centre, and the character every now and then.
std::string walk_picture(const Level& level, const Walk& walk, const std::string& title);

}  // namespace masu::cli
