// SPDX-License-Identifier: MIT
// The walls of a map by its name: of a file, or seeded.
#pragma once

#include <cstdint>
#include <string>

#include <scenes/readers/wall_table.hpp>

namespace masu::cli {

bool is_seeded_map(const std::string& map);
// The file that a map is read from; none of a seeded one.
std::string map_file(const std::string& map);

struct MapWalls {
  readers::WallTable table;
  double radius = 0;  // of a mover, where the map knows a good one: in a Doom map, in a seeded one
};

// `walls` and `seed` are those of seeded maps.
MapWalls walls_of_map(const std::string& map, std::size_t walls, std::uint64_t seed);

}  // namespace masu::cli
