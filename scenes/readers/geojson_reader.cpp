// SPDX-License-Identifier: MIT
#include <scenes/readers/json_text.hpp>
#include <scenes/readers/wall_formats.hpp>

namespace masu::readers {
namespace {

using nlohmann::json;

class GeoJsonReader {
 public:
  GeoJsonReader(WallTable& table) : writer_(table) {}

  void read(const json& whole, const std::string& place) {
    add(whole, place, "", 0);
    writer_.note_count(points_, "points");
  }

 private:
  static constexpr int kDeepest = 64;  // nested collections

  using Points = std::vector<WallWriter::Point>;

  static const json::array_t& array_of(const json& value, const std::string& place) {
    if (!value.is_array()) throw InputError(place + ": expected an array");
    return value.get_ref<const json::array_t&>();
  }

  static Points points_of(const json& value, const std::string& place) {
    Points points;
    std::size_t i = 0;
    for (const json& position : array_of(value, place)) {
      const std::string here = place_in(place, "", i++);
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

  void add_each(const json& owner, const char* key, const std::string& place,
                const std::string& name, int depth) {
    std::size_t i = 0;
    for (const json& part : array_of(member(owner, key, place), place + "." + key)) {
      add(part, place_in(place, key, i++), name, depth + 1);
    }
  }

  void add(const json& object, const std::string& place, const std::string& name, int depth) {
    if (depth > kDeepest) throw InputError(place + ": collections are nested too deeply");
    const std::string type = string_or(object, "type");
    if (type == "FeatureCollection") return add_each(object, "features", place, name, depth);
    if (type == "GeometryCollection") return add_each(object, "geometries", place, name, depth);
    if (type == "Feature") {
      const json& geometry = member(object, "geometry", place);
      if (!geometry.is_null()) add(geometry, place + ".geometry", name_of(object), depth + 1);
      return;
    }
    add_geometry(object, type, place, name);
  }

  void add_geometry(const json& object, const std::string& type, const std::string& place,
                    const std::string& name) {
    if (type == "Point" || type == "MultiPoint") {
      ++points_;
      return;
    }
    const bool known = type == "LineString" || type == "Polygon" || type == "MultiLineString" ||
                       type == "MultiPolygon";
    if (!known) throw InputError(place + ": '" + type + "' is no type of GeoJSON");
    writer_.begin_source(type, name);
    const bool rings = type.ends_with("Polygon");
    const int levels = type == "LineString" ? 0 : (type == "MultiPolygon" ? 2 : 1);
    add_lines(member(object, "coordinates", place), levels, rings, place + ".coordinates");
  }

  void add_lines(const json& value, int levels, bool rings, const std::string& place) {
    if (levels == 0) {
      const Points points = points_of(value, place);
      rings ? writer_.add_ring(points) : writer_.add_line(points);
      return;
    }
    std::size_t i = 0;
    for (const json& part : array_of(value, place)) {
      add_lines(part, levels - 1, rings, place_in(place, "", i++));
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
