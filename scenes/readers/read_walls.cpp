// SPDX-License-Identifier: MIT
#include <scenes/readers/read_walls.hpp>

#include <array>

#include <scenes/readers/bytes.hpp>
#include <scenes/readers/json_text.hpp>
#include <scenes/readers/wall_formats.hpp>

namespace masu::readers {
namespace {

using Reader = void (*)(std::string_view, const WallOptions&, WallTable&);

// Distinguishes three JSON formats by their contents.
void read_any_json(std::string_view bytes, const WallOptions& options, WallTable& table);

struct Format {
  std::string_view name;
  std::string_view ending;
  Reader read;
};

constexpr std::array kFormats = {Format{"csv", ".csv", &read_wall_csv},
                                 Format{"svg", ".svg", &read_svg},
                                 Format{"geojson", ".geojson", &read_geojson},
                                 Format{"topojson", ".topojson", &read_topojson},
                                 Format{"wad", ".wad", &read_wad_walls},
                                 Format{"tiled", ".tmj", &read_tiled_json},
                                 Format{"tmx", ".tmx", &read_tmx},
                                 Format{"gshhg", ".nc", &read_gshhg},
                                 Format{"json", ".json", &read_any_json}};

void read_any_json(std::string_view bytes, const WallOptions& options, WallTable& table) {
  const nlohmann::json whole = parse_json(bytes, table.source);
  const bool object = whole.is_object();
  std::string_view name = "geojson";
  if (object && whole.value("type", nlohmann::json()) == "Topology") name = "topojson";
  if (object && whole.contains("layers") && whole.contains("tilewidth")) name = "tiled";
  for (const Format& f : kFormats) {
    if (f.name != name) continue;
    table.format = name;
    f.read(bytes, options, table);
  }
}

std::string lower(std::string s) {
  for (char& c : s) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return s;
}

// Returns the end of the file's name in the path: behind the last known extension that the path or
// a colon ends. npos: there is none.
std::size_t end_of_file(const std::string& path) {
  const std::string small = lower(path);
  std::size_t end = std::string::npos;
  for (const Format& f : kFormats) {
    if (small.ends_with(f.ending)) return path.size();
    const std::size_t at = small.find(std::string(f.ending) + ":");
    if (at != std::string::npos) end = std::min(end, at + f.ending.size());
  }
  return end;
}

const Format& format_of(const std::string& path, const std::string& file, std::string name) {
  if (name.empty() && path == "-") name = "csv";
  std::string known;
  for (const Format& f : kFormats) {
    if (name.empty() ? lower(file).ends_with(f.ending) : lower(name) == f.name) return f;
    known.append(" ").append(name.empty() ? f.ending : f.name);
  }
  throw InputError(path + ": unknown format" + (name.empty() ? "" : " '" + name + "'") +
                   ", expected one of" + known);
}

}  // namespace

std::string wall_file(const std::string& path) {
  return path.substr(0, end_of_file(path));
}

WallTable read_walls(const std::string& path, const WallOptions& requested) {
  WallOptions options = requested;
  std::string file = path;
  const std::size_t end = end_of_file(path);
  if (end < path.size()) {
    file = path.substr(0, end);
    options.part = path.substr(end + 1);
  }
  const Format& format = format_of(path, file, options.format);
  WallTable table;
  table.source = path == "-" ? "standard input" : path;
  table.format = format.name;
  const std::string bytes = load_file(file);
  if (bytes.empty()) throw InputError(table.source + ": is empty");
  format.read(bytes, options, table);
  if (table.size() == 0) {
    std::string left_out;
    for (const std::string& note : table.notes) left_out += "; left out: " + note;
    throw InputError(table.source + ": holds no walls" + left_out);
  }
  return table;
}

}  // namespace masu::readers
