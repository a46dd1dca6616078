// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <scenes/readers/input_error.hpp>
#include <scenes/readers/text.hpp>

#include "contact/shape_notation.hpp"
#include "contact/shape_source.hpp"
#include "counted.hpp"

namespace masu::cli {
namespace {

using readers::InputError;
using readers::Split;

// Reads one part of the notation into its fields.
class Notation {
 public:
  explicit Notation(std::string text) : text_(std::move(text)) {}

  [[noreturn]] void fail(const std::string& what) const { throw InputError(text_ + ": " + what); }

  double number(std::string_view word, const char* field) const {
    const readers::Number n = readers::parse_number(readers::trimmed(word), false);
    if (n.error != readers::NumberError::none) {
      fail(fmt::format("{}: '{}' {}", field, word, readers::describe(n.error)));
    }
    if (!std::isfinite(n.value)) fail(fmt::format("{}: {} is not finite", field, word));
    return n.value;
  }

  Json numbers(std::string_view words, char separator, const char* field) const {
    Json list = Json::array();
    Split parts(words, separator);
    for (std::string_view word; parts.next(word);) list.push_back(number(word, field));
    return list;
  }

  Json points(std::string_view words, const char* field) const {
    Json list = Json::array();
    Split parts(words, '/');
    for (std::string_view word; parts.next(word);) list.push_back(numbers(word, ',', field));
    return list;
  }

  // Reads rotations, applied in order: "90x", "45x30z", "30:1,1,0" about an axis; "30" in 2D.
  Json rotation(std::string_view words) const {
    if (const std::size_t colon = words.find(':'); colon != words.npos) {
      return {{"degrees", number(words.substr(0, colon), "rotation")},
              {"axis", numbers(words.substr(colon + 1), ',', "rotation")}};
    }
    if (words.find_first_of("xyz") == words.npos) return number(words, "rotation");
    Json rotations = Json::array();
    while (!words.empty()) {
      const std::size_t end = words.find_first_of("xyz");
      if (end == words.npos) fail("rotation: '" + std::string(words) + "' names no axis x, y or z");
      rotations.push_back({{"degrees", number(words.substr(0, end), "rotation")},
                           {"axis", std::string(1, words[end])}});
      words.remove_prefix(end + 1);
    }
    return rotations.size() == 1 ? rotations[0] : rotations;
  }

 private:
  std::string text_;
};

using Read = void (*)(const Notation&, std::string_view sizes, Json& fields);

struct Kind {
  std::string_view name;
  std::string_view sizes;    // as --help writes them
  std::string_view example;  // a complete shape
  Read read;
};

void one_radius(const Notation& n, std::string_view sizes, Json& fields) {
  fields["radius"] = n.number(sizes, "radius");
}

// Reads exactly as many points as there are names.
void named_points(const Notation& n, std::string_view sizes, std::span<const char* const> names,
                  Json& fields) {
  const Json points = n.points(sizes, "points");
  if (points.size() != names.size()) {
    n.fail(fmt::format("{}, expected {}, separated by /", counted(points.size(), "point"),
                       names.size()));
  }
  for (std::size_t i = 0; i < names.size(); ++i) fields[names[i]] = points[i];
}

constexpr std::array kCorners = {"a", "b", "c"};

void ends(const Notation& n, std::string_view sizes, Json& fields) {
  named_points(n, sizes, std::span(kCorners).first(2), fields);
}

void radius_and_ends(const Notation& n, std::string_view sizes, Json& fields) {
  const std::size_t colon = sizes.find(':');
  if (colon == sizes.npos) n.fail("write capsule:RADIUS:A/B, such as capsule:0.5:0,0/2,0");
  one_radius(n, sizes.substr(0, colon), fields);
  ends(n, sizes.substr(colon + 1), fields);
}

void radius_and_height(const Notation& n, std::string_view sizes, Json& fields) {
  const Json both = n.numbers(sizes, 'x', "size");
  if (both.size() != 2)
    n.fail(fmt::format("{}, expected RADIUSxHEIGHT", counted(both.size(), "size")));
  fields["radius"] = both[0];
  fields["height"] = both[1];
}

void normal_and_offset(const Notation& n, std::string_view sizes, Json& fields) {
  const std::size_t colon = sizes.find(':');
  fields["normal"] = n.numbers(sizes.substr(0, colon), ',', "normal");
  if (colon != sizes.npos) fields["offset"] = n.number(sizes.substr(colon + 1), "offset");
}

void nothing(const Notation& n, std::string_view sizes, Json&) {
  if (!sizes.empty()) n.fail("a point has no size: write point");
}

void corners(const Notation& n, std::string_view sizes, Json& fields) {
  named_points(n, sizes, kCorners, fields);
}
void edges(const Notation& n, std::string_view sizes, Json& fields) {
  fields["size"] = n.numbers(sizes, 'x', "size");
}
void half_axes(const Notation& n, std::string_view sizes, Json& fields) {
  fields["half_axes"] = n.numbers(sizes, 'x', "half_axes");
}
void cloud(const Notation& n, std::string_view sizes, Json& fields) {
  fields["points"] = n.points(sizes, "points");
}

constexpr std::array kKinds = {
    Kind{"point", "", "point@1,2", nothing},
    Kind{"circle", "RADIUS", "circle:0.5@1,0", one_radius},
    Kind{"sphere", "RADIUS", "sphere:0.5@1,0,0", one_radius},
    Kind{"segment", "A/B", "segment:0,0/2,1", ends},
    Kind{"capsule", "RADIUS:A/B", "capsule:0.25:0,0/2,1", radius_and_ends},
    Kind{"triangle", "A/B/C", "triangle:0,0/2,0/0,1", corners},
    Kind{"box", "EDGExEDGE[xEDGE]", "box:1x2x3@0,0.5,0~30z", edges},
    Kind{"ellipse", "HALF_AXISxHALF_AXIS", "ellipse:2x1~15", half_axes},
    Kind{"ellipsoid", "three HALF_AXIS", "ellipsoid:2x1x1", half_axes},
    Kind{"cylinder", "RADIUSxHEIGHT", "cylinder:0.5x2~90x", radius_and_height},
    Kind{"cone", "RADIUSxHEIGHT", "cone:0.5x2", radius_and_height},
    Kind{"half_space", "NORMAL[:OFFSET]", "half_space:0,1@0,-1", normal_and_offset},
    Kind{"polygon", "POINT/POINT/...", "polygon:0,0/2,0/2,1/1,2", cloud},
    Kind{"polyhedron", "POINT/POINT/...", "polyhedron:0,0,0/1,0,0/0,1,0/0,0,1", cloud}};

const Kind* kind_named(std::string_view name) {
  const auto* found =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const Kind& k) { return k.name == name; });
  return found == kKinds.end() ? nullptr : found;
}

