// SPDX-License-Identifier: MIT
#include "map_walls.hpp"
#include "counted.hpp"
#include "errors.hpp"
#include "nearest_word.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <scenes/generators/wall_scene.hpp>
#include <scenes/readers/read_walls.hpp>

namespace masu::cli {

bool is_seeded_map(const std::string& map) {
  const auto names = scenes::wall_scene_names();
  return std::find(names.begin(), names.end(), map) != names.end();
}

std::string map_file(const std::string& map) {
  return is_seeded_map(map) ? "" : readers::wall_file(map);
}

MapWalls walls_of_map(const std::string& map, std::size_t walls, std::uint64_t seed) {
  MapWalls made;
  if (!is_seeded_map(map) && map.find('.') == map.npos && map != "-") {
    throw UsageError(fmt::format("{} (A file needs an ending that names its format, such as .svg.)",
                                 unknown_word("map", map, scenes::wall_scene_names())));
  }
  if (!is_seeded_map(map)) {
    made.table = readers::read_walls(map);
    made.radius = made.table.format == "wad" ? 16 : 0;
    return made;
  }
  made.table.source = fmt::format("{} of {}, seed {}", map, counted(walls, "wall"), seed);
  made.table.format = "seeded";
  scenes::WallScene scene = scenes::make_wall_scene(map, walls, seed);
  made.radius = scenes::usual_radius(scene);
  made.table.walls = std::move(scene.walls);
  return made;
}

}  // namespace masu::cli
