// SPDX-License-Identifier: MIT
#include "scene_input.hpp"

#include <fmt/format.h>
#include <scenes/generators/scene.hpp>

#include "errors.hpp"
#include "nearest_word.hpp"

namespace masu::cli {

void expect_scene(const std::string& name) {
  if (!scenes::is_scene(name)) throw UsageError(unknown_word("scene", name, scenes::scene_names()));
}

bool names_scene(const std::string& input) {
  if (scenes::is_scene(input)) return true;
  if (input.find('.') != std::string::npos || input == "-") return false;
  throw UsageError(fmt::format("{} (A file needs an ending that names its format, such as .csv.)",
                               unknown_word("scene", input, scenes::scene_names())));
}

}  // namespace masu::cli
