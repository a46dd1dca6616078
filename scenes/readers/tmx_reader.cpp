// SPDX-License-Identifier: MIT
#include <scenes/readers/svg_geometry.hpp>
#include <scenes/readers/tiled_map.hpp>
#include <scenes/readers/wall_formats.hpp>
#include <scenes/readers/xml_text.hpp>

namespace masu::readers {
namespace {

using pugi::xml_node;

class TmxReader {
 public:
  explicit TmxReader(std::string location) : location_(std::move(location)) {}

  TiledMap read(const xml_node& root) {
    if (std::string_view(root.name()) != "map") {
      throw InputError(location_ + ": is not a map of Tiled: its root is '" + root.name() + "'");
    }
    check_orientation(root.attribute("orientation").value(), location_);
    map_.tile_width = number(root, "tilewidth");
    map_.tile_height = number(root, "tileheight");
    add_layers(root, {0, 0}, false, 0);
    return std::move(map_);
  }

 private:
  static constexpr int kDeepest = 64;  // nested groups

  std::string location_of(const xml_node& node) const {
    return location_ + ": " + node.name() + " '" + node.attribute("name").value() + "', byte " +
           std::to_string(node.offset_debug());
  }

  // Returns an attribute; 0 if it is missing.
  double number(const xml_node& node, const char* attribute) const {
    const char* text = node.attribute(attribute).value();
    if (*text == '\0') return 0;
    SvgNumbers numbers(text);
    const auto value = numbers.number();
    if (!value || !numbers.done()) {
      throw InputError(location_of(node) + ": " + attribute + ": '" + text + "' is not a number");
    }
    return *value;
  }

  static bool is_solid(const xml_node& layer) {
    for (const xml_node& p : layer.child("properties").children("property")) {
      const bool named = std::string_view(p.attribute("name").value()) == "solid";
      if (named && std::string_view(p.attribute("value").value()) == "true") return true;
    }
    return false;
  }

  void add_layers(const xml_node& owner, const Vec<2, double>& offset, bool solid, int depth) {
    if (depth > kDeepest) throw InputError(location_ + ": groups are nested too deeply");
    for (const xml_node& node : owner.children()) {
      const std::string_view kind = node.name();
      if (kind != "layer" && kind != "objectgroup" && kind != "group") continue;
      TiledLayer layer;
      layer.name = node.attribute("name").value();
      layer.solid = solid || is_solid(node);
      layer.offset = offset + Vec<2, double>{number(node, "offsetx"), number(node, "offsety")};
      if (kind == "group") {
        add_layers(node, layer.offset, layer.solid, depth + 1);
        continue;
      }
      if (kind == "layer") add_tiles(node, layer);
      for (const xml_node& object : node.children("object"))
        layer.objects.push_back(object_of(object));
      map_.layers.push_back(std::move(layer));
    }
  }

  void add_tiles(const xml_node& node, TiledLayer& layer) const {
    const xml_node data = node.child("data");
    bool chunks = false;
    for (const xml_node& chunk : data.children("chunk")) {
      const TiledBlock block{number(chunk, "x"), number(chunk, "y"), number(chunk, "width"),
                             number(chunk, "height")};
      add_cells(tiles_of(data, chunk, block), block, location_of(chunk), layer);
      chunks = true;
    }
    if (chunks) return;
    const TiledBlock block{0, 0, number(node, "width"), number(node, "height")};
    add_cells(tiles_of(data, data, block), block, location_of(node), layer);
  }

  // Without an encoding tiles are elements.
  std::vector<std::uint32_t> tiles_of(const xml_node& data, const xml_node& node,
                                      const TiledBlock& block) const {
    const std::string encoding = data.attribute("encoding").value();
    if (!encoding.empty()) {
      return decode_tiles(encoding, data.attribute("compression").value(), node.child_value(),
                          block, location_of(node));
    }
    std::vector<std::uint32_t> tiles;
    for (const xml_node& tile : node.children("tile")) {
      tiles.push_back(tile.attribute("gid").as_uint());
    }
    return tiles;
  }

  std::vector<Vec<2, double>> points_of(const xml_node& node) const {
    std::vector<Vec<2, double>> points;
    SvgNumbers numbers(node.attribute("points").value());
    while (!numbers.done()) {
      const auto x = numbers.number();
      const auto y = x ? numbers.number() : std::nullopt;
      if (!y) throw InputError(location_of(node) + ": points: expected x,y x,y ...");
      points.push_back({*x, *y});
    }
    return points;
  }

  TiledObject object_of(const xml_node& node) const {
    using Kind = TiledObject::Kind;
    TiledObject object;
    object.name = node.attribute("name").value();
    object.position = {number(node, "x"), number(node, "y")};
    object.degrees = number(node, "rotation");
    if (const xml_node polygon = node.child("polygon")) {
      object.kind = Kind::polygon;
      object.points = points_of(polygon);
    } else if (const xml_node polyline = node.child("polyline")) {
      object.kind = Kind::polyline;
      object.points = points_of(polyline);
    } else if (!node.child("ellipse") && !node.child("point") && !node.child("text") &&
               !node.attribute("gid")) {
      const double width = number(node, "width");
      const double height = number(node, "height");
      object.kind = width > 0 && height > 0 ? Kind::rectangle : Kind::other;
      object.points = {{0, 0}, {width, 0}, {width, height}, {0, height}};
    }
    return object;
  }

  std::string location_;
  TiledMap map_;
};

}  // namespace

void read_tmx(std::string_view bytes, const WallOptions& options, WallTable& table) {
  pugi::xml_document document;
  parse_xml(bytes, table.source, document);
  const TiledMap map = TmxReader(table.source).read(document.document_element());
  WallWriter writer(table);
  add_tiled_walls(map, options, writer);
}

}  // namespace masu::readers
