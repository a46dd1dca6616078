// SPDX-License-Identifier: MIT
// Convex parts as a picture.
#pragma once

#include <string>

#include <masu/mesh/mesh_decomposition.hpp>

namespace masu::cli {

// As SVG, seen from before, above and the right; parts that touch have different colours, as far as
// eight suffice. Each part must have a volume.
std::string svg_of(const ConvexParts3<double>& parts);

}  // namespace masu::cli
