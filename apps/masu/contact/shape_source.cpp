// SPDX-License-Identifier: MIT
#include "contact/shape_source.hpp"

#include <fmt/format.h>
#include <scenes/readers/bytes.hpp>
#include <scenes/readers/input_error.hpp>
#include <scenes/readers/read_mesh.hpp>

#include "contact/shape_notation.hpp"

namespace masu::cli {
namespace {

using readers::InputError;

// Returns "line 3, column 5: syntax error ..." without the tags of the JSON library.
std::string reason_of(const std::exception& e) {
  const std::string whole = e.what();
  const std::size_t tag = whole.find("] ");
  std::string rest = tag == whole.npos ? whole : whole.substr(tag + 2);
  if (rest.starts_with("parse error at ")) rest = rest.substr(15);
  return rest;
}

Json parsed(const std::string& name, const std::string& text) {
  Json fields;
  try {
    fields = Json::parse(text);
  } catch (const Json::exception& e) {
    throw InputError(fmt::format("{}: is not JSON: {}", name, reason_of(e)));
  }
  if (!fields.is_object()) {
    throw InputError(name +
                     ": expected one object, such as {\"shape\": \"sphere\", \"radius\": 1}");
  }
  return fields;
}

// Returns the points that OBJ faces use, or all points if there are no faces.
std::vector<std::array<double, 3>> corners_of(const readers::MeshTable& mesh) {
  if (mesh.triangles.empty()) return mesh.points;
  std::vector<bool> used(mesh.points.size());
  for (const auto& t : mesh.triangles) used[t[0]] = used[t[1]] = used[t[2]] = true;
  std::vector<std::array<double, 3>> corners;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) corners.push_back(mesh.points[i]);
  }
  return corners;
}

// Returns where a file name with this extension ends; npos if there is none. A pose may follow.
std::size_t file_end(const std::string& argument, std::string_view ending) {
  const std::size_t at = argument.rfind(ending);
  if (at == argument.npos) return at;
  const std::size_t end = at + ending.size();
  const bool posed = end < argument.size() && (argument[end] == '@' || argument[end] == '~');
  return end == argument.size() || posed ? end : argument.npos;
}

}  // namespace

ShapeSource read_shape(const std::string& argument, bool hull) {
  if (argument.starts_with('{')) return {"JSON", parsed("JSON", argument)};
  if (argument == "-") return {"standard input", parsed("standard input", readers::load_file("-"))};
  const std::size_t json = file_end(argument, ".json");
  std::size_t mesh_file = argument.npos;
  for (const char* ending : {".obj", ".stl", ".gltf", ".glb"}) {
    mesh_file = std::min(mesh_file, file_end(argument, ending));
  }
  if (json == argument.npos && mesh_file == argument.npos) {
    return {argument, fields_of_notation(argument)};
  }
  const std::size_t end = json != argument.npos ? json : mesh_file;
  const std::string file = argument.substr(0, end);
  ShapeSource source{file, {}};
  if (json != argument.npos) {
    source.fields = parsed(file, readers::load_file(file));
  } else {
    source.fields["shape"] = "obj";
    readers::MeshTable mesh = readers::read_mesh(file);
    source.points = hull ? corners_of(mesh) : std::move(mesh.points);
    if (!hull) source.triangles = std::move(mesh.triangles);
  }
  std::string_view pose = std::string_view(argument).substr(end);
  take_pose(argument, pose, source.fields);
  return source;
}

}  // namespace masu::cli
