// SPDX-License-Identifier: MIT
// The distance from a ray within which a shape counts as hit.
#pragma once

namespace masu::detail {

// In double, as a share of the largest coordinate of the ray's origin and the shape. Rays hit a
// triangle that they pass within half of it; searches use the whole, so that a mesh finds all that
// its triangles hit.
inline constexpr double kRayRounding = 0x1p-43;

}  // namespace masu::detail