// Returns where the skin begins: at a plus that is not part of an exponent like 1e+3.
std::size_t skin_begin(std::string_view text) {
  for (std::size_t at = text.find('+'); at != text.npos; at = text.find('+', at + 1)) {
    if (at == 0 || (text[at - 1] != 'e' && text[at - 1] != 'E')) return at;
  }
  return text.npos;
}

// Removes and returns the part after `begin`.
std::optional<std::string_view> cut(std::string_view& text, std::size_t begin) {
  if (begin == text.npos) return {};
  const std::string_view rest = text.substr(begin + 1);
  text = text.substr(0, begin);
  return rest;
}

}  // namespace

void take_pose(const std::string& text, std::string_view& rest, Json& fields) {
  const Notation n(text);
  const auto rotation = cut(rest, rest.find('~'));
  const auto position = cut(rest, rest.find('@'));
  if (position) fields["position"] = n.numbers(*position, ',', "position");
  if (rotation) fields["rotation"] = n.rotation(*rotation);
}

Json fields_of_pose(const std::string& text) {
  Json fields = Json::object();
  const std::string whole = text.starts_with('~') || text.starts_with('@') ? text : "@" + text;
  std::string_view rest = whole;
  take_pose(text, rest, fields);
  return fields;
}

Json fields_of_notation(const std::string& text) {
  const Notation n(text.empty() ? "an empty argument" : text);
  Json fields = Json::object();
  std::string_view rest = text;
  Json pose = Json::object();
  take_pose(text, rest, pose);
  const auto skin = cut(rest, skin_begin(rest));
  const std::size_t colon = rest.find(':');
  const Kind* kind = kind_named(rest.substr(0, colon));
  if (kind == nullptr) {
    std::string known;
    for (const Kind& k : kKinds) known += fmt::format(" {}", k.name);
    n.fail(
        "is neither a file that ends in .json, .obj, .stl, .gltf or .glb nor a shape; "
        "known:" +
        known);
  }
  fields["shape"] = kind->name;
  const std::string_view sizes = colon == rest.npos ? "" : rest.substr(colon + 1);
  if (sizes.empty() && !kind->sizes.empty()) {
    // The example without its pose, which not every example has.
    const std::string_view example = kind->example;
    n.fail(fmt::format("the sizes are missing: write {}:{}, such as {}", kind->name, kind->sizes,
                       example.substr(0, example.find_first_of("@~"))));
  }
  kind->read(n, sizes, fields);
  if (skin) fields["skin"] = n.number(*skin, "skin");
  fields.update(pose);
  return fields;
}

std::string list_of_kinds() {
  std::string text;
  for (const Kind& k : kKinds) {
    text +=
        fmt::format("  {:<32}{}\n",
                    fmt::format("{}{}{}", k.name, k.sizes.empty() ? "" : ":", k.sizes), k.example);
  }
  return text;
}

}  // namespace masu::cli
