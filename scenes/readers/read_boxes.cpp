// SPDX-License-Identifier: MIT
#include <array>

#include <scenes/readers/bytes.hpp>
#include <scenes/readers/formats.hpp>
#include <scenes/readers/read_boxes.hpp>

namespace masu::readers {
namespace {

using Reader = void (*)(std::string_view, const ReadOptions&, BoxTable&);

struct Format {
  std::string_view name;
  Reader read;
};

constexpr std::array kFormats = {Format{"csv", &read_csv}, Format{"npy", &read_npy},
                                 Format{"f32", &read_f32}, Format{"obj", &read_obj},
                                 Format{"stl", &read_stl}, Format{"gltf", &read_gltf},
                                 Format{"glb", &read_glb}, Format{"wad", &read_wad}};

std::string lower(std::string s) {
  for (char& c : s) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return s;
}

const Format& format_of(const std::string& path, const ReadOptions& options) {
  std::string name = lower(options.format);
  if (name.empty() && path == "-") name = "csv";
  const std::size_t dot = path.rfind('.');
  if (name.empty() && dot != std::string::npos) name = lower(path.substr(dot + 1));
  std::string known;
  for (const Format& f : kFormats) {
    if (f.name == name) return f;
    known.append(" ").append(f.name);
  }
  throw InputError(path + ": unknown format '" + name + "', expected one of" + known);
}

}  // namespace

std::string split_wad_path(const std::string& path, ReadOptions& options) {
  const std::size_t wad = lower(path).rfind(".wad:");
  if (wad == std::string::npos) return path;
  std::string map = path.substr(wad + 5);
  const std::size_t colon = map.find(':');
  if (colon != std::string::npos) {
    const std::string part = map.substr(colon + 1);
    if (part != "walls" && part != "things") {
      throw InputError(path + ": '" + part + "' is not a part of a map, expected walls or things");
    }
    options.wad = part == "walls" ? WadBoxes::walls : WadBoxes::things;
  }
  options.map = map.substr(0, colon);
  return path.substr(0, wad + 4);
}

std::string_view format_name(const std::string& path, const ReadOptions& requested) {
  ReadOptions options = requested;
  return format_of(split_wad_path(path, options), options).name;
}

BoxTable read_boxes(const std::string& path, const ReadOptions& requested) {
  ReadOptions options = requested;
  const std::string file = split_wad_path(path, options);
  const Format& format = format_of(file, options);
  BoxTable table;
  table.source = path == "-" ? "standard input" : path;
  table.format = format.name;
  const std::string bytes = load_file(file);
  if (bytes.empty()) throw InputError(table.source + ": is empty");
  format.read(bytes, options, table);
  if (table.size() == 0) throw InputError(table.source + ": holds no boxes");
  return table;
}

}  // namespace masu::readers
