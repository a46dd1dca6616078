// SPDX-License-Identifier: MIT
// A contact of solids as a scene that can be turned.
#pragma once

#include <string>

#include "contact/figure.hpp"

namespace masu::cli {

// glTF 2.0, or its binary form: nodes "A", "B", "moved B", "contact area", "normal", "point_a",
// "point_b", as far as there are any.
std::string gltf_of(const Figure<3>& figure, bool binary);

}  // namespace masu::cli
