// SPDX-License-Identifier: MIT
#include <scenes/readers/json_text.hpp>
#include <scenes/readers/tiled_map.hpp>
#include <scenes/readers/wall_formats.hpp>

namespace masu::readers {
namespace {

using nlohmann::json;

constexpr int kDeepest = 64;  // nested groups

// Since Tiled 1.2 properties are a list of named values; before, an object.
bool is_solid(const json& layer) {
  if (!layer.contains("properties")) return false;
  const json& properties = layer["properties"];
  if (properties.is_object()) return properties.value("solid", json()) == true;
  if (!properties.is_array()) return false;
  for (const json& p : properties) {
    if (string_or(p, "name") == "solid" && p.value("value", json()) == true) return true;
  }
  return false;
}

std::vector<std::uint32_t> tiles_of(const json& data, const json& layer, const TiledBlock& block,
                                    const std::string& location) {
  if (data.is_string()) {
    return decode_tiles("base64", string_or(layer, "compression"),
                        data.get_ref<const std::string&>(), block, location);
  }
  if (!data.is_array()) throw InputError(location + ": expected an array or a string");
  std::vector<std::uint32_t> tiles;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (!data[i].is_number_unsigned() || data[i].get<std::uint64_t>() > 0xffff'ffffu) {
      throw InputError(location_in(location, "", i) + ": expected the number of a tile, found " +
                       data[i].dump());
    }
    tiles.push_back(data[i].get<std::uint32_t>());
  }
  return tiles;
}

void add_tiles(const json& owner, const json& layer, const std::string& location, TiledLayer& to) {
  const auto at = [&](const char* name) {
    return json_number(member(owner, name, location), location);
  };
  const TiledBlock block{number_or(owner, "x", 0, location), number_or(owner, "y", 0, location),
                         at("width"), at("height")};
  add_cells(tiles_of(member(owner, "data", location), layer, block, location + ".data"), block,
            location, to);
}

std::vector<Vec<2, double>> points_of(const json& points, const std::string& location) {
  if (!points.is_array()) throw InputError(location + ": expected an array");
  std::vector<Vec<2, double>> result;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string here = location_in(location, "", i);
    result.push_back({json_number(member(points[i], "x", here), here),
                      json_number(member(points[i], "y", here), here)});
  }
  return result;
}

TiledObject object_of(const json& object, const std::string& location) {
  using Kind = TiledObject::Kind;
  TiledObject result;
  if (!object.is_object()) throw InputError(location + ": expected an object");
  result.name = string_or(object, "name");
  result.position = {number_or(object, "x", 0, location), number_or(object, "y", 0, location)};
  result.degrees = number_or(object, "rotation", 0, location);
  if (object.contains("polygon")) {
    result.kind = Kind::polygon;
    result.points = points_of(object["polygon"], location + ".polygon");
  } else if (object.contains("polyline")) {
    result.kind = Kind::polyline;
    result.points = points_of(object["polyline"], location + ".polyline");
  } else if (!object.contains("ellipse") && !object.contains("point") && !object.contains("text") &&
             !object.contains("gid")) {
    const double width = number_or(object, "width", 0, location);
    const double height = number_or(object, "height", 0, location);
    result.kind = width > 0 && height > 0 ? Kind::rectangle : Kind::other;
    result.points = {{0, 0}, {width, 0}, {width, height}, {0, height}};
  }
  return result;
}

void add_layers(const json& owner, const std::string& location, const Vec<2, double>& offset,
                bool solid, int depth, TiledMap& map) {
  if (depth > kDeepest) throw InputError(location + ": groups are nested too deeply");
  const json& layers = member(owner, "layers", location);
  if (!layers.is_array()) throw InputError(location + ".layers: expected an array");
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const json& layer = layers[i];
    const std::string here = location_in(location, "layers", i);
    if (!layer.is_object()) throw InputError(here + ": expected an object");
    TiledLayer result;
    result.name = string_or(layer, "name");
    result.solid = solid || is_solid(layer);
    result.offset = offset + Vec<2, double>{number_or(layer, "offsetx", 0, here),
                                            number_or(layer, "offsety", 0, here)};
    const std::string type = string_or(layer, "type");
    if (type == "group") {
      add_layers(layer, here, result.offset, result.solid, depth + 1, map);
    } else if (type == "tilelayer" && layer.contains("chunks")) {
      const json& chunks = layer["chunks"];
      if (!chunks.is_array()) throw InputError(here + ".chunks: expected an array");
      for (std::size_t c = 0; c < chunks.size(); ++c) {
        add_tiles(chunks[c], layer, location_in(here, "chunks", c), result);
      }
    } else if (type == "tilelayer") {
      add_tiles(layer, layer, here, result);
    } else if (type == "objectgroup") {
      const json& objects = member(layer, "objects", here);
      if (!objects.is_array()) throw InputError(here + ".objects: expected an array");
      for (std::size_t o = 0; o < objects.size(); ++o) {
        result.objects.push_back(object_of(objects[o], location_in(here, "objects", o)));
      }
    }
    if (type != "group") map.layers.push_back(std::move(result));
  }
}

}  // namespace

void read_tiled_json(std::string_view bytes, const WallOptions& options, WallTable& table) {
  const json whole = parse_json(bytes, table.source);
  const std::string& location = table.source;
  TiledMap map;
  map.tile_width = json_number(member(whole, "tilewidth", location), location + ".tilewidth");
  map.tile_height = json_number(member(whole, "tileheight", location), location + ".tileheight");
  check_orientation(string_or(whole, "orientation"), location);
  add_layers(whole, location, {0, 0}, false, 0, map);
  WallWriter writer(table);
  add_tiled_walls(map, options, writer);
}

}  // namespace masu::readers
