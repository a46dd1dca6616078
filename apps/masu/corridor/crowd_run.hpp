// SPDX-License-Identifier: MIT
// A simulated crowd that wanders among the walls of a map.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <masu/corridor/mover_batch.hpp>
#include <scenes/crowd/map_sides.hpp>
#include <scenes/readers/wall_table.hpp>

namespace masu::cli {

class Progress;

struct CrowdOptions {
  std::size_t movers = 1000;
  std::size_t frames = 600;
  double radius = 0;  // 0: the radius of the map, else a 200th of its shorter side
  double speed = 1;   // radii per frame
  bool bounce = false;
  std::uint64_t seed = 1;
};

// A map prepared for a crowd.
struct CrowdMap {
  std::string name;
  WallChains<float> chains;
  ChainReport report;
  double radius = 0;
  scenes::MapSides sides;  // sides of the walls that close the map
};

struct CrowdRun {
  std::size_t walls = 0;
  std::size_t chains = 0;
  std::size_t open_chains = 0;
  std::size_t bytes = 0;  // of the tree
  double build_seconds = 0;
  double move_seconds = 0;  // of all frames
  std::uint64_t moves = 0;
  std::uint64_t contacts = 0;
  std::uint64_t cut_short = 0;    // moves with status not_converged
  std::uint64_t overlapping = 0;  // moves that ended overlapping a wall
  std::uint64_t tests = 0;
  std::uint64_t nodes = 0;
  // Number of moves by work: wall tests plus an eighth of the box tests, since a node has eight
  // boxes. The last entry counts all moves with more work.
  std::vector<std::uint64_t> work;
  // Number of movers outside the map's closed walls at the end; -1 if the map has no sides.
  std::int64_t escaped = -1;
  std::uint64_t hash = 0;            // of all positions at the end
  std::vector<Mover<float>> movers;  // at the end
  std::vector<std::vector<Vec<2, float>>>
      tracks;  // of the first movers: the start, then one position per frame
};

// Returns whether the wall closes the map. Lines with one side do in a Doom map: they surround all
// of its rooms. In other maps all walls do.
bool closes_map(const readers::WallTable& table, std::size_t wall);

// Prepares a map. A radius of 0 means a 200th of the map's shorter side.
CrowdMap make_crowd_map(const readers::WallTable& table, double radius);

// Runs the crowd. Throws UsageError if the map has no space for the movers.
CrowdRun run_crowd(const CrowdMap& map, const CrowdOptions& options, Progress& progress);

// Draws the walls, the tracks, and the movers at the end.
std::string crowd_picture(const CrowdMap& map, const CrowdRun& run);

}  // namespace masu::cli
