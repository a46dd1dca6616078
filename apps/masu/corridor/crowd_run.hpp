// SPDX-License-Identifier: MIT
// A crowd that wanders among the walls of a map.
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
  double radius = 0;  // 0: what the map knows, else a 200th of its shorter side
  double speed = 1;   // radii a frame
  bool bounce = false;
  std::uint64_t seed = 1;
};

// A map as it is walked in.
struct CrowdMap {
  std::string name;
  WallChains<float> chains;
  ChainReport report;
  double radius = 0;
  scenes::MapSides sides;  // by the walls that close the map
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
  std::uint64_t cut_short = 0;    // moves that ended as not_converged
  std::uint64_t overlapping = 0;  // moves that ended in a wall
  std::uint64_t tests = 0;
  std::uint64_t nodes = 0;
  std::vector<std::uint64_t> work;  // moves by work: tests + 8 boxes a node / 8, the last all above
  // Movers that are outside of the map's closed walls at the end. -1: it has no sides.
  std::int64_t escaped = -1;
  std::uint64_t hash = 0;            // of all places at the end
  std::vector<Mover<float>> movers;  // at the end
  std::vector<std::vector<Vec<2, float>>>
      tracks;  // of the first ones: where they start, then a place a frame
};

// Is the wall one of those that close the map? Of a Doom map the lines with one side are, which are
// around all of its rooms; of others all.
bool closes_map(const readers::WallTable& table, std::size_t wall);

// A radius of 0: a 200th of the map's shorter side.
CrowdMap make_crowd_map(const readers::WallTable& table, double radius);

// Throws UsageError where there is no room for the movers.
CrowdRun run_crowd(const CrowdMap& map, const CrowdOptions& options, Progress& progress);

// Walls, tracks, and where the movers are at the end.
std::string crowd_picture(const CrowdMap& map, const CrowdRun& run);

}  // namespace masu::cli
