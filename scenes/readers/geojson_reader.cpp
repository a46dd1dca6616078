// SPDX-License-Identifier: MIT
#include <scenes/readers/json_text.hpp>
#include <scenes/readers/wall_formats.hpp>

namespace masu::readers {
namespace {

using nlohmann::json;

class GeoJsonReader {
 public:
  GeoJsonReader(WallTable& table) : writer_(table) {}

  void read(const json& whole, const std::string& location) {
    add(whole, location, "", 0);
    writer_.note_count(points_, "points");
  }

 private:
  static constexpr int kDeepest = 64;  // nested collections

  using Points = std::vector<WallWriter::Point>;

  static const json::array_t& array_of(const json& value, const std::string& location) {
    if (!value.is_array()) throw InputError(location + ": expected an array");
    return value.get_ref<const json::array_t&>();
  }

  static Points points_of(const json& value, const std::string& location) {
    Points points;
    std::size_t i = 0;
    for (const json& position : array_of(value, location)) {
      const std::string here = location_in(location, "", i++);
      if (!position.is_array() || position.size() < 2) {
        throw InputError(here + ": expected a position, [x, y]");
      }
      points.push_back({json_number(position[0], here), json_number(position[1], here)});
    }
    return points;
  }

  static std::string name_of(const json& feature) {
    if (feature.contains("properties")) {
      for (const char* key : {"name", "NAME", "Name"}) {
        std::string name = string_or(feature["properties"], key);
        if (!name.empty()) return name;
      }
    }
    if (!feature.contains("id")) return "";
    return feature["id"].is_string() ? string_or(feature, "id") : feature["id"].dump();
  }

  void add_each(const json& owner, const char* key, const std::string& location,
                const std::string& name, int depth) {
    std::size_t i = 0;
    for (const json& part : array_of(member(owner, key, location), location + "." + key)) {
      add(part, location_in(location, key, i++), name, depth + 1);
    }
  }

  void add(const json& object, const std::string& location, const std::string& name, int depth) {
    if (depth > kDeepest) throw InputError(location + ": collections are nested too deeply");
    const std::string type = string_or(object, "type");
    if (type == "FeatureCollection") return add_each(object, "features", location, name, depth);
    if (type == "GeometryCollection") return add_each(object, "geometries", location, name, depth);
    if (type == "Feature") {
      const json& geometry = member(object, "geometry", location);
      if (!geometry.is_null()) add(geometry, location + ".geometry", name_of(object), depth + 1);
      return;
    }
    add_geometry(object, type, location, name);
  }

  void add_geometry(const json& object, const std::string& type, const std::string& location,
                    const std::string& name) {
    if (type == "Point" || type == "MultiPoint") {
      ++points_;
      return;
    }
    const bool known = type == "LineString" || type == "Polygon" || type == "MultiLineString" ||
                       type == "MultiPolygon";
    if (!known) throw InputError(location + ": '" + type + "' is not a type of GeoJSON");
    writer_.begin_source(type, name);
    const bool rings = type.ends_with("Polygon");
    const int levels = type == "LineString" ? 0 : (type == "MultiPolygon" ? 2 : 1);
    add_lines(member(object, "coordinates", location), levels, rings, location + ".coordinates");
  }

  void add_lines(const json& value, int levels, bool rings, const std::string& location) {
    if (levels == 0) {
      const Points points = points_of(value, location);
      rings ? writer_.add_ring(points) : writer_.add_line(points);
      return;
    }
    std::size_t i = 0;
    for (const json& part : array_of(value, location)) {
      add_lines(part, levels - 1, rings, location_in(location, "", i++));
    }
  }

  WallWriter writer_;
  std::size_t points_ = 0;
};

}  // namespace

void read_geojson(std::string_view bytes, const WallOptions&, WallTable& table) {
  GeoJsonReader(table).read(parse_json(bytes, table.source), table.source);
}

}  // namespace masu::readers
