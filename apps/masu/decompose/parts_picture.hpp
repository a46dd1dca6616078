// SPDX-License-Identifier: MIT
// Draws convex parts.
#pragma once

#include <string>

#include <masu/mesh/mesh_decomposition.hpp>

namespace masu::cli {

// Returns an SVG seen from the top right front. Parts that touch have different colours, as far as
// eight colours suffice. Each part must have a volume.
std::string svg_of(const ConvexParts3<double>& parts);

}  // namespace masu::cli
