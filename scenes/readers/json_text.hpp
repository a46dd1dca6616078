// SPDX-License-Identifier: MIT
// Parses JSON into a tree, with our errors.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>
#include <scenes/readers/input_error.hpp>

namespace masu::readers {

// Levels of arrays and objects. Values are copied, quoted and destroyed by recursion.
inline constexpr int kMostJsonLevels = 512;

// Scans the text without building a tree.
inline void check_json_levels(std::string_view bytes, const std::string& source) {
  int levels = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (c == '"') quoted = !quoted;
    if (quoted && c == '\\') ++i;  // an escaped quotation mark, or another character
    if (quoted) continue;
    if (c == ']' || c == '}') --levels;
    if ((c == '[' || c == '{') && ++levels > kMostJsonLevels) {
      throw InputError(source + ": is not read: its JSON is nested deeper than " +
                       std::to_string(kMostJsonLevels) + " levels");
    }
  }
}

inline nlohmann::json parse_json(std::string_view bytes, const std::string& source) {
  check_json_levels(bytes, source);
  try {
    return nlohmann::json::parse(bytes);
  } catch (const nlohmann::json::exception& e) {
    const std::string what = e.what();
    // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
    const std::size_t from = what.find("] ");
    throw InputError(
        source + ": is not JSON: " + (from == std::string::npos ? what : what.substr(from + 2)));
  }
}

// Returns a required member; `location` names the object in messages.
inline const nlohmann::json& member(const nlohmann::json& object, const char* name,
                                    const std::string& location) {
  if (!object.is_object() || !object.contains(name)) {
    throw InputError(location + ": has no \"" + name + "\"");
  }
  return object[name];
}

inline double json_number(const nlohmann::json& value, const std::string& location) {
  if (!value.is_number()) throw InputError(location + ": expected a number, found " + value.dump());
  return value.get<double>();
}

// Returns an optional member.
inline double number_or(const nlohmann::json& object, const char* name, double otherwise,
                        const std::string& location) {
  return object.contains(name) ? json_number(object[name], location + "." + name) : otherwise;
}

inline std::string string_or(const nlohmann::json& object, const char* name) {
  const bool there = object.is_object() && object.contains(name) && object[name].is_string();
  return there ? object[name].get<std::string>() : std::string();
}

inline std::string location_in(const std::string& location, const char* name, std::size_t i) {
  return location + (*name == '\0' ? "" : ".") + name + "[" + std::to_string(i) + "]";
}

}  // namespace masu::readers
