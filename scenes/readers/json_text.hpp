// SPDX-License-Identifier: MIT
// Parses JSON into a tree, with our errors.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>
#include <scenes/readers/input_error.hpp>

namespace masu::readers {

inline nlohmann::json parse_json(std::string_view bytes, const std::string& source) {
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

// Returns a required member; `place` names the object in messages.
inline const nlohmann::json& member(const nlohmann::json& object, const char* name,
                                    const std::string& place) {
  if (!object.is_object() || !object.contains(name)) {
    throw InputError(place + ": has no \"" + name + "\"");
  }
  return object[name];
}

inline double json_number(const nlohmann::json& value, const std::string& place) {
  if (!value.is_number()) throw InputError(place + ": expected a number, found " + value.dump());
  return value.get<double>();
}

// Returns an optional member.
inline double number_or(const nlohmann::json& object, const char* name, double otherwise,
                        const std::string& place) {
  return object.contains(name) ? json_number(object[name], place + "." + name) : otherwise;
}

inline std::string string_or(const nlohmann::json& object, const char* name) {
  const bool there = object.is_object() && object.contains(name) && object[name].is_string();
  return there ? object[name].get<std::string>() : std::string();
}

inline std::string place_in(const std::string& place, const char* name, std::size_t i) {
  return place + (*name == '\0' ? "" : ".") + name + "[" + std::to_string(i) + "]";
}

}  // namespace masu::readers
