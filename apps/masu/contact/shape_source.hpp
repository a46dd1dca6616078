// SPDX-License-Identifier: MIT
// ShapeSource: a shape as given by the user (a file, JSON or notation), converted into fields.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace masu::cli {

using Json = nlohmann::ordered_json;

struct ShapeSource {
  std::string name;  // for messages: the file or the argument
  Json fields;       // {"shape": ..., "position": ...}
  // The points of an OBJ file; `fields` then say "obj". Without triangles the shape is their hull.
  std::vector<std::array<double, 3>> points{};
  std::vector<std::array<std::uint32_t, 3>> triangles{};
};

// Reads "crate.json", "bunny.obj@0,1,0~90y", "-" for JSON from standard input, JSON itself, or the
// notation below. `hull`: use the hull of an OBJ's vertices instead of its surface. Throws
// readers::InputError, which names the file, the field and the remedy.
ShapeSource read_shape(const std::string& argument, bool hull);

// Reads KIND[:SIZES][+SKIN][@POSITION][~ROTATION], such as "box:1x2x3@0,0.5,0~30z", into fields.
// Throws InputError.
Json fields_of_notation(const std::string& text);

// Returns one line for each kind, with an example, for --help.
std::string list_of_kinds();

}  // namespace masu::cli
