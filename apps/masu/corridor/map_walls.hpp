// SPDX-License-Identifier: MIT
// Walls of a map by its name: read from a file, or generated.
#pragma once

#include <cstdint>
#include <string>

#include <scenes/readers/wall_table.hpp>

namespace masu::cli {

bool is_seeded_map(const std::string& map);
// Returns the file of a map; empty for a generated one.
std::string map_file(const std::string& map);

struct MapWalls {
  readers::WallTable table;
  double radius = 0;  // radius of a mover if the map suggests one: Doom maps and generated ones do
};

// Returns the walls of a map; `walls` and `seed` are for generated maps.
MapWalls walls_of_map(const std::string& map, std::size_t walls, std::uint64_t seed);

}  // namespace masu::cli
