// SPDX-License-Identifier: MIT
// A shape as its user gave it: a file, JSON or a word on the command line; all become fields.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace masu::cli {

using Json = nlohmann::ordered_json;

struct ShapeSource {
  std::string name;  // for messages: the file, or the words
  Json fields;       // {"shape": ..., "position": ...}
  // Of an OBJ file; `fields` then say "obj". Without triangles the hull of the points is meant.
  std::vector<std::array<double, 3>> points{};
  std::vector<std::array<std::uint32_t, 3>> triangles{};
};

// "crate.json", "bunny.obj@0,1,0~90y", "-" for JSON from standard input, JSON itself, or the
// notation below. `hull`: that of an OBJ's vertices, not its surface. Throws readers::InputError
// that names file, field and remedy.
ShapeSource read_shape(const std::string& argument, bool hull);

// KIND[:SIZES][+SKIN][@POSITION][~ROTATION], "box:1x2x3@0,0.5,0~30z", as fields. Throws InputError.
Json fields_of_notation(const std::string& text);

// One line a kind, with an example; for --help.
std::string list_of_kinds();

}  // namespace masu::cli
