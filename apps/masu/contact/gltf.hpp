// SPDX-License-Identifier: MIT
// Writes a contact of 3D bodies as a glTF scene.
#pragma once

#include <string>

#include "contact/figure.hpp"

namespace masu::cli {

// Returns glTF 2.0, or its binary form. Nodes, where they exist: "A", "B", "moved B", "contact
// area", "normal", "point_a", "point_b".
std::string gltf_of(const Figure<3>& figure, bool binary);

}  // namespace masu::cli
