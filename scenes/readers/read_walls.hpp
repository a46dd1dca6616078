// SPDX-License-Identifier: MIT
// Walls from any file the project knows.
#pragma once

#include <scenes/readers/wall_table.hpp>

namespace masu::readers {

// The walls of a file; its name says the format: .csv, .svg, .geojson, .topojson, .wad, .tmx, .tmj,
// .nc; a .json is GeoJSON, TopoJSON or a map of Tiled by what it holds. After the name may come a
// part of the file: "doom2.wad:MAP01", "world.json:countries", "level.tmx:Ground",
// "cave.svg:outline".
// "-" is CSV from standard input. Throws InputError, whose message names file, place and value,
// for anything wrong: a file that cannot be read, is damaged, or holds no wall.
WallTable read_walls(const std::string& path, const WallOptions& options = {});

// The file that such a path names, without the part.
std::string wall_file(const std::string& path);

}  // namespace masu::readers
