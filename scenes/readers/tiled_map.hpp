// SPDX-License-Identifier: MIT
// The sources of walls in a map of Tiled, in either of its formats.
#pragma once

#include <string>
#include <vector>

#include <scenes/readers/wall_table.hpp>

namespace masu::readers {

struct TiledCell {
  std::int32_t x;
  std::int32_t y;

  friend auto operator<=>(const TiledCell&, const TiledCell&) = default;
};

struct TiledObject {
  enum class Kind { polygon, polyline, rectangle, other };

  Kind kind = Kind::other;
  std::string name;
  Vec<2, double> position{0, 0};
  double degrees = 0;                  // clockwise, around `position`
  std::vector<Vec<2, double>> points;  // relative to `position`
};

struct TiledLayer {
  std::string name;
  bool solid = false;  // its property
  Vec<2, double> offset{0, 0};
  std::vector<TiledCell> cells;  // cells with a tile
  std::vector<TiledObject> objects;
};

struct TiledMap {
  double tile_width = 0;
  double tile_height = 0;
  std::vector<TiledLayer> layers;
};

// A rectangle of cells, as the file states it.
struct TiledBlock {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

// Adds the tiles of a block, which `tiles` describes row by row; a cell has a tile if its number,
// without the four highest bits, is not 0. Throws InputError beginning with `location` unless there
// are width * height numbers.
void add_cells(const std::vector<std::uint32_t>& tiles, const TiledBlock& block,
               const std::string& location, TiledLayer& layer);

// Decodes the tile numbers of a block in text: "csv", or "base64" with `compression` "", "zlib" or
// "gzip". Nothing is decompressed beyond the size of the block.
std::vector<std::uint32_t> decode_tiles(const std::string& encoding, const std::string& compression,
                                        std::string_view text, const TiledBlock& block,
                                        const std::string& location);

// Throws InputError if the map is not orthogonal.
void check_orientation(const std::string& orientation, const std::string& location);

// See read_tiled_json().
void add_tiled_walls(const TiledMap& map, const WallOptions& options, WallWriter& writer);

}  // namespace masu::readers
