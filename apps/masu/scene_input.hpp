// SPDX-License-Identifier: MIT
// What commands take where a scene or a file may stand.
#pragma once

#include <string>

namespace masu::cli {

// Throws UsageError if no scene has this name; the message has the nearest known name.
void expect_scene(const std::string& name);

// True for a scene, false for what may be a file. Throws UsageError for what is neither.
bool names_scene(const std::string& input);

}  // namespace masu::cli
