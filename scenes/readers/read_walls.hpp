// SPDX-License-Identifier: MIT
// Reads walls from any supported file.
#pragma once

#include <scenes/readers/wall_table.hpp>

namespace masu::readers {

// Returns the walls of a file. The extension of its name decides the format: .csv, .svg, .geojson,
// .topojson, .wad, .tmx, .tmj, .nc; a .json is GeoJSON, TopoJSON or a map of Tiled, by its
// contents. The name may be followed by a part of the file: "doom2.wad:MAP01",
// "world.json:countries", "level.tmx:Ground", "cave.svg:outline". "-" is CSV from standard input.
// Throws InputError, whose message names file, position and value, if the file cannot be read, is
// damaged, or has no wall.
WallTable read_walls(const std::string& path, const WallOptions& options = {});

// Returns the file of such a path, without the part.
std::string wall_file(const std::string& path);

}  // namespace masu::readers
