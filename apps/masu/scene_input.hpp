// SPDX-License-Identifier: MIT
// What commands take where a scene or a file may stand.
#pragma once

#include <string>

#include <fmt/format.h>
#include <scenes/generators/scene.hpp>

#include "errors.hpp"

namespace masu::cli {

// True for a scene, false for what may be a file. Throws UsageError for what is neither.
inline bool names_scene(const std::string& input) {
  if (scenes::is_scene(input)) return true;
  if (input.find('.') != std::string::npos || input == "-") return false;
  throw UsageError(fmt::format("'{}' is no file with an ending, and no scene: {}", input,
                               fmt::join(scenes::scene_names(), " ")));
}

}  // namespace masu::cli
