// SPDX-License-Identifier: MIT
#include <algorithm>

#include <scenes/readers/json_text.hpp>
#include <scenes/readers/wall_formats.hpp>

namespace masu::readers {
namespace {

using nlohmann::json;

class TopoJsonReader {
 public:
  TopoJsonReader(const json& whole, WallTable& table)
      : location_(table.source), arcs_(member(whole, "arcs", location_)), writer_(table) {
    if (!arcs_.is_array()) throw InputError(location_ + ".arcs: expected an array");
    used_.assign(arcs_.size(), false);
    if (whole.contains("transform")) set_transform(whole["transform"]);
  }

  void read(const json& objects, const std::string& part) {
    if (!objects.is_object()) throw InputError(location_ + ".objects: expected an object");
    std::string known;
    for (const auto& [name, object] : objects.items()) {
      known += " " + name;
      if (part.empty() || part == name) add(object, location_ + ".objects." + name, name, 0);
    }
    if (!part.empty() && !objects.contains(part)) {
      throw InputError(location_ + ": has no object '" + part + "'; it holds" + known);
    }
    writer_.note_count(points_, "points");
    if (!part.empty()) return;
    writer_.note_count(static_cast<std::size_t>(std::count(used_.begin(), used_.end(), false)),
                       "arcs that no object uses");
  }

 private:
  static constexpr int kDeepest = 64;

  void set_transform(const json& transform) {
    const std::string location = location_ + ".transform";
    for (const char* name : {"scale", "translate"}) {
      const json& pair = member(transform, name, location);
      if (!pair.is_array() || pair.size() != 2) {
        throw InputError(location + "." + name + ": expected two numbers");
      }
      auto& to = name[0] == 's' ? scale_ : translate_;
      for (std::size_t a = 0; a < 2; ++a) to[int(a)] = json_number(pair[a], location + "." + name);
    }
    quantized_ = true;
  }

  static std::string name_of(const json& geometry, const std::string& otherwise) {
    if (geometry.contains("properties")) {
      std::string name = string_or(geometry["properties"], "name");
      if (!name.empty()) return name;
    }
    if (!geometry.contains("id")) return otherwise;
    return geometry["id"].is_string() ? string_or(geometry, "id") : geometry["id"].dump();
  }

  void add(const json& geometry, const std::string& location, const std::string& name, int depth) {
    if (depth > kDeepest) throw InputError(location + ": collections are nested too deeply");
    const std::string type = string_or(geometry, "type");
    if (type == "GeometryCollection") {
      const json& parts = member(geometry, "geometries", location);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!parts.is_array()) throw InputError(location + ".geometries: expected an array");
        add(parts[i], location_in(location, "geometries", i), name, depth + 1);
      }
      return;
    }
    if (type == "Point" || type == "MultiPoint") {
      ++points_;
      return;
    }
    if (!geometry.is_object() || !geometry.contains("arcs")) return;  // a geometry may be null
    use(geometry["arcs"], location + ".arcs", name_of(geometry, name), 0);
  }

  // Arrays of arrays of arc numbers, with ~i for arc i reversed.
  void use(const json& value, const std::string& location, const std::string& name, int depth) {
    if (value.is_array() && depth < 3) {
      for (std::size_t i = 0; i < value.size(); ++i) {
        use(value[i], location_in(location, "", i), name, depth + 1);
      }
      return;
    }
    if (!value.is_number_integer()) throw InputError(location + ": expected the number of an arc");
    const auto number = value.get<std::int64_t>();
    const auto arc = static_cast<std::uint64_t>(number < 0 ? ~number : number);
    if (arc >= arcs_.size()) {
      throw InputError(location + ": arc " + value.dump() + ", but there are " +
                       std::to_string(arcs_.size()));
    }
    if (used_[arc]) return;
    used_[arc] = true;
    writer_.begin_source("arc", name);
    writer_.add_line(points_of(arcs_[arc], location_in(location_, "arcs", arc)));
  }

  // With a transform, positions are whole numbers, each relative to the previous one.
  std::vector<Vec<2, double>> points_of(const json& arc, const std::string& location) const {
    if (!arc.is_array()) throw InputError(location + ": expected an array");
    std::vector<Vec<2, double>> points;
    Vec<2, double> sum{0, 0};
    for (std::size_t i = 0; i < arc.size(); ++i) {
      const std::string here = location_in(location, "", i);
      if (!arc[i].is_array() || arc[i].size() < 2) {
        throw InputError(here + ": expected a position, [x, y]");
      }
      const Vec<2, double> p{json_number(arc[i][0], here), json_number(arc[i][1], here)};
      sum = quantized_ ? sum + p : p;
      points.push_back({sum[0] * scale_[0] + translate_[0], sum[1] * scale_[1] + translate_[1]});
    }
    return points;
  }

  std::string location_;
  const json& arcs_;
  WallWriter writer_;
  std::vector<bool> used_;
  Vec<2, double> scale_{1, 1};
  Vec<2, double> translate_{0, 0};
  bool quantized_ = false;
  std::size_t points_ = 0;
};

}  // namespace

void read_topojson(std::string_view bytes, const WallOptions& options, WallTable& table) {
  const json whole = parse_json(bytes, table.source);
  TopoJsonReader(whole, table).read(member(whole, "objects", table.source), options.part);
}

}  // namespace masu::readers
