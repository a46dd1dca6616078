// SPDX-License-Identifier: MIT
// Command line arguments that are a scene or a file.
#pragma once

#include <string>

namespace masu::cli {

// Throws UsageError if no scene has this name; the message has the nearest known name.
void expect_scene(const std::string& name);

// Returns true for a scene, false for what may be a file. Throws UsageError otherwise.
bool names_scene(const std::string& input);

}  // namespace masu::cli
