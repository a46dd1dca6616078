// SPDX-License-Identifier: MIT
// How far beside a ray a shape may lie that it hits.
#pragma once

namespace masu::detail {

// In double, as a part of the largest coordinate of the ray's origin and the shape. Rays hit a
// triangle that they pass within half of it, on their way along it; searches look this far, so that
// a mesh finds what its triangles hit.
inline constexpr double kRayRounding = 0x1p-43;

}  // namespace masu::detail
