// SPDX-License-Identifier: MIT
// Closed surfaces that are not convex: a torus, an L, a bowl, a gear, a spiral.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <masu/core/vec.hpp>

namespace masu::scenes {

// Three corners per triangle, counterclockwise as seen from outside.
struct CarvedSolid {
  std::vector<Vec3d> vertices{};
  std::vector<std::uint32_t> corners{};

  void add(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    corners.insert(corners.end(), {a, b, c});
  }
};

// Extrudes a simple polygon, counterclockwise, from z = 0 to z = height. Throws
// std::invalid_argument for any other polygon.
CarvedSolid prism(const std::vector<Vec2d>& outline, double height);
CarvedSolid ell(double length, double width, double thick);

inline constexpr std::string_view kCarvedNames[] = {"torus", "L", "bowl", "gear", "spiral"};

// Returns a solid of a size of about 2; its proportions depend on the seed; for seed 0 it is not
// transformed, for others rotated and translated. Curved parts have `fineness` times as many
// corners around, and its square as many triangles. Throws std::invalid_argument for an unknown
// name.
CarvedSolid carved(std::string_view name, std::uint64_t seed, double fineness = 1);

}  // namespace masu::scenes
