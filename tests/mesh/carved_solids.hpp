// SPDX-License-Identifier: MIT
// Nonconvex solids as surfaces for these tests.
#pragma once

#include <scenes/generators/carved_solid.hpp>

#include "tests/mesh/meshes.hpp"

namespace masu::test {

using Solid3 = Surface<double>;

inline Solid3 surface_of(scenes::CarvedSolid solid) {
  return {std::move(solid.vertices), std::move(solid.corners)};
}
inline Solid3 prism(const std::vector<Vec2d>& outline, double height) {
  return surface_of(scenes::prism(outline, height));
}
inline Solid3 ell(double length, double width, double thick) {
  return surface_of(scenes::ell(length, width, thick));
}
inline Solid3 carved(std::string_view name, std::uint64_t seed) {
  return surface_of(scenes::carved(name, seed));
}

}  // namespace masu::test
