// SPDX-License-Identifier: MIT
#include <scenes/readers/tiled_map.hpp>

#include <algorithm>
#include <cmath>
#include <map>

#include <scenes/readers/svg_geometry.hpp>

namespace masu::readers {
namespace {

using Point = Vec<2, double>;

// Edges of cells with no cell beyond, in the order of the cells, each with its cell to the right:
// up the left side, along the top, and so on, as y grows downwards.
class CellOutlines {
 public:
  CellOutlines(std::vector<TiledCell> cells, double width, double height, const Point& offset)
      : cells_(std::move(cells)), width_(width), height_(height), offset_(offset) {
    std::sort(cells_.begin(), cells_.end());
    cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
  }

  void write(WallWriter& writer) const {
    for (const auto& [x, y] : cells_) {
      if (!there(x - 1, y)) add(writer, x, y + 1, x, y);
      if (!there(x, y - 1)) add(writer, x, y, x + 1, y);
      if (!there(x + 1, y)) add(writer, x + 1, y, x + 1, y + 1);
      if (!there(x, y + 1)) add(writer, x + 1, y + 1, x, y + 1);
    }
  }

 private:
  bool there(std::int32_t x, std::int32_t y) const {
    return std::binary_search(cells_.begin(), cells_.end(), TiledCell{x, y});
  }
  Point corner(std::int32_t x, std::int32_t y) const {
    return Point{x * width_, y * height_} + offset_;
  }
  void add(WallWriter& writer, std::int32_t x, std::int32_t y, std::int32_t to_x,
           std::int32_t to_y) const {
    writer.add(corner(x, y), corner(to_x, to_y));
  }

  std::vector<TiledCell> cells_;
  double width_;
  double height_;
  Point offset_;
};

class TiledWalls {
 public:
  TiledWalls(const TiledMap& map, const WallOptions& options, WallWriter& writer)
      : map_(map), options_(options), writer_(writer) {
    const auto solid = [](const TiledLayer& layer) { return layer.solid; };
    chosen_ = !options.part.empty() || std::any_of(map.layers.begin(), map.layers.end(), solid);
  }

  void write() {
    std::string known;
    bool found = false;
    for (const TiledLayer& layer : map_.layers) {
      known += " '" + layer.name + "'";
      found = found || layer.name == options_.part;
    }
    if (!options_.part.empty() && !found) {
      writer_.fail("has no layer '" + options_.part + "'; it holds" + known);
    }
    write_tiles();
    for (const TiledLayer& layer : map_.layers) {
      if (is_selected(layer)) {
        for (const TiledObject& object : layer.objects) write_object(layer, object);
      } else {
        writer_.note("layer '" + layer.name + "'");
      }
    }
    writer_.note_count(rectangles_, "rectangles: name their layer to use them");
    writer_.note_count(others_, "ellipses, points, texts and tile objects");
  }

 private:
  bool is_selected(const TiledLayer& layer) const {
    return options_.part.empty() ? !chosen_ || layer.solid : layer.name == options_.part;
  }

  // Layers at one offset hide each other's edges.
  void write_tiles() {
    std::map<std::pair<double, double>, std::pair<std::string, std::vector<TiledCell>>> by_offset;
    for (const TiledLayer& layer : map_.layers) {
      if (!is_selected(layer) || layer.cells.empty()) continue;
      auto& [names, cells] = by_offset[{layer.offset[0], layer.offset[1]}];
      names += (names.empty() ? "" : ", ") + layer.name;
      cells.insert(cells.end(), layer.cells.begin(), layer.cells.end());
    }
    for (auto& [offset, tiles] : by_offset) {
      writer_.begin_source("tiles", tiles.first);
      CellOutlines(std::move(tiles.second), map_.tile_width, map_.tile_height,
                   {offset.first, offset.second})
          .write(writer_);
    }
  }

  void write_object(const TiledLayer& layer, const TiledObject& object) {
    using Kind = TiledObject::Kind;
    if (object.kind == Kind::other) ++others_;
    if (object.kind == Kind::rectangle && !chosen_) ++rectangles_;
    if (object.kind == Kind::other || (object.kind == Kind::rectangle && !chosen_)) return;
    const auto rotation = SvgTransform::parse("rotate(" + text_of(object.degrees) + ")");
    if (!rotation) writer_.fail("object '" + object.name + "': its rotation is not finite");
    std::vector<Point> points;
    for (const Point& p : object.points)
      points.push_back((*rotation)(p) + object.position + layer.offset);
    const bool open = object.kind == Kind::polyline;
    writer_.begin_source(open ? "polyline" : "polygon", object.name);
    open ? writer_.add_line(points) : writer_.add_ring(points);
  }

  const TiledMap& map_;
  const WallOptions& options_;
  WallWriter& writer_;
  bool chosen_ = false;  // whether layers were chosen explicitly
  std::size_t rectangles_ = 0;
  std::size_t others_ = 0;
};

}  // namespace

void add_cells(const std::vector<std::uint32_t>& tiles, const TiledBlock& block,
               const std::string& location, TiledLayer& layer) {
  constexpr double kMost = 0x1p30;
  const auto [x, y, width, height] = block;
  const bool in_range =
      width >= 1 && height >= 1 && std::abs(x) + width < kMost && std::abs(y) + height < kMost;
  if (!in_range || width * height != static_cast<double>(tiles.size())) {
    throw InputError(location + ": " + std::to_string(tiles.size()) + " tiles, expected " +
                     text_of(width) + " * " + text_of(height));
  }
  const auto columns = static_cast<std::size_t>(width);
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if ((tiles[i] & 0x0fff'ffffu) == 0) continue;
    layer.cells.push_back({static_cast<std::int32_t>(x) + static_cast<std::int32_t>(i % columns),
                           static_cast<std::int32_t>(y) + static_cast<std::int32_t>(i / columns)});
  }
}

void check_orientation(const std::string& orientation, const std::string& location) {
  if (orientation == "orthogonal" || orientation.empty()) return;
  throw InputError(location + ": the map is " + orientation +
                   "; only orthogonal maps are supported");
}

void add_tiled_walls(const TiledMap& map, const WallOptions& options, WallWriter& writer) {
  if (!(map.tile_width > 0) || !(map.tile_height > 0))
    writer.fail("the size of tiles is not above 0");
  TiledWalls(map, options, writer).write();
}

}  // namespace masu::readers
