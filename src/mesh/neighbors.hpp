// SPDX-License-Identifier: MIT
// Which triangles lie beside each other.
#pragma once

#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/status.hpp>

namespace masu::detail {

// neighbors[3 i + k]: the triangle beyond the edge from corner k of triangle i to the next;
// kNoPiece where not exactly two have the edge. `closed`: all have one, which runs through the edge
// the other way. O(n log d) for d triangles at a vertex. Corners must be valid.
Status find_neighbors(std::span<const std::uint32_t> corners, std::size_t vertex_count,
                      Buffer<std::uint32_t>& neighbors, bool& closed);

}  // namespace masu::detail
